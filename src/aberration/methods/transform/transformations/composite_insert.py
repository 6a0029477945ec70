"""Copy a composite with another part in it (catalogue: CompositeInsert)."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpCompositeInsert
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.parts import (
    can_be_made,
    is_usable,
    part_type,
    record_equal_parts,
)
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation

SIBLINGS: Final = 16
"""Facts look at so many parts beside each one on the path."""


class CompositeInsert(Transformation, frozen=True, gc=False):
    """Precondition: composite and part are available at `before`, which takes an insertion; the
    composite is plain data, with all numbers of which the module may compute, and the path leads to
    a part of exactly the type of the given one. In a live block neither is OpUndef.
    Effect: inserts OpCompositeInsert.
    Facts: in a live block, the given part equals its place in the result, and what is beside the
    path is the same in the composite and in the result; each only where the source can be a
    synonym.
    """

    fresh: int
    composite: int
    part: int
    path: tuple[int, ...]
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not self.path or not module.is_fresh(self.fresh):
            return False
        type_id = module.type_of(self.composite)
        wanted = part_type(module, type_id, self.path)
        if not wanted or wanted != module.type_of(self.part) or not can_be_made(module, type_id):
            return False
        anchor = insertion_at(module, self.before, OpCompositeInsert)
        return anchor is not None and all(
            is_usable(module, value, anchor) for value in (self.composite, self.part)
        )

    def apply(self, module: Module) -> None:
        type_id = module.type_of(self.composite)
        made = Instruction(
            OpCompositeInsert, type_id, self.fresh, [self.part, self.composite, *self.path]
        )
        module.insert_before(self.before.get(module), made)
        record_equal_parts(module, self.part, (), self.fresh, self.path)
        for depth, index in enumerate(self.path):
            count = types.component_count(module, type_id)
            for sibling in range(min(count, SIBLINGS)):
                path = (*self.path[:depth], sibling)
                if sibling != index:
                    record_equal_parts(module, self.composite, path, self.fresh, path)
            type_id = types.walk(module, type_id, index)
