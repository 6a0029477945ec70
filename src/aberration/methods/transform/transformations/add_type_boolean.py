"""Declare the boolean type (catalogue: AddTypeBoolean)."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeBool
from aberration.methods.transform.transformation import Transformation


class AddTypeBoolean(Transformation, frozen=True, gc=False):
    """Precondition: the module has no boolean type yet.
    Effect: declares it.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        return module.is_fresh(self.fresh) and not module.find(OpTypeBool, 0)

    def apply(self, module: Module) -> None:
        module.append_global(Instruction(OpTypeBool, 0, self.fresh, []))
