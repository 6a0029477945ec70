"""Declare a vector type (catalogue: AddTypeVector)."""

from __future__ import annotations

from typing import ClassVar, Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeBool, OpTypeFloat, OpTypeInt, OpTypeVector
from aberration.methods.transform.transformation import Transformation

SCALARS: Final = frozenset((OpTypeBool, OpTypeInt, OpTypeFloat))


class AddTypeVector(Transformation, frozen=True, gc=False):
    """Precondition: the component type is a scalar, the count 2 to 4; no such vector type exists.
    Effect: declares it.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    component_type: int
    count: int

    def is_applicable(self, module: Module) -> bool:
        component = module.definition(self.component_type)
        if component is None or component.op not in SCALARS or not 2 <= self.count <= 4:
            return False
        return module.is_fresh(self.fresh) and not module.find(
            OpTypeVector, 0, self.component_type, self.count
        )

    def apply(self, module: Module) -> None:
        module.append_global(
            Instruction(OpTypeVector, 0, self.fresh, [self.component_type, self.count])
        )
