"""Declare a floating-point type (catalogue: AddTypeFloat)."""

from __future__ import annotations

from typing import ClassVar, Final

from aberration.languages.spirv.enums import Capability
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeFloat
from aberration.languages.spirv.preamble import has_capability
from aberration.methods.transform.transformation import Transformation

NEEDS: Final = {16: Capability.FLOAT16, 64: Capability.FLOAT64}


class AddTypeFloat(Transformation, frozen=True, gc=False):
    """Precondition: the width is 32, or 16, 64 with its capability; no type of this width exists.
    Effect: declares it.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    width: int

    def is_applicable(self, module: Module) -> bool:
        if not module.is_fresh(self.fresh) or module.find(OpTypeFloat, 0, self.width):
            return False
        return self.width == 32 or (
            self.width in NEEDS and has_capability(module, NEEDS[self.width])
        )

    def apply(self, module: Module) -> None:
        module.append_global(Instruction(OpTypeFloat, 0, self.fresh, [self.width]))
