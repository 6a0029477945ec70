"""Declare a null constant (catalogue: AddConstantNull)."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpConstantNull
from aberration.methods.transform.analysis.composites import can_be_member
from aberration.methods.transform.transformation import Transformation


class AddConstantNull(Transformation, frozen=True, gc=False):
    """Precondition: the type is a scalar, or a composite that may be a member of another one.
    Effect: declares the constant. Null pointers are never made.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    type_id: int

    def is_applicable(self, module: Module) -> bool:
        return module.is_fresh(self.fresh) and can_be_member(module, self.type_id)

    def apply(self, module: Module) -> None:
        module.append_global(Instruction(OpConstantNull, self.type_id, self.fresh, []))
