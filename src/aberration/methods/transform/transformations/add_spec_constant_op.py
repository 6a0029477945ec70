"""Declare a constant that is computed from two others (catalogue: AddSpecConstantOp)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBitwiseAnd,
    OpBitwiseOr,
    OpBitwiseXor,
    OpConstant,
    OpIAdd,
    OpIMul,
    OpISub,
    OpSpecConstantOp,
)
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.transformation import Transformation

OPERATIONS: Final[dict[int, Callable[[int, int], int]]] = {
    OpIAdd: operator.add,
    OpISub: operator.sub,
    OpIMul: operator.mul,
    OpBitwiseAnd: operator.and_,
    OpBitwiseOr: operator.or_,
    OpBitwiseXor: operator.xor,
}
"""Operations that the capability Shader allows there, exact for all operands."""
WIDTH: Final = 32
MASK: Final = 0xFFFFFFFF


class AddSpecConstantOp(Transformation, frozen=True, gc=False):
    """Precondition: left and right are relevant OpConstants of the type, an integer of 32 bits; the
    opcode is an addition, subtraction, multiplication, or bitwise and, or, xor.
    Effect: declares the operation on them as a constant.
    Facts: it is a synonym of the relevant, undecorated OpConstant of its value, if there is one.
    """

    fresh: int
    type_id: int
    opcode: int
    left: int
    right: int

    def is_applicable(self, module: Module) -> bool:
        if self.opcode not in OPERATIONS or not module.is_fresh(self.fresh):
            return False
        if not types.is_int(module, self.type_id) or types.width(module, self.type_id) != WIDTH:
            return False
        return self._is_operand(module, self.left) and self._is_operand(module, self.right)

    def _is_operand(self, module: Module, value_id: int) -> bool:
        found = module.definition(value_id)
        if found is None or found.op != OpConstant or found.type_id != self.type_id:
            return False
        return not module.facts.is_declared_irrelevant(value_id)

    def apply(self, module: Module) -> None:
        words = [types.constant_int(module, operand) for operand in (self.left, self.right)]
        value = OPERATIONS[self.opcode](*words) & MASK
        equal = find_constant(module, False, OpConstant, self.type_id, value)
        ops = [self.opcode, self.left, self.right]
        module.append_global(Instruction(OpSpecConstantOp, self.type_id, self.fresh, ops))
        if equal and not module.is_decorated(equal):
            module.facts.add_synonym(equal, self.fresh)
