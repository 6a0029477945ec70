from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import (
    HEAD,
    INPUTS,
    MAIN,
    TAIL,
    at,
    expect,
    flaw_of,
    ident,
    module_of,
    numbered,
    refuse,
    soundness,
)

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpCopyObject
from aberration.methods.transform.transformations.access_chain import AccessChain
from aberration.methods.transform.transformations.load import Load

GLOBALS = """
    %int_2 = OpConstant %int 2
    %uint_1 = OpConstant %uint 1
    %uint_2 = OpConstant %uint 2
    %long_array = OpTypeArray %v2int %uint_3
    %record = OpTypeStruct %float %long_array
    %local_record = OpTypePointer Function %record
    %local_long = OpTypePointer Function %long_array
    %local_pair = OpTypePointer Function %v2int
    %nothing = OpConstantNull %record
    %undef = OpUndef %int
"""
NO_POINTERS = "%no_pointer = OpConstantNull %local_record\n%no_chance = OpUndef %local_record\n"
BODY = """
    %data = OpVariable %local_record Function %nothing
    %number = OpVariable %local_int Function %int_0
    %sum = OpIAdd %int %i %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %product = OpIMul %int %i %i
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %sum %entry %product %then
    %last = OpIAdd %int %phi %i
"""


def chain(
    *indexes: str, pointer: str = "%data", before: str = "%last", pairs: int = 0
) -> AccessChain:
    clamps = tuple((41 + k, 21 + 2 * k, 22 + 2 * k) for k in range(pairs))
    return AccessChain(20, ident(pointer), tuple(map(ident, indexes)), at(before), clamps)


def module() -> Module:
    return module_of(BODY, globals_=GLOBALS)


@pytest.mark.parametrize(
    ("indexes", "expected"),
    [
        (["%int_0"], "%20 = OpAccessChain %local_float %data %int_0"),
        (["%uint_1"], "%20 = OpAccessChain %local_long %data %uint_1"),
        (["%int_1", "%uint_2"], "%20 = OpAccessChain %local_pair %data %int_1 %uint_2"),
        (
            ["%int_1", "%int_0", "%int_1"],
            "%20 = OpAccessChain %local_int %data %int_1 %int_0 %int_1",
        ),
    ],
)
def test_constants_in_bounds_need_no_clamp(indexes: list[str], expected: str) -> None:
    made = expect(module(), chain(*indexes), f"{expected}\n%last = OpIAdd %int %phi %i")
    assert not made.facts.is_pointee_irrelevant(20)


def test_clamps_each_open_index_by_its_own_type() -> None:
    expect(
        module(),
        chain("%int_1", "%sum", "%int_5", pairs=2),
        """
        %41 = OpCopyObject %int %sum
        %21 = OpULessThanEqual %bool %41 %int_2
        %22 = OpSelect %int %21 %41 %int_2
        %42 = OpCopyObject %int %int_5
        %23 = OpULessThanEqual %bool %42 %int_1
        %24 = OpSelect %int %23 %42 %int_1
        %20 = OpAccessChain %local_int %data %int_1 %22 %24
        %last = OpIAdd %int %phi %i
        """,
    )
    expect(
        module(),
        chain("%int_1", "%int_1", "%uint_3", pairs=1),
        """
        %41 = OpCopyObject %uint %uint_3
        %21 = OpULessThanEqual %bool %41 %uint_1
        %22 = OpSelect %uint %21 %41 %uint_1
        %20 = OpAccessChain %local_int %data %int_1 %int_1 %22
        """,
    )


def test_an_irrelevant_constant_is_clamped_as_it_may_become_another_value() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_2"))

    globals_ = GLOBALS + "%another_2 = OpConstant %int 2\n"
    refuse(
        module_of(BODY, globals_=globals_), chain("%int_1", "%int_2"), "it may change", irrelevant
    )
    expected = (
        "%22 = OpSelect %int %21 %41 %another_2\n%20 = OpAccessChain %local_pair %data %int_1 %22"
    )
    expect(
        module_of(BODY, globals_=globals_),
        chain("%int_1", "%int_2", pairs=1),
        expected,
        prepare=irrelevant,
    )


def test_an_irrelevant_index_has_one_use_so_that_no_later_step_can_break_the_clamp() -> None:
    """A false alarm of our own: its use in the selection became another value, that in the
    comparison did not.
    """

    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_2"))

    globals_ = GLOBALS + "%another_2 = OpConstant %int 2\n"
    made = expect(
        module_of(BODY, globals_=globals_), chain("%int_1", "%int_2", pairs=1), prepare=irrelevant
    )
    assert [user.op for user in made.users(ident("%int_2")) if user.block is not None] == [
        OpCopyObject
    ]


def test_memory_that_does_not_matter_stays_so() -> None:
    def free(module: Module) -> None:
        module.facts.add_pointee_irrelevant(ident("%data"))

    assert expect(module(), chain("%int_0"), prepare=free).facts.is_pointee_irrelevant(20)


