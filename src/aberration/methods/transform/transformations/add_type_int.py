"""Declare an integer type (catalogue: AddTypeInt)."""

from __future__ import annotations

from typing import ClassVar, Final

from aberration.languages.spirv.enums import Capability
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeInt
from aberration.languages.spirv.preamble import has_capability
from aberration.methods.transform.transformation import Transformation

NEEDS: Final = {8: Capability.INT8, 16: Capability.INT16, 64: Capability.INT64}


class AddTypeInt(Transformation, frozen=True, gc=False):
    """Precondition: the width is 32, or 8, 16, 64 with its capability; no type of this width and
    sign exists.
    Effect: declares it.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    width: int
    signed: bool

    def is_applicable(self, module: Module) -> bool:
        if not module.is_fresh(self.fresh) or module.find(
            OpTypeInt, 0, self.width, int(self.signed)
        ):
            return False
        return self.width == 32 or (
            self.width in NEEDS and has_capability(module, NEEDS[self.width])
        )

    def apply(self, module: Module) -> None:
        module.append_global(Instruction(OpTypeInt, 0, self.fresh, [self.width, int(self.signed)]))
