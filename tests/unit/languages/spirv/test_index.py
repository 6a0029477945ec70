import pytest
from helpers import given_constants
from helpers.additions import add_capability, add_execution_mode, add_name
from helpers.corpus import all_modules
from helpers.small_modules import DIAMOND, LOOP, block_of, definition_of, small

from aberration.core.errors import InternalError, must_exist
from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.index import LARGEST_BOUND
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import entry_points
from aberration.languages.spirv.types import pointee


def test_definitions_of_every_kind_of_id() -> None:
    module = small(DIAMOND)
    ops = [definition_of(module, i).op for i in (1, 2, 8, 20, 21)]
    assert ops == [
        opcodes.OpFunction,
        opcodes.OpTypeVoid,
        opcodes.OpConstantTrue,
        opcodes.OpLabel,
        opcodes.OpIAdd,
    ]


@pytest.mark.parametrize("unknown", [-1, 0, 15, 29, 10**9])
def test_an_unknown_id_answers_nothing(unknown: int) -> None:
    module = small(DIAMOND)
    assert module.definition(unknown) is None
    assert module.users(unknown) == []
    assert module.type_of(unknown) == 0
    assert module.block(unknown) is None
    assert module.function(unknown) is None
    assert pointee(module, unknown) == 0
    assert not module.is_decorated(unknown)


def test_users_count_every_operand_and_names_but_no_result_types() -> None:
    module = small(DIAMOND, annotations='OpName %21 "sum"\nOpDecorate %21 RelaxedPrecision')
    ops = sorted(user.op for user in module.users(21))
    assert ops == sorted(
        [
            opcodes.OpName,
            opcodes.OpDecorate,
            opcodes.OpIAdd,
            opcodes.OpIMul,
            opcodes.OpIMul,
            opcodes.OpISub,
        ]
    )
    assert {user.op for user in module.users(5)} == {opcodes.OpTypePointer}


def test_literals_that_look_like_ids_are_no_uses() -> None:
    module = small(DIAMOND, globals_="%13 = OpConstant %5 21\n%14 = OpTypeVector %7 4")
    assert all(user.op != opcodes.OpConstant for user in module.users(21))
    assert module.users(4) == []


def test_fresh_ids_raise_the_bound_and_undefined_ones_are_fresh() -> None:
    module = small(DIAMOND)
    assert [module.is_fresh(i) for i in (0, -4, 1, 20, 15, 29, 5000)] == [
        False,
        False,
        False,
        False,
        True,
        True,
        True,
    ]
    assert not any(module.is_fresh(i) for i in (LARGEST_BOUND, 2**31, 2**70))
    assert module.fresh_id() == 29
    assert module.fresh_id() == 30
    module.reserve(100)
    assert module.bound == 101
    module.reserve(7)
    assert module.bound == 101


def test_find_returns_the_first_declared_and_forgets_removed_ones() -> None:
    module = small(
        DIAMOND, globals_="%13 = OpConstant %5 7\n%14 = OpConstant %5 7\n%15 = OpUndef %5"
    )
    assert module.find(opcodes.OpTypeInt, 0, 32, 1) == 5
    assert module.find(opcodes.OpConstant, 5, 7) == 13
    assert module.find(opcodes.OpUndef, 5) == 15
    assert module.find(opcodes.OpConstant, 6, 7) == 0
    module.remove(definition_of(module, 13))
    assert module.find(opcodes.OpConstant, 5, 7) == 14
    module.remove(definition_of(module, 14))
    assert module.find(opcodes.OpConstant, 5, 7) == 0
    module.append_global(Instruction(opcodes.OpConstant, 5, 14, [7]))
    module.append_global(Instruction(opcodes.OpConstant, 5, 13, [7]))
    assert module.find(opcodes.OpConstant, 5, 7) == 14
    assert contradictions(module) == []


