"""Compute a bitwise operation bit by bit (catalogue: AddBitInstructionSynonym)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBitFieldInsert,
    OpBitFieldUExtract,
    OpBitwiseAnd,
    OpBitwiseOr,
    OpBitwiseXor,
    OpConstant,
    OpNot,
    OpTypeInt,
)
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.transformation import Transformation, all_fresh

BITWISE: Final = (OpBitwiseOr, OpBitwiseXor, OpBitwiseAnd, OpNot)
WIDTH: Final = 32
"""Bit fields are of 32 bits in Vulkan."""


class AddBitInstructionSynonym(Transformation, frozen=True, gc=False):
    """Precondition: `result` is an OpBitwiseOr, OpBitwiseXor, OpBitwiseAnd or OpNot of 32-bit
    integers, no vectors, in a live block, and can be a synonym; its operands are of its type.
    Relevant unsigned constants 0 to 31 exist. `fresh_ids` are 127 ids, 95 for OpNot.
    Effect: inserts before it: the extraction of each bit of each operand, the operation on each
    bit, and the insertion of these bits, one after the other, into the first one.
    Facts: the last insertion is a synonym of the instruction.
    """

    result: int
    fresh_ids: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        instruction = module.definition(self.result)
        if instruction is None or not can_be_taken_apart(module, instruction):
            return False
        if len(self.fresh_ids) != ids_needed(instruction) or not all_fresh(module, *self.fresh_ids):
            return False
        return all(bit_numbers(module))

    def apply(self, module: Module) -> None:
        instruction = must_exist(module.definition(self.result))
        made = _instructions(instruction, bit_numbers(module), list(self.fresh_ids))
        module.insert_before(instruction, *made)
        module.facts.add_synonym(self.result, made[-1].result_id)


def can_be_taken_apart(module: Module, instruction: Instruction) -> bool:
    """Say whether an instruction is a bitwise one of a live block that is computed in 32 bits
    of one type.
    """
    block, type_id = instruction.block, instruction.type_id
    if (
        instruction.op not in BITWISE
        or block is None
        or block.dead
        or not can_be_synonym(module, instruction)
    ):
        return False
    if not types.is_int(module, type_id) or types.width(module, type_id) != WIDTH:
        return False
    return all(module.type_of(operand) == type_id for operand in instruction.ops)


def ids_needed(instruction: Instruction) -> int:
    """Return the number of instructions that are inserted."""
    return (2 + len(instruction.ops)) * WIDTH - 1


def bit_numbers(module: Module) -> list[int]:
    """Return the unsigned constants of 0 to 31, 0 for one that does not exist."""
    unsigned = module.find(OpTypeInt, 0, WIDTH, 0)
    if not unsigned:
        return [0]
    return [find_constant(module, False, OpConstant, unsigned, bit) for bit in range(WIDTH)]


def _instructions(
    instruction: Instruction, numbers: list[int], fresh_ids: list[int]
) -> list[Instruction]:
    type_id, one = instruction.type_id, numbers[1]
    fresh_ids.reverse()
    made: list[Instruction] = []
    bits: list[int] = []
    for number in numbers:
        extracted = []
        for operand in instruction.ops:
            made.append(
                Instruction(OpBitFieldUExtract, type_id, fresh_ids.pop(), [operand, number, one])
            )
            extracted.append(made[-1].result_id)
        made.append(Instruction(instruction.op, type_id, fresh_ids.pop(), extracted))
        bits.append(made[-1].result_id)
    whole = bits[0]
    for number, bit in zip(numbers[1:], bits[1:], strict=True):
        made.append(
            Instruction(OpBitFieldInsert, type_id, fresh_ids.pop(), [whole, bit, number, one])
        )
        whole = made[-1].result_id
    return made
