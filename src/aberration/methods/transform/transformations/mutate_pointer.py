"""Overwrite memory and restore it at once (catalogue: MutatePointer)."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpLoad, OpStore
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.types import pointee_of
from aberration.methods.transform.analysis.constants import find_zero
from aberration.methods.transform.analysis.memory import is_writable, pointer_type
from aberration.methods.transform.analysis.reading import may_read
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation

CLASSES: Final = (StorageClass.FUNCTION, StorageClass.PRIVATE)


class MutatePointer(Transformation, frozen=True, gc=False):
    """Precondition: a pointer to plain data of class Function or Private, which no other invocation
    sees, not read-only; available at `before`, which takes an insertion. In a live block the memory
    surely holds a defined value already, and the pointer surely leads into it. The zero of its type
    exists as an irrelevant constant.
    Effect: inserts a load, a store of the zero, and a store of what was loaded.
    Facts: none used but the irrelevance of the zero, none added.
    """

    fresh: int
    pointer: int
    before: Place

    def is_applicable(self, module: Module) -> bool:
        pointer, anchor = (
            pointer_type(module, self.pointer),
            insertion_at(module, self.before, OpStore),
        )
        if (
            pointer is None
            or anchor is None
            or pointer.ops[0] not in CLASSES
            or not module.is_fresh(self.fresh)
        ):
            return False
        if not is_writable(module, self.pointer) or not available_before(
            module, self.pointer, anchor
        ):
            return False
        return (
            may_read(module, self.pointer, anchor) and find_zero(module, True, pointer.ops[1]) != 0
        )

    def apply(self, module: Module) -> None:
        anchor, type_id = self.before.get(module), pointee_of(module, self.pointer)
        zero = find_zero(module, True, type_id)
        module.insert_before(
            anchor,
            Instruction(OpLoad, type_id, self.fresh, [self.pointer]),
            Instruction(OpStore, 0, 0, [self.pointer, zero]),
            Instruction(OpStore, 0, 0, [self.pointer, self.fresh]),
        )
