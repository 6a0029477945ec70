"""Declare a function type (catalogue: AddTypeFunction)."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeFunction, OpTypeVoid
from aberration.methods.transform.analysis.composites import is_type
from aberration.methods.transform.transformation import Transformation


class AddTypeFunction(Transformation, frozen=True, gc=False):
    """Precondition: return and parameter types are types, none a function type, no parameter void;
    no function type of exactly these ids exists.
    Effect: declares it.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    return_type: int
    parameter_types: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        if not module.is_fresh(self.fresh) or not is_type(module, self.return_type):
            return False
        returned = module.definition(self.return_type)
        if returned is None or returned.op == OpTypeFunction:
            return False
        for parameter in self.parameter_types:
            definition = module.definition(parameter)
            if definition is None or not is_type(module, parameter):
                return False
            if definition.op in (OpTypeFunction, OpTypeVoid):
                return False
        return not module.find(OpTypeFunction, 0, self.return_type, *self.parameter_types)

    def apply(self, module: Module) -> None:
        module.append_global(
            Instruction(OpTypeFunction, 0, self.fresh, [self.return_type, *self.parameter_types])
        )
