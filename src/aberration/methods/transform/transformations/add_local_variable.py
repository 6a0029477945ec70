"""Declare a local variable (catalogue: AddLocalVariable)."""

from __future__ import annotations

from typing import ClassVar

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpVariable
from aberration.methods.transform.analysis.constants import is_initializer
from aberration.methods.transform.analysis.memory import has_layout
from aberration.methods.transform.transformation import Transformation


class AddLocalVariable(Transformation, frozen=True, gc=False):
    """Precondition: the type is a pointer of storage class Function to something without explicit
    layout; the function exists and has a body; the initializer is a constant of the pointee type.
    Effect: inserts an OpVariable at the start of the function.
    Facts: the memory behind it is irrelevant, if asked for.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    type_id: int
    function: int
    initializer: int
    irrelevant: bool = True

    def is_applicable(self, module: Module) -> bool:
        if types.storage_class(
            module, self.type_id
        ) != StorageClass.FUNCTION or not module.is_fresh(self.fresh):
            return False
        pointee = types.pointee(module, self.type_id)
        if not is_initializer(module, self.initializer, pointee) or has_layout(module, pointee):
            return False
        function = module.function(self.function)
        return function is not None and bool(function.blocks)

    def apply(self, module: Module) -> None:
        function = must_exist(module.function(self.function))
        variable = Instruction(
            OpVariable, self.type_id, self.fresh, [StorageClass.FUNCTION, self.initializer]
        )
        module.insert(function.blocks[0], 0, variable)
        if self.irrelevant:
            module.facts.add_pointee_irrelevant(self.fresh)
