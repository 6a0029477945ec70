"""Declare a boolean constant (catalogue: AddConstantBoolean)."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpConstantFalse, OpConstantTrue, OpTypeBool
from aberration.methods.transform.transformation import Transformation


class AddConstantBoolean(Transformation, frozen=True, gc=False):
    """Precondition: the boolean type exists.
    Effect: declares the constant.
    Facts: the constant is irrelevant, if asked for.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    value: bool
    irrelevant: bool = False

    def is_applicable(self, module: Module) -> bool:
        return module.is_fresh(self.fresh) and module.find(OpTypeBool, 0) != 0

    def apply(self, module: Module) -> None:
        op = OpConstantTrue if self.value else OpConstantFalse
        module.append_global(Instruction(op, module.find(OpTypeBool, 0), self.fresh, []))
        if self.irrelevant:
            module.facts.add_irrelevant(self.fresh)
