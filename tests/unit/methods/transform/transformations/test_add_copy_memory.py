from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.transformations.add_copy_memory import AddCopyMemory
from aberration.methods.transform.transformations.load import Load

FUNCTION, PRIVATE = StorageClass.FUNCTION, StorageClass.PRIVATE
GLOBALS = """
    %private_int = OpTypePointer Private %int
    %three = OpTypeArray %int %uint_3
    %private_three = OpTypePointer Private %three
    %numbers = OpConstantNull %three
    %array = OpVariable %private_three Private %numbers
    %undef = OpUndef %int
    %color_pointer = OpTypePointer Private %v4float
    %no_color = OpConstantNull %v4float
"""
BODY = """
    %written = OpVariable %local_int Function
    %unwritten = OpVariable %local_int Function
    %open = OpAccessChain %private_int %array %i
    %fixed = OpAccessChain %private_int %array %int_1
    %sum = OpIAdd %int %i %i
    OpStore %written %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %inner = OpAccessChain %private_int %array %int_0
    %product = OpIMul %int %i %i
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %sum %entry %product %then
    %last = OpIAdd %int %phi %i
"""


def copy(
    source: str, before: str = "%last", storage_class: int = FUNCTION, initializer: str = "%int_0"
) -> AddCopyMemory:
    return AddCopyMemory(ident(source), 20, storage_class, ident(initializer), at(before))


def module(version: tuple[int, int] = (1, 3)) -> Module:
    made = module_of(BODY, globals_=GLOBALS, version=version, valid=version < (1, 4))
    made.add_interface(ident("%array"))
    return made


@pytest.mark.parametrize("source", ["%written", "%in_int", "%fixed"])
def test_copies_to_a_local_variable(source: str) -> None:
    made = expect(
        module(),
        copy(source),
        "%entry = OpLabel\n%20 = OpVariable %local_int Function %int_0",
        f"OpCopyMemory %20 {source}\n%last = OpIAdd %int %phi %i",
    )
    assert made.facts.is_pointee_irrelevant(20)
    assert not made.facts.has_synonyms(20)
    assert Load(30, 20, at("%last")).is_applicable(made)


def test_copies_to_a_private_variable() -> None:
    step = copy("%array", "%sum", PRIVATE, "%numbers")
    declared, copied = (
        "%20 = OpVariable %private_three Private %numbers",
        "OpCopyMemory %20 %array\n%sum",
    )
    assert 20 not in entry_points(expect(module(), step, declared, copied))[0].ops
    assert 20 in entry_points(expect(module((1, 4)), step, declared, copied))[0].ops


def test_copies_anything_in_a_dead_block() -> None:
    def dead(module: Module) -> None:
        block(module, "%then").dead = True

    for source in ("%unwritten", "%open"):
        expect(
            module(), copy(source, "%product"), f"OpCopyMemory %20 {source}\n%product", prepare=dead
        )
        refuse(module(), copy(source, "%product"), "it may be undefined")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("never written", copy("%unwritten")),
        ("not yet written", copy("%written", "%sum")),
        ("the index may be out of bounds", copy("%open")),
        ("an output that was not written", copy("%out_color", "%last", PRIVATE, "%no_color")),
        ("the pointer is not available", copy("%inner")),
        ("no pointer", copy("%sum")),
        ("not there", copy("%nowhere")),
        ("before an OpPhi", copy("%written", "%phi")),
        ("no place", copy("%written", "%nowhere")),
        ("the initializer has another type", copy("%written", "%last", FUNCTION, "%uint_3")),
        ("the initializer is undefined", copy("%written", "%last", FUNCTION, "%undef")),
        ("no such pointer type", copy("%array", "%last", FUNCTION, "%numbers")),
        ("another class", copy("%written", "%last", StorageClass.WORKGROUP)),
        (
            "the id is in use",
            AddCopyMemory(ident("%written"), ident("%i"), FUNCTION, ident("%int_0"), at("%last")),
        ),
    ],
)
def test_refuses(reason: str, step: AddCopyMemory) -> None:
    refuse(module(), step, reason)


def test_data_with_a_layout_stays() -> None:
    made = module()
    made.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%three"), Decoration.ARRAY_STRIDE, 16])
    )
    refuse(made, copy("%array", "%last", PRIVATE, "%numbers"), "the type has a layout")


def test_shared_memory_is_not_read_in_live_blocks() -> None:
    globals_ = (
        "%shared_type = OpTypePointer Workgroup %int\n%shared = OpVariable %shared_type Workgroup\n"
    )
    made = module_of(BODY, globals_=GLOBALS + globals_, valid=False)
    assert not copy("%shared").is_applicable(made)
    block(made, "%then").dead = True
    assert copy("%shared", "%product").is_applicable(made)


test_sound = soundness(AddCopyMemory)