def test_find_follows_a_type_changed_in_place() -> None:
    module = small(DIAMOND, globals_="%13 = OpTypeFunction %5\n%14 = OpTypeFunction %6")
    assert module.find(opcodes.OpTypeFunction, 0, 6) == 14
    module.set_operands(definition_of(module, 13), [6])
    assert module.find(opcodes.OpTypeFunction, 0, 6) == 13
    assert module.find(opcodes.OpTypeFunction, 0, 5) == 0
    assert contradictions(module) == []


def test_find_does_not_depend_on_when_it_is_first_asked() -> None:
    early, late = small(DIAMOND), small(DIAMOND)
    early.find(0, 0)
    for module in (early, late):
        for new in (40, 41):
            module.append_global(Instruction(opcodes.OpConstant, 5, new, [3]))
        module.remove(definition_of(module, 40))
        module.append_global(Instruction(opcodes.OpConstant, 5, 40, [3]))
    assert early.find(opcodes.OpConstant, 5, 3) == late.find(opcodes.OpConstant, 5, 3) == 41


def test_values_of_a_type_are_constants_and_results_but_no_functions() -> None:
    module = small(DIAMOND)
    assert sorted(module.values_of_type(5)) == [10, 11, 21, 23, 25, 27, 28]
    assert module.values_of_type(2) == []
    module.insert(block_of(module, 22), 0, Instruction(opcodes.OpCopyObject, 5, 40, [21]))
    assert 40 in module.values_of_type(5)
    module.remove(definition_of(module, 40))
    assert 40 not in module.values_of_type(5)


def test_instructions_by_opcode_follow_edits() -> None:
    module = small(LOOP)
    assert len(module.by_opcode(opcodes.OpBranch)) == 6
    module.set_terminator(block_of(module, 30), Instruction(opcodes.OpKill, 0, 0, []))
    assert module.by_opcode(opcodes.OpReturn) == []
    assert len(module.by_opcode(opcodes.OpKill)) == 1
    assert module.by_opcode(opcodes.OpFMul) == []


def test_a_second_definition_is_a_defect() -> None:
    module = small(DIAMOND)
    with pytest.raises(InternalError, match="defined twice"):
        module.append_global(Instruction(opcodes.OpTypeFloat, 0, 21, [64]))


def test_a_use_taken_away_by_hand_is_noticed() -> None:
    module = small(DIAMOND)
    module.users(21).clear()
    assert any("users of id 21" in problem for problem in contradictions(module))
    with pytest.raises(InternalError, match="not listed as a user"):
        module.remove(definition_of(module, 23))


@pytest.mark.parametrize(("name", "data"), all_modules()[:12])
def test_is_id_agrees_with_the_positions(name: str, data: bytes) -> None:
    module = Module.parse(data)
    for instruction in module.all_instructions():
        positions = module.id_positions(instruction)
        assert [
            k for k in range(len(instruction.ops)) if module.is_id(instruction, k)
        ] == positions, name
        assert [instruction.ops[k] for k in positions] == module.operand_ids(instruction)


def test_removing_keeps_the_order_of_the_indexes() -> None:
    rng = Rng.of(0, "order of the indexes")
    module = small(DIAMOND)
    block = block_of(module, 24)
    made = [Instruction(opcodes.OpIAdd, 5, module.fresh_id(), [10, 11]) for _ in range(40)]
    for instruction in made[:20]:
        module.insert(block, 0, instruction)
    instructions, values = list(module.by_opcode(opcodes.OpIAdd)), list(module.values_of_type(5))
    for instruction in made[20:]:
        module.insert(block, 0, instruction)
        instructions.append(instruction)
        values.append(instruction.result_id)
        gone = rng.choose([each for each in instructions if each.block is block])
        module.remove(gone)
        instructions.remove(gone)
        values.remove(gone.result_id)
        assert module.by_opcode(opcodes.OpIAdd) == instructions
        assert module.values_of_type(5) == values


