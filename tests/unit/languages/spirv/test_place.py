import msgspec
import pytest
from helpers.corpus import all_modules
from helpers.small_modules import DIAMOND, LOOP, block_of, definition_of, small
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.core.errors import InternalError
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import IMAGE_OPERANDS_AT, Place, Use, can_replace, types_fit

MEMORY = """
    %20 = OpLabel
    %21 = OpVariable %12 Function
    %22 = OpVariable %15 Function
    %23 = OpCopyObject %5 %11
          OpStore %21 %10
          OpStore %21 %11
    %24 = OpAccessChain %12 %22 %11 %23
    %25 = OpLoad %5 %24
    %26 = OpAtomicIAdd %5 %21 %11 %10 %23
    %27 = OpFunctionCall %5 %60 %21 %23
    %28 = OpIAdd %5 %23 %11
    %29 = OpConvertSToF %7 %23
    %30 = OpLogicalNot %4 %8
          OpStore %21 %28
          OpReturn
"""
GLOBALS = """
    %13 = OpTypeArray %5 %11
    %14 = OpTypeStruct %5 %13
    %15 = OpTypePointer Function %14
    %16 = OpTypeFunction %5 %12 %5
"""
CALLEE = """
    %60 = OpFunction %5 None %16
    %61 = OpFunctionParameter %12
    %62 = OpFunctionParameter %5
    %63 = OpLabel
          OpReturnValue %62
          OpFunctionEnd
"""
MODULES = all_modules()


@pytest.fixture
def memory() -> Module:
    return small(MEMORY, globals_=GLOBALS, functions=CALLEE)


def test_places_count_from_the_last_result(memory: Module) -> None:
    stores = memory.by_opcode(opcodes.OpStore)
    assert [Place.of(memory, store) for store in stores] == [
        Place(23, opcodes.OpStore, 0),
        Place(23, opcodes.OpStore, 1),
        Place(30, opcodes.OpStore, 0),
    ]
    assert [Place.of(memory, store).get(memory) for store in stores] == stores
    assert Place(20, opcodes.OpStore, 2).find(memory) is stores[2]
    assert Place(21, opcodes.OpVariable, 1).find(memory) is definition_of(memory, 22)
    assert Place.of(memory, definition_of(memory, 28)) == Place(28)
    assert Place(10).find(memory) is definition_of(memory, 10)


def test_a_place_survives_edits_elsewhere(memory: Module) -> None:
    store = memory.by_opcode(opcodes.OpStore)[2]
    place = Place.of(memory, store)
    memory.insert(block_of(memory, 20), 3, Instruction(opcodes.OpStore, 0, 0, [21, 10]))
    memory.split(definition_of(memory, 29), 80)
    assert place.find(memory) is store


@pytest.mark.parametrize(
    "place",
    [
        Place(0),
        Place(999),
        Place(20, opcodes.OpKill),
        Place(23, opcodes.OpStore, 3),
        Place(10, opcodes.OpStore),
    ],
)
def test_a_place_that_is_gone(memory: Module, place: Place) -> None:
    assert place.find(memory) is None
    with pytest.raises(InternalError, match="names no instruction"):
        place.get(memory)


def test_what_has_no_place(memory: Module) -> None:
    with pytest.raises(InternalError, match="neither a result id nor a block"):
        Place.of(memory, memory.preamble[0])


@settings(deadline=None)
@given(st.integers(0, len(MODULES) - 1))
def test_every_instruction_is_found_at_its_place(which: int) -> None:
    module = Module.parse(MODULES[which][1])
    for block in module.blocks:
        for instruction in block.instructions:
            assert Place.of(module, instruction).find(module) is instruction


@settings(deadline=None)
@given(st.integers(-5, 100), st.integers(-1, 400), st.integers(-2, 5))
def test_any_place_may_be_asked_for(base: int, op: int, skip: int) -> None:
    module = small(LOOP)
    found = Place(base, op, skip).find(module)
    assert found is None or op in (0, found.op)


