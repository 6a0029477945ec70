"""Take a part out of a composite (catalogue: CompositeExtract)."""

from __future__ import annotations

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpCompositeExtract
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.parts import is_usable, part_type, record_equal_parts
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation


class CompositeExtract(Transformation, frozen=True, gc=False):
    """Precondition: the composite is available at `before`, which takes an insertion, and the path
    leads to a part of plain data, of which the module may compute with all numbers. In a live block
    the composite is not OpUndef.
    Effect: inserts OpCompositeExtract.
    Facts: the part of the composite equals the result, if the composite can be a synonym and the
    block is live.
    """

    fresh: int
    composite: int
    path: tuple[int, ...]
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not self.path or not module.is_fresh(self.fresh):
            return False
        if not part_type(module, module.type_of(self.composite), self.path):
            return False
        anchor = insertion_at(module, self.before, OpCompositeExtract)
        return anchor is not None and is_usable(module, self.composite, anchor)

    def apply(self, module: Module) -> None:
        type_id = part_type(module, module.type_of(self.composite), self.path)
        made = Instruction(OpCompositeExtract, type_id, self.fresh, [self.composite, *self.path])
        module.insert_before(self.before.get(module), made)
        record_equal_parts(module, self.composite, self.path, self.fresh)
