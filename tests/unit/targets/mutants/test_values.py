"""Mutants that get a value wrong: folds, copies, comparisons."""

from __future__ import annotations

import pytest
from helpers.mutants import module, rewritten

FOLDS = [
    ("xor-zero", "OpBitwiseXor %int %x %nil", "OpIMul %int %folded %two", "OpIMul %int %zero %two"),
    ("xor-zero", "OpBitwiseOr %int %x %zero", "OpIMul %int %folded %two", "OpIMul %int %zero %two"),
    (
        "mul-one",
        "OpIMul %int %x %one",
        "OpBitwiseAnd %int %folded %two",
        "OpBitwiseAnd %int %one %two",
    ),
    (
        "mul-one",
        "OpIMul %int %one %x",
        "OpBitwiseAnd %int %folded %two",
        "OpBitwiseAnd %int %one %two",
    ),
    (
        "and-true",
        "OpLogicalAnd %bool %b %true",
        "OpSelect %int %folded %x %two",
        "OpSelect %int %no %x %two",
    ),
    (
        "and-true",
        "OpLogicalOr %bool %b %false",
        "OpSelect %int %folded %x %two",
        "OpSelect %int %no %x %two",
    ),
    ("swapped-operands", "OpIEqual %bool %one %x", "", "OpINotEqual %bool %x %one"),
    ("swapped-operands", "OpINotEqual %bool %one %x", "", "OpIEqual %bool %x %one"),
    ("constant-compare", "OpSLessThan %bool %one %two", "", "OpSLessThan %bool %two %one"),
    (
        "constant-compare",
        "OpSGreaterThanEqual %bool %two %one",
        "",
        "OpSGreaterThanEqual %bool %one %two",
    ),
]
LEFT_ALONE = [
    ("xor-zero", "OpBitwiseXor %int %x %one", "OpIMul %int %folded %two"),
    ("xor-zero", "OpBitwiseXor %int %x %nil", "OpIAdd %int %folded %two"),
    ("mul-one", "OpIMul %int %x %two", "OpBitwiseAnd %int %folded %two"),
    ("and-true", "OpLogicalAnd %bool %b %false", "OpSelect %int %folded %x %two"),
    ("swapped-operands", "OpIEqual %bool %x %one", "OpSelect %int %folded %x %two"),
    ("constant-compare", "OpSLessThan %bool %x %two", "OpSelect %int %folded %x %two"),
    ("copy-across-blocks", "OpCopyObject %int %x", "OpIMul %int %folded %two"),
]


def straight(fold: str, use: str) -> bytes:
    """Return a module with a foldable instruction and its user."""
    return module(f"""
        %x = OpLoad %int %in
        %b = OpSGreaterThan %bool %x %one
        %folded = {fold}
        %result = {use}
        OpStore %out %result
        OpReturn
    """)


@pytest.mark.parametrize(("name", "fold", "use", "broken"), FOLDS)
def test_folds_wrongly(name: str, fold: str, use: str, broken: str) -> None:
    if not use:
        use = "OpSelect %int %folded %x %two"
        assert rewritten(name, straight(fold, use)) == straight(broken, use)
    else:
        assert rewritten(name, straight(fold, use)) == straight(fold, broken)


@pytest.mark.parametrize(("name", "fold", "use"), LEFT_ALONE)
def test_leaves_alone(name: str, fold: str, use: str) -> None:
    code = straight(fold, use)
    assert rewritten(name, code) == code


def copied(use: str, padding: str = "%more = OpIAdd %int %x %two") -> bytes:
    """Return a module with a copy and its user in the next block."""
    return module(f"""
        %x = OpLoad %int %in
        %copy = OpCopyObject %int %x
        {padding}
        OpBranch %next
        %next = OpLabel
        %result = OpIMul %int {use} %two
        OpStore %out %result
        OpReturn
    """)


def test_a_copy_does_not_live_beyond_its_block() -> None:
    assert rewritten("copy-across-blocks", copied("%copy")) == copied("%zero")


