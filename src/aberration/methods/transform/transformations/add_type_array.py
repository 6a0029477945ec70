"""Declare an array type (catalogue: AddTypeArray)."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpConstant, OpTypeArray, OpTypeInt
from aberration.methods.transform.analysis.composites import can_be_member
from aberration.methods.transform.transformation import Transformation


class AddTypeArray(Transformation, frozen=True, gc=False):
    """Precondition: the element type may be a member; the size is a constant of a 32-bit integer
    type, 1 or more as a signed number.
    Effect: declares an array type, undecorated. Another one of the same shape may exist.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    element_type: int
    size: int

    def is_applicable(self, module: Module) -> bool:
        size = module.definition(self.size)
        if (
            size is None
            or size.op != OpConstant
            or len(size.ops) != 1
            or not 1 <= size.ops[0] < 1 << 31
        ):
            return False
        size_type = module.definition(size.type_id)
        if (
            size_type is None
            or size_type.op != OpTypeInt
            or not can_be_member(module, self.element_type)
        ):
            return False
        return module.is_fresh(self.fresh)

    def apply(self, module: Module) -> None:
        module.append_global(
            Instruction(OpTypeArray, 0, self.fresh, [self.element_type, self.size])
        )