def test_a_clamped_pointer_may_be_loaded() -> None:
    made = expect(module(), chain("%int_1", "%sum", "%int_5", pairs=2))
    assert Load(30, 20, at("%last")).is_applicable(made)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no index", chain()),
        ("a member that is not there", chain("%int_2")),
        ("a member that is not constant", chain("%sum")),
        ("a member that is not constant, with a clamp", chain("%sum", pairs=1)),
        ("a pair is missing", chain("%int_1", "%sum")),
        ("a constant out of bounds needs a clamp", chain("%int_1", "%int_5")),
        ("a pair too many", chain("%int_1", "%int_1", pairs=1)),
        ("nothing inside", chain("%int_0", pointer="%number")),
        ("too deep", chain("%int_0", "%int_0")),
        ("the index is a float", chain("%int_1", "%f", pairs=1)),
        ("the index is undefined", chain("%int_1", "%undef", pairs=1)),
        ("the index is not available", chain("%int_1", "%product", pairs=1)),
        ("the index is not yet defined", chain("%int_1", "%last", pairs=1)),
        ("no index", chain("%nowhere")),
        ("an index that is a type", chain("%int")),
        ("no pointer", chain("%int_0", pointer="%sum")),
        ("null", chain("%int_0", pointer="%no_pointer")),
        ("an undefined pointer", chain("%int_0", pointer="%no_chance")),
        ("no such pointer", chain("%int_0", pointer="%nowhere")),
        ("before an OpPhi", chain("%int_0", before="%phi")),
        ("no place", chain("%int_0", before="%nowhere")),
        (
            "the id is in use",
            AccessChain(ident("%i"), ident("%data"), (ident("%int_0"),), at("%last")),
        ),
        (
            "ids are the same",
            AccessChain(
                20, ident("%data"), (ident("%int_1"), ident("%sum")), at("%last"), ((22, 21, 20),)
            ),
        ),
        ("no pointer to a component", chain("%int_1", pointer="%out_color")),
    ],
)
def test_refuses(reason: str, step: AccessChain) -> None:
    refuse(module_of(BODY, globals_=GLOBALS + NO_POINTERS, valid=False), step, reason)


def test_needs_the_last_index_as_a_constant_of_the_type() -> None:
    globals_ = GLOBALS.replace("%int_2 = OpConstant %int 2\n", "")
    refuse(module_of(BODY, globals_=globals_), chain("%int_1", "%sum", pairs=1), "there is no 2")


def test_pointers_are_available() -> None:
    body = BODY.replace("%product =", "%inner = OpAccessChain %local_long %data %int_1\n%product =")
    step = chain("%int_1", pointer="%inner")
    refuse(module_of(body, globals_=GLOBALS), step, "the pointer is not available")
    step = chain("%int_1", pointer="%inner", before="%product")
    expect(module_of(body, globals_=GLOBALS), step, "%20 = OpAccessChain %local_pair %inner %int_1")


BLOCKS = """
    %int_array = OpTypeRuntimeArray %int
    %block_type = OpTypeStruct %int %int_array
    %buffer_type = OpTypePointer StorageBuffer %block_type
    %buffers = OpTypeArray %block_type %uint_3
    %buffers_type = OpTypePointer StorageBuffer %buffers
    %array_type = OpTypePointer StorageBuffer %int_array
    %int_type = OpTypePointer StorageBuffer %int
    %buffer = OpVariable %buffer_type StorageBuffer
    %several = OpVariable %buffers_type StorageBuffer
    %builtin = OpTypeArray %float %uint_3
    %builtin_type = OpTypePointer Input %builtin
    %distances = OpVariable %builtin_type Input
    %int_2 = OpConstant %int 2
"""
DECORATIONS = """
    OpDecorate %int_array ArrayStride 4
    OpDecorate %block_type Block
    OpMemberDecorate %block_type 0 Offset 0
    OpMemberDecorate %block_type 1 Offset 4
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    OpDecorate %several DescriptorSet 0
    OpDecorate %several Binding 1
    OpDecorate %distances BuiltIn ClipDistance
    %void = OpTypeVoid
"""


def blocks() -> Module:
    head = HEAD.replace("%void = OpTypeVoid", DECORATIONS, 1).replace(
        "%out_color\n", "%out_color %distances\n", 1
    )
    head = head.replace("OpCapability Shader", "OpCapability Shader\nOpCapability ClipDistance", 1)
    sums = "%last = OpIAdd %int %i %i\n"
    module = Module.parse(assemble(numbered(head + BLOCKS + MAIN + INPUTS + sums + TAIL), (1, 3)))
    assert flaw_of(module.to_bytes()) is None
    return module


def test_leads_into_blocks() -> None:
    expected = "%20 = OpAccessChain %int_type %buffer %int_0"
    expect(blocks(), chain("%int_0", pointer="%buffer"), expected)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("nobody knows the bound", chain("%int_1", "%int_0", pointer="%buffer")),
        ("nobody knows the bound to clamp to", chain("%int_1", "%i", pointer="%buffer", pairs=1)),
        ("an array of unknown length", chain("%int_1", pointer="%buffer")),
        ("an array of blocks", chain("%int_0", pointer="%several")),
        ("any of an array of blocks", chain("%i", pointer="%several", pairs=1)),
        ("any element of a built-in", chain("%i", pointer="%distances", pairs=1)),
    ],
)
def test_refuses_what_has_no_bounds_or_rules_of_its_own(reason: str, step: AccessChain) -> None:
    refuse(blocks(), step, reason)
    expect(
        blocks(),
        chain("%int_1", pointer="%distances"),
        "%20 = OpAccessChain %in_float_type %distances %int_1",
    )


def test_dead_blocks_too() -> None:
    made = module()
    block(made, "%then").dead = True
    step = chain("%int_1", "%product", before="%then", pairs=1)
    assert not step.is_applicable(made)
    expect(
        made,
        AccessChain(20, ident("%data"), (ident("%int_0"),), at("%then", "OpBranch")),
        "%20 = OpAccessChain",
    )


test_sound = soundness(AccessChain)
