"""Swap the two operands of a commutative instruction (catalogue: SwapCommutableOperands)."""

from __future__ import annotations

from aberration.languages.spirv.grammar import COMMUTATIVE
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformation import Transformation


class SwapCommutableOperands(Transformation, frozen=True, gc=False):
    """Precondition: `at` is an instruction whose opcode commutes.
    Effect: its two operands change places. This is exact for floating point, too.
    Facts: none used, none added.
    """

    at: Place

    def is_applicable(self, module: Module) -> bool:
        instruction = self.at.find(module)
        return (
            instruction is not None
            and instruction.op in COMMUTATIVE
            and instruction.block is not None
        )

    def apply(self, module: Module) -> None:
        instruction = self.at.get(module)
        left, right = instruction.ops
        module.set_operands(instruction, [right, left])