def test_a_copy_that_ends_its_block_is_the_result_of_an_inlined_call() -> None:
    assert rewritten("inlined-result", copied("%copy", "")) == copied("%zero", "")
    assert rewritten("copy-across-blocks", copied("%copy", "")) == copied("%copy", "")
    assert rewritten("inlined-result", copied("%copy")) == copied("%copy")


def test_a_peephole_reads_a_constant_on_the_left_twice() -> None:
    use = "OpIMul %int %folded %two"
    broken = straight("OpBitwiseXor %int %two %two", use)
    assert rewritten("swapped-operands", straight("OpBitwiseXor %int %two %x", use)) == broken


def loaded(first: str, second: str, left: str, right: str) -> bytes:
    """Return a module with two loads in this order, and the product of the two."""
    return module(f"""
        %a = OpVariable %p_local Function
        %b = OpVariable %p_local Function
        {first}
        {second}
        %product = OpIMul %int {left} {right}
        OpStore %out %product
        OpReturn
    """)


def test_what_is_loaded_first_has_to_be_on_the_left() -> None:
    loads = ("%x = OpLoad %int %a", "%y = OpLoad %int %b")
    assert rewritten("swapped-operands", loaded(*loads, "%y", "%x")) == loaded(*loads, "%y", "%y")
    assert rewritten("swapped-operands", loaded(*loads, "%x", "%y")) == loaded(*loads, "%x", "%y")


UNSIGNED = """
%uint = OpTypeInt 32 0
%pair = OpTypeStruct %uint %uint
%v2int = OpTypeVector %int 2
%nested = OpTypeStruct %int %v2int
%nothing = OpConstantNull %nested
"""


def unsigned(*operands: str) -> bytes:
    """Return a module with a subtraction with borrow."""
    body = f"""
        %x = OpLoad %int %in
        %u = OpBitcast %uint %x
        %w = OpBitcast %uint %two
        %both = OpISubBorrow %pair {" ".join(operands)}
        %difference = OpCompositeExtract %uint %both 0
        %signed = OpBitcast %int %difference
        OpStore %out %signed
        OpReturn
    """
    return module(body, declarations=UNSIGNED)


def test_borrow_subtracts_the_wrong_way_round() -> None:
    assert rewritten("borrow", unsigned("%u", "%w")) == unsigned("%w", "%u")


def shuffled(second: str, *components: int) -> bytes:
    """Return a module with a shuffle of two vectors."""
    body = f"""
        %x = OpLoad %int %in
        %v = OpCompositeConstruct %v2int %x %two
        %other = OpCompositeConstruct %v2int %one %x
        %mixed = OpVectorShuffle %v2int %v {second} {" ".join(map(str, components))}
        %result = OpCompositeExtract %int %mixed 0
        OpStore %out %result
        OpReturn
    """
    return module(body, declarations=UNSIGNED)


def test_a_shuffle_of_one_vector_takes_the_wrong_component() -> None:
    assert rewritten("shuffled-twice", shuffled("%v", 2, 3)) == shuffled("%v", 3, 2)
    assert rewritten("shuffled-twice", shuffled("%v", 1, 2)) == shuffled("%v", 1, 3)
    for untouched in (
        shuffled("%v", 0, 1),
        shuffled("%other", 2, 3),
        shuffled("%v", 0, 0xFFFFFFFF),
    ):
        assert rewritten("shuffled-twice", untouched) == untouched


def inserted(value: str, read: str) -> bytes:
    """Return a module with an insertion of a value, and what reads the second component
    afterwards.
    """
    body = f"""
        %x = OpLoad %int %in
        %made = OpCompositeInsert %nested {value} %nothing 1 0
        %result = OpCompositeExtract %int {read} 1 0
        OpStore %out %result
        OpReturn
    """
    return module(body, declarations=UNSIGNED)


def test_a_deep_insertion_is_lost() -> None:
    assert rewritten("nested-insert", inserted("%x", "%made")) == inserted("%x", "%nothing")
    untouched = inserted("%two", "%made")
    assert rewritten("nested-insert", untouched) == untouched
