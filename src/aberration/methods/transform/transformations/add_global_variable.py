"""Declare a private or workgroup variable (catalogue: AddGlobalVariable)."""

from __future__ import annotations

from typing import ClassVar

from aberration.languages.spirv import types
from aberration.languages.spirv.declaring import declare_global
from aberration.languages.spirv.enums import ExecutionModel, StorageClass
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.analysis.constants import is_initializer
from aberration.methods.transform.analysis.memory import has_layout
from aberration.methods.transform.transformation import Transformation


class AddGlobalVariable(Transformation, frozen=True, gc=False):
    """Precondition: the type is a pointer of storage class Private, and the initializer a constant
    of the pointee type; or of class Workgroup in a compute shader, without initializer (0). The
    pointee type has no explicit layout.
    Effect: declares the variable, and lists it in the interfaces where the version asks for that.
    Facts: the memory behind it is irrelevant, if asked for.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    type_id: int
    initializer: int
    irrelevant: bool = True

    def is_applicable(self, module: Module) -> bool:
        pointee = types.pointee(module, self.type_id)
        if not module.is_fresh(self.fresh) or has_layout(module, pointee):
            return False
        storage_class = types.storage_class(module, self.type_id)
        if storage_class == StorageClass.WORKGROUP:
            return self.initializer == 0 and all(
                entry.ops[0] == ExecutionModel.GL_COMPUTE for entry in entry_points(module)
            )
        return storage_class == StorageClass.PRIVATE and is_initializer(
            module, self.initializer, pointee
        )

    def apply(self, module: Module) -> None:
        storage_class = types.storage_class(module, self.type_id)
        declare_global(module, self.fresh, self.type_id, storage_class, self.initializer)
        if self.irrelevant:
            module.facts.add_pointee_irrelevant(self.fresh)