def test_the_preamble_stays_in_order() -> None:
    module = small(DIAMOND, annotations="OpDecorate %21 RelaxedPrecision")
    module.add_decoration(Instruction(opcodes.OpDecorate, 0, 0, [23, 0]))
    add_name(module, Instruction(opcodes.OpName, 0, 0, [23, 0x61]))
    add_capability(module, 22)
    add_capability(module, 22)
    add_capability(module, 1)
    extension = Instruction(opcodes.OpExtension, 0, 0, [0x5F565053, 0])
    module.insert_preamble(2, extension)
    module.add_import(Instruction(opcodes.OpExtInstImport, 0, 40, [0x61]))
    add_execution_mode(module, Instruction(opcodes.OpExecutionMode, 0, 0, [1, 14]))
    assert [instruction.op for instruction in module.preamble] == [
        opcodes.OpCapability,
        opcodes.OpCapability,
        opcodes.OpExtension,
        opcodes.OpExtInstImport,
        opcodes.OpMemoryModel,
        opcodes.OpEntryPoint,
        opcodes.OpExecutionMode,
        opcodes.OpExecutionMode,
        opcodes.OpName,
        opcodes.OpName,
        opcodes.OpDecorate,
        opcodes.OpDecorate,
    ]
    assert contradictions(module) == []


def test_interfaces_list_globals_from_version_1_4_on() -> None:
    text = """
        OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %1 "main"
        OpExecutionMode %1 LocalSize 1 1 1
        %2 = OpTypeVoid
        %3 = OpTypeFunction %2
        %4 = OpTypeInt 32 0
        %5 = OpTypePointer Private %4
        %6 = OpVariable %5 Private
        %1 = OpFunction %2 None %3
        %7 = OpLabel
        OpReturn
        OpFunctionEnd
    """
    for version, expected in (((1, 3), 0), ((1, 4), 1)):
        module = Module.parse(assemble(text, version))
        module.add_interface(6)
        module.add_interface(6)
        assert len(module.users(6)) == expected
        assert contradictions(module) == []
        module.append_global(Instruction(opcodes.OpTypePointer, 0, 8, [StorageClass.INPUT, 4]))
        module.append_global(Instruction(opcodes.OpVariable, 8, 9, [StorageClass.INPUT]))
        module.add_input(9)
        module.add_input(9)
        assert len(module.users(9)) == 1
        assert contradictions(module) == []


def test_an_input_is_listed_in_every_version() -> None:
    text = """
        OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %1 "main"
        OpExecutionMode %1 LocalSize 1 1 1
        OpDecorate %6 BuiltIn LocalInvocationIndex
        %2 = OpTypeVoid
        %3 = OpTypeFunction %2
        %4 = OpTypeInt 32 0
        %5 = OpTypePointer Input %4
        %6 = OpVariable %5 Input
        %1 = OpFunction %2 None %3
        %7 = OpLabel
        OpReturn
        OpFunctionEnd
    """
    for version in ((1, 0), (1, 3), (1, 4)):
        module = Module.parse(assemble(text, version))
        module.add_input(6)
        module.add_input(6)
        assert entry_points(module)[0].ops[-1] == 6
        assert len(module.users(6)) == 2
        assert contradictions(module) == []


def test_a_global_in_the_place_of_another_is_found_in_text_order() -> None:
    module = Module.parse(given_constants.SOURCE)
    uint = next(one.result_id for one in module.globals if one.op == opcodes.OpTypeInt)
    count = next(one for one in module.globals if one.op == opcodes.OpSpecConstant)
    known = list(module.find_all(opcodes.OpConstant, uint, 3))
    made = Instruction(opcodes.OpConstant, uint, count.result_id, [3])
    place, users = module.globals.index(count), list(module.users(count.result_id))
    module.replace_global(count, made)
    assert module.globals[place] is made
    assert module.definition(count.result_id) is made
    assert module.users(count.result_id) == users
    assert module.find_all(opcodes.OpConstant, uint, 3) == [*known, count.result_id]
    assert contradictions(module) == []
    earlier = must_exist(module.definition(module.find(opcodes.OpConstant, uint, 1)))
    module.replace_global(earlier, Instruction(opcodes.OpConstant, uint, earlier.result_id, [3]))
    assert module.find_all(opcodes.OpConstant, uint, 3) == [
        earlier.result_id,
        *known,
        count.result_id,
    ]
    assert contradictions(module) == []
