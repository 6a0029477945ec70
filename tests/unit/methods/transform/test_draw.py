from __future__ import annotations

import pytest
from helpers.additions import add_capability
from helpers.transform import assert_sound, ident, module_of, the

from aberration.core.rng import Rng
from aberration.languages.spirv.availability import available_before, insertable
from aberration.languages.spirv.enums import Capability, StorageClass
from aberration.languages.spirv.opcodes import (
    OpConstantFalse,
    OpConstantTrue,
    OpIAdd,
    OpIMul,
    OpPhi,
    OpVariable,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.transformations.add_type_struct import AddTypeStruct

BODY = """
    %local = OpVariable %local_int Function
    %sum = OpIAdd %int %i %int_1
    %product = OpIMul %int %sum %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %inner = OpIAdd %int %sum %i
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %sum %entry %inner %then
"""


def draw_of(seed: int = 1, body: str = BODY) -> Draw:
    return Draw(module_of(body), Rng(seed))


def test_draws_every_instruction_of_the_opcodes() -> None:
    draw = draw_of()
    drawn = {found.result_id for _ in range(200) if (found := draw.instruction((OpIAdd, OpIMul)))}
    assert drawn == {ident("%sum"), ident("%product"), ident("%inner")}
    assert draw.instruction((OpConstantFalse,)) is the(draw.module, "%false")


def test_draws_nothing_where_nothing_is() -> None:
    draw = draw_of(body="")
    assert draw.instruction((OpPhi,)) is None
    assert draw.instruction((OpPhi, OpIMul)) is None
    assert draw.dead_block() is None


def test_any_instruction_is_in_a_block_and_no_label() -> None:
    draw = draw_of()
    drawn = {id(draw.any_instruction()) for _ in range(600)}
    everything = {
        id(instruction) for block in draw.module.blocks for instruction in block.instructions
    }
    assert drawn == everything


def test_insertion_points_take_an_ordinary_instruction() -> None:
    draw = draw_of()
    for _ in range(300):
        anchor = draw.insertion_point()
        assert anchor is not None
        assert insertable(draw.module, OpIAdd, anchor)
        assert anchor.op not in (OpVariable, OpPhi)


def test_available_ids_are_available_and_of_the_type() -> None:
    draw = draw_of()
    found = set()
    for _ in range(300):
        anchor = the(draw.module, "%inner")
        value = draw.available_id(ident("%int"), anchor)
        assert value == 0 or draw.module.type_of(value) == ident("%int")
        assert value == 0 or available_before(draw.module, value, anchor)
        found.add(value)
    assert {ident("%sum"), ident("%product"), ident("%int_5")} <= found
    assert not {ident("%inner"), ident("%phi")} & found


def test_values_before_are_available() -> None:
    draw = draw_of()
    anchor = the(draw.module, "%product")
    for _ in range(200):
        value = draw.value_before(anchor)
        assert value == 0 or available_before(draw.module, value, anchor)


def test_types_are_found_before_they_are_made() -> None:
    draw = draw_of()
    assert draw.bool_type() == ident("%bool")
    assert draw.int_type(32, False) == ident("%uint")
    assert draw.float_type() == ident("%float")
    assert draw.vector_type(ident("%int"), 2) == ident("%v2int")
    assert draw.local_pointer_type(ident("%int")) == ident("%local_int")
    assert draw.function_type(ident("%void")) == ident("%main_type")
    assert draw.log == []


def test_types_are_made_by_steps_of_their_own() -> None:
    draw = draw_of()
    vector = draw.vector_type(ident("%bool"), 3)
    pointer = draw.pointer_type(StorageClass.PRIVATE, vector)
    function = draw.function_type(vector, [pointer])
    assert [type(step).__name__ for step in draw.log] == [
        "AddTypeVector",
        "AddTypePointer",
        "AddTypeFunction",
    ]
    assert draw.vector_type(ident("%bool"), 3) == vector
    assert draw.function_type(vector, [pointer]) == function
    struct = draw.struct_type([vector, vector])
    assert draw.struct_type([vector, vector]) == struct != 0
    assert draw.struct_type([pointer]) == 0
    assert_sound(draw.module)


def test_no_type_without_its_capability() -> None:
    draw = draw_of()
    assert draw.int_type(64) == 0
    add_capability(draw.module, Capability.INT64)
    assert draw.int_type(64) != 0


def test_constants_by_value_and_relevance() -> None:
    draw = draw_of()
    assert draw.bool_constant(True) == ident("%true")
    irrelevant = draw.bool_constant(True, irrelevant=True)
    assert irrelevant != ident("%true")
    assert draw.bool_constant(True, irrelevant=True) == irrelevant
    assert the(draw.module, irrelevant).op == OpConstantTrue
    assert draw.int_constant(ident("%int"), 5) == ident("%int_5")
    draw.module.facts.add_irrelevant(ident("%int_5"))
    assert draw.int_constant(ident("%int"), 5, irrelevant=True) == ident("%int_5")
    assert draw.int_constant(ident("%int"), 5) not in (0, ident("%int_5"))
    assert_sound(draw.module)


@pytest.mark.parametrize(
    ("width", "signed", "value", "words"),
    [
        (8, True, -1, [0xFFFFFFFF]),
        (8, False, 255, [0xFF]),
        (16, True, 0x8000, [0xFFFF8000]),
        (32, True, -2, [0xFFFFFFFE]),
        (64, True, -2, [0xFFFFFFFE, 0xFFFFFFFF]),
        (64, False, 1 << 40, [0, 256]),
    ],
)
def test_integer_constants_of_any_width(
    width: int, signed: bool, value: int, words: list[int]
) -> None:
    draw = draw_of()
    for capability in (Capability.INT8, Capability.INT16, Capability.INT64):
        add_capability(draw.module, capability)
    constant = draw.int_constant(draw.int_type(width, signed), value)
    assert the(draw.module, constant).ops == words


def test_zeros_of_composites() -> None:
    draw = draw_of()
    struct = draw.fresh()
    assert draw.apply(AddTypeStruct(struct, (ident("%v2int"), ident("%float"), ident("%bool"))))
    zero = draw.zero_constant(struct, irrelevant=True)
    assert draw.module.facts.is_irrelevant(draw.module, zero)
    assert draw.zero_constant(struct, irrelevant=True) == zero
    assert draw.zero_constant(ident("%local_int")) == 0
    assert draw.zero_constant(ident("%void")) == 0
    assert draw.null_constant(struct) == draw.null_constant(struct) != 0
    assert_sound(draw.module)


def test_fresh_ids_of_a_rejected_attempt_come_again() -> None:
    draw = draw_of()
    draw.begin()
    first, second = draw.fresh(), draw.fresh()
    assert first != second
    draw.begin()
    assert draw.fresh() == first
    draw.vector_type(ident("%bool"), 2)
    assert draw.module.is_fresh(draw.fresh())
