"""Add, subtract or multiply with the carry and drop it (catalogue:
ReplaceAddSubMulWithCarryingExtended).
"""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCompositeExtract,
    OpIAdd,
    OpIAddCarry,
    OpIMul,
    OpISub,
    OpISubBorrow,
    OpSMulExtended,
    OpTypeStruct,
    OpUMulExtended,
)
from aberration.methods.transform.transformation import Transformation

REPLACED: Final = (OpIAdd, OpISub, OpIMul)
WIDTH: Final = 32


class ReplaceAddSubMulWithCarryingExtended(Transformation, frozen=True, gc=False):
    """Precondition: `result` is an undecorated OpIAdd, OpISub (both unsigned) or OpIMul of 32 bits,
    scalar or vector, whose operands are of the result's type; an undecorated structure type of two
    members of this type exists.
    Effect: inserts OpIAddCarry, OpISubBorrow, OpUMulExtended or OpSMulExtended; the instruction
    extracts its low part.
    Facts: none used, none added.
    """

    result: int
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        instruction = module.definition(self.result)
        if (
            instruction is None
            or not can_be_extended(module, instruction)
            or not module.is_fresh(self.fresh)
        ):
            return False
        return pair_type(module, instruction.type_id) != 0

    def apply(self, module: Module) -> None:
        old = must_exist(module.definition(self.result))
        extended = Instruction(
            _extended_opcode(module, old), pair_type(module, old.type_id), self.fresh, list(old.ops)
        )
        low = Instruction(OpCompositeExtract, old.type_id, self.result, [self.fresh, 0])
        module.replace(old, extended, low)


def can_be_extended(module: Module, instruction: Instruction) -> bool:
    """Say whether an instruction is one that has an extended form of its own type."""
    if (
        instruction.op not in REPLACED
        or instruction.block is None
        or module.is_decorated(instruction.result_id)
    ):
        return False
    type_id = instruction.type_id
    if types.width(module, type_id) != WIDTH or any(
        module.type_of(operand) != type_id for operand in instruction.ops
    ):
        return False
    return instruction.op == OpIMul or not types.is_signed(module, type_id)


def pair_type(module: Module, type_id: int) -> int:
    """Return an undecorated structure type of two such members; 0 if there is none."""
    for found in module.find_all(OpTypeStruct, 0, type_id, type_id):
        if not module.is_decorated(found):
            return found
    return 0


def _extended_opcode(module: Module, instruction: Instruction) -> int:
    if instruction.op == OpIAdd:
        return OpIAddCarry
    if instruction.op == OpISub:
        return OpISubBorrow
    return OpSMulExtended if types.is_signed(module, instruction.type_id) else OpUMulExtended
