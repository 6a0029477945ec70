"""Declare an undefined value (catalogue: AddGlobalUndef)."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpUndef
from aberration.methods.transform.analysis.composites import can_be_member
from aberration.methods.transform.transformation import Transformation


class AddGlobalUndef(Transformation, frozen=True, gc=False):
    """Precondition: the type is a scalar, or a composite that may be a member of another one.
    Effect: declares the undefined value.
    Facts: none used, none added. Each use may see another value: only dead blocks may read it
    (`may_be_undefined`).
    """

    supporting: ClassVar[bool] = True
    fresh: int
    type_id: int

    def is_applicable(self, module: Module) -> bool:
        return module.is_fresh(self.fresh) and can_be_member(module, self.type_id)

    def apply(self, module: Module) -> None:
        module.append_global(Instruction(OpUndef, self.type_id, self.fresh, []))
