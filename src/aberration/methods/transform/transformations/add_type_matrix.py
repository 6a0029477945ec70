"""Declare a matrix type (catalogue: AddTypeMatrix)."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeFloat, OpTypeMatrix, OpTypeVector
from aberration.methods.transform.transformation import Transformation


class AddTypeMatrix(Transformation, frozen=True, gc=False):
    """Precondition: the column type is a vector of floats, the count 2 to 4; no such matrix type
    exists.
    Effect: declares it.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    column_type: int
    count: int

    def is_applicable(self, module: Module) -> bool:
        column = module.definition(self.column_type)
        if column is None or column.op != OpTypeVector or not 2 <= self.count <= 4:
            return False
        component = module.definition(column.ops[0])
        if component is None or component.op != OpTypeFloat:
            return False
        return module.is_fresh(self.fresh) and not module.find(
            OpTypeMatrix, 0, self.column_type, self.count
        )

    def apply(self, module: Module) -> None:
        module.append_global(
            Instruction(OpTypeMatrix, 0, self.fresh, [self.column_type, self.count])
        )
