from __future__ import annotations

import re

import pytest
from helpers.spirv_synthesis import FIRST_VALUE, NUMBERS, SETS, Synthesis

from aberration.languages.spirv import grammar, opcodes
from aberration.languages.spirv.disassembler import disassemble, instructions
from aberration.languages.spirv.enums import Decoration, GlslStd450, StorageClass

MAIN = [0x6E69616D, 0]


def test_tables_by_opcode() -> None:
    assert grammar.NAME[128] == "OpIAdd"
    assert grammar.OPCODE["OpIAdd"] == opcodes.OpIAdd == 128
    assert grammar.HAS_TYPE[opcodes.OpIAdd]
    assert not grammar.HAS_TYPE[opcodes.OpLabel]
    assert grammar.HAS_RESULT[opcodes.OpLabel]
    assert not grammar.HAS_RESULT[opcodes.OpStore]
    assert grammar.NAME[8000] is None


def test_enumerants() -> None:
    assert StorageClass.FUNCTION == 7
    assert Decoration.BLOCK == 2
    assert GlslStd450.F_ABS == 4


@pytest.mark.parametrize(
    ("op", "ops", "expected"),
    [
        (opcodes.OpIAdd, [7, 8], [0, 1]),
        (opcodes.OpConstant, [7], []),
        (opcodes.OpVariable, [7, 20], [1]),
        (opcodes.OpCompositeExtract, [9, 0, 1], [0]),
        (opcodes.OpCompositeInsert, [9, 10, 1], [0, 1]),
        (opcodes.OpVectorShuffle, [9, 10, 0, 1], [0, 1]),
        (opcodes.OpPhi, [9, 10, 11, 12], [0, 1, 2, 3]),
        (opcodes.OpLoopMerge, [9, 10, 8, 4], [0, 1]),
        (opcodes.OpBranchConditional, [9, 10, 11, 1, 2], [0, 1, 2]),
        (opcodes.OpLoad, [9, 2, 4], [0]),
        (opcodes.OpLoad, [9, 2 | 16, 4, 12], [0, 3]),
        (opcodes.OpStore, [9, 10, 2 | 8, 4, 12], [0, 1, 4]),
        (opcodes.OpCopyMemory, [9, 10, 8, 11, 16, 12], [0, 1, 3, 5]),
        (opcodes.OpImageSampleImplicitLod, [9, 10], [0, 1]),
        (opcodes.OpImageSampleExplicitLod, [9, 10, 4, 11, 12], [0, 1, 3, 4]),
        (opcodes.OpExtInst, [1, 31, 9, 10], [0, 2, 3]),
        (opcodes.OpEntryPoint, [4, 9, *MAIN, 10, 11], [1, 4, 5]),
        (opcodes.OpGroupDecorate, [9, 10, 11], [0, 1, 2]),
        (opcodes.OpGroupMemberDecorate, [9, 10, 0, 11, 1], [0, 1, 3]),
        (opcodes.OpGroupNonUniformIAdd, [9, 0, 10], [0, 2]),
        (opcodes.OpSpecConstantOp, [opcodes.OpIAdd, 9, 10], [1, 2]),
        (opcodes.OpSpecConstantOp, [opcodes.OpCompositeExtract, 9, 1], [1]),
        (opcodes.OpDecorate, [9, Decoration.LOCATION, 3], [0]),
        (opcodes.OpDecorateId, [9, Decoration.UNIFORM_ID, 10], [0, 2]),
        (opcodes.OpMemberDecorate, [9, 1, Decoration.OFFSET, 3], [0]),
        (opcodes.OpExecutionModeId, [9, 38, 10, 11, 12], [0, 2, 3, 4]),
        (opcodes.OpName, [9, *MAIN], [0]),
    ],
)
def test_id_positions(op: int, ops: list[int], expected: list[int]) -> None:
    assert grammar.id_positions(op, ops) == expected


def test_switch_follows_the_selector_width() -> None:
    assert grammar.id_positions(opcodes.OpSwitch, [9, 10, 0, 11, 1, 12]) == [0, 1, 3, 5]
    assert grammar.id_positions(opcodes.OpSwitch, [9, 10, 0, 0, 11, 1, 0, 12], 2) == [0, 1, 4, 7]


def test_truncated_operands_do_not_raise() -> None:
    assert grammar.id_positions(opcodes.OpStore, [9, 10, 2 | 8]) == [0, 1]
    assert grammar.id_positions(opcodes.OpEntryPoint, [4, 9, 0x6E69616D]) == [1]
    assert grammar.id_positions(opcodes.OpSwitch, [9, 10, 0]) == [0, 1]


def test_sets() -> None:
    assert opcodes.OpTypeForwardPointer not in grammar.TYPES
    assert opcodes.OpTypeStruct in grammar.TYPES
    assert opcodes.OpSpecConstantOp in grammar.CONSTANTS
    assert opcodes.OpUndef not in grammar.CONSTANTS
    assert grammar.BRANCHES < grammar.TERMINATORS
    assert opcodes.OpISub not in grammar.COMMUTATIVE
    assert opcodes.OpPtrEqual in grammar.COMMUTATIVE


STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.DOTALL)


def statements(text: str) -> list[str]:
    """Split assembly text, strings blanked, into instructions."""
    return [line for line in STRING.sub('""', text).splitlines() if line]


def literal_words(op: int, ops: list[int]) -> int:
    return NUMBERS[ops[0] - FIRST_VALUE].words if op == opcodes.OpSwitch else 1


@pytest.mark.parametrize("seed", range(5))
def test_id_positions_of_every_instruction_are_the_ids_of_its_text(seed: int) -> None:
    data = Synthesis(seed).module()
    literal_sets = {
        index + 1 for index, name in enumerate(SETS) if not name.startswith(("GLSL", "NonSemantic"))
    }
    for (_, words), line in zip(instructions(data), statements(disassemble(data)), strict=True):
        op = words[0] & 0xFFFF
        fixed = 1 + grammar.HAS_TYPE[op] + grammar.HAS_RESULT[op]
        ops = words[fixed:]
        if op == opcodes.OpExtInst and ops[0] in literal_sets:
            continue
        printed = [int(number) for number in re.findall(r"%(\d+)", line)][fixed - 1 :]
        assert [
            ops[at] for at in grammar.id_positions(op, ops, literal_words(op, ops))
        ] == printed, line