def test_places_and_uses_as_json() -> None:
    use = Use(7, Place(3, 61, 1), 0)
    assert msgspec.json.encode(use) == b"[7,[3,61,1],0]"
    assert msgspec.json.encode(Place(3)) == b"[3,0,0]"
    assert msgspec.json.decode(b"[7,[3,61,1],0]", type=Use) == use
    assert msgspec.json.decode(b"[3]", type=Place) == Place(3)


def test_uses() -> None:
    module = small(DIAMOND)
    product = definition_of(module, 25)
    use = Use.of(module, product, 1)
    assert use == Use(21, Place(25), 1)
    assert use.find(module) is product
    module.set_operand(product, 1, 10)
    assert use.find(module) is None
    assert Use(21, Place(25), 2).find(module) is None
    assert Use(21, Place(25), -1).find(module) is None
    assert Use(21, Place(99), 0).find(module) is None


def test_a_literal_is_no_use() -> None:
    module = small(DIAMOND, globals_="%13 = OpTypeVector %7 4")
    assert Use(4, Place(13), 1).find(module) is None
    assert Use(7, Place(13), 0).find(module) is definition_of(module, 13)


@pytest.mark.parametrize(
    ("instruction", "k", "expected"),
    [
        (28, 0, True),
        (29, 0, True),
        (24, 0, True),
        (24, 1, False),
        (24, 2, True),
        (26, 0, True),
        (26, 1, False),
        (26, 2, False),
        (26, 3, True),
        (27, 0, False),
        (27, 1, False),
        (27, 2, True),
        (25, 0, True),
        (28, 9, False),
        (22, 0, False),
        (13, 1, False),
    ],
)
def test_which_uses_can_be_replaced(
    memory: Module, instruction: int, k: int, expected: bool
) -> None:
    assert can_replace(memory, definition_of(memory, instruction), k) is expected


def test_an_irrelevant_index_is_not_replaced(memory: Module) -> None:
    memory.facts.add_irrelevant(23)
    assert not can_replace(memory, definition_of(memory, 24), 2)


def test_labels_and_merges_are_not_replaced() -> None:
    module = small(DIAMOND)
    entry = block_of(module, 20)
    assert can_replace(module, entry.terminator, 0)
    assert not can_replace(module, entry.terminator, 1)
    assert not can_replace(module, definition_of(module, 27), 1)
    assert can_replace(module, definition_of(module, 27), 0)


def test_which_types_fit(memory: Module) -> None:
    integer, unsigned, floating = 5, 6, 7
    add, convert, chain = (
        definition_of(memory, 28),
        definition_of(memory, 29),
        definition_of(memory, 24),
    )
    atomic, call = definition_of(memory, 26), definition_of(memory, 27)
    assert types_fit(memory, convert, 0, integer, integer)
    assert types_fit(memory, add, 1, integer, unsigned)
    assert not types_fit(memory, add, 1, integer, floating)
    assert not types_fit(memory, convert, 0, integer, unsigned)
    assert types_fit(memory, chain, 2, integer, unsigned)
    assert not types_fit(memory, chain, 0, integer, unsigned)
    assert not types_fit(memory, atomic, 3, integer, unsigned), "the value is of the result type"
    assert not types_fit(memory, call, 2, integer, unsigned)


def test_what_picks_a_descriptor_or_a_component_stays_constant() -> None:
    annotations = "OpDecorate %92 Block\nOpMemberDecorate %92 0 Offset 0"
    globals_ = """
    %91 = OpTypeArray %5 %11
    %92 = OpTypeStruct %5
    %93 = OpTypeArray %92 %11
    %94 = OpTypePointer Uniform %93
    %95 = OpTypePointer Uniform %5
    %96 = OpVariable %94 Uniform
    """
    body = """
    %20 = OpLabel
    %21 = OpAccessChain %95 %96 %10 %10
          OpReturn
    """
    module = small(body, annotations=annotations, globals_=globals_)
    chain = definition_of(module, 21)
    assert can_replace(module, chain, 0)
    assert not can_replace(module, chain, 1)
    assert IMAGE_OPERANDS_AT[opcodes.OpImageGather] == 2
