"""Declare a structure type (catalogue: AddTypeStruct)."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeStruct
from aberration.methods.transform.analysis.composites import can_be_member
from aberration.methods.transform.transformation import Transformation


class AddTypeStruct(Transformation, frozen=True, gc=False):
    """Precondition: every member type may be a member.
    Effect: declares a structure type, undecorated. Another one of the same shape may exist.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    member_types: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        if not all(can_be_member(module, member) for member in self.member_types):
            return False
        return module.is_fresh(self.fresh)

    def apply(self, module: Module) -> None:
        module.append_global(Instruction(OpTypeStruct, 0, self.fresh, list(self.member_types)))
