"""Declare a pointer type (catalogue: AddTypePointer)."""

from __future__ import annotations

from typing import ClassVar, Final

from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpTypeFunction, OpTypePointer, OpTypeVoid
from aberration.methods.transform.analysis.composites import has_layout, is_type
from aberration.methods.transform.transformation import Transformation

CLASSES: Final = frozenset(
    (
        StorageClass.FUNCTION,
        StorageClass.PRIVATE,
        StorageClass.WORKGROUP,
        StorageClass.INPUT,
        StorageClass.OUTPUT,
        StorageClass.UNIFORM,
        StorageClass.UNIFORM_CONSTANT,
        StorageClass.PUSH_CONSTANT,
        StorageClass.STORAGE_BUFFER,
    )
)
EXPLICIT: Final = frozenset(
    (StorageClass.UNIFORM, StorageClass.PUSH_CONSTANT, StorageClass.STORAGE_BUFFER)
)


class AddTypePointer(Transformation, frozen=True, gc=False):
    """Precondition: the base type exists and is neither void nor a function type; the storage class
    is one that a shader needs no capability for. Only the classes of buffers take base types with
    an explicit layout.
    Effect: declares a pointer type. Another one of the same shape may exist.
    Facts: none used, none added.
    """

    supporting: ClassVar[bool] = True
    fresh: int
    storage_class: int
    base_type: int

    def is_applicable(self, module: Module) -> bool:
        if (
            not module.is_fresh(self.fresh)
            or self.storage_class not in CLASSES
            or not is_type(module, self.base_type)
        ):
            return False
        base = module.definition(self.base_type)
        if base is None or base.op in (OpTypeVoid, OpTypeFunction):
            return False
        return self.storage_class in EXPLICIT or not has_layout(module, self.base_type)

    def apply(self, module: Module) -> None:
        module.append_global(
            Instruction(OpTypePointer, 0, self.fresh, [self.storage_class, self.base_type])
        )
