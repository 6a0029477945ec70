"""Load from memory (catalogue: Load, without its atomic form)."""

from __future__ import annotations

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpLoad
from aberration.languages.spirv.place import Place
from aberration.methods.transform.placing import insertion_at
from aberration.methods.transform.reading import may_read
from aberration.methods.transform.transformation import Transformation


class Load(Transformation, frozen=True, gc=False):
    """Precondition: a pointer to plain data, available at `before`, which takes an insertion. In a live block the
    memory belongs to the invocation or is never written, surely holds a defined value already, and the pointer surely
    leads into it. Of built-in inputs, only those of BUILTINS are loaded.
    Effect: inserts OpLoad.
    Facts: none used, none added.
    """

    fresh: int
    pointer: int
    before: Place

    def is_applicable(self, module: Module) -> bool:
        anchor = insertion_at(module, self.before, OpLoad)
        if anchor is None or not module.is_fresh(self.fresh):
            return False
        return module.available_before(self.pointer, anchor) and may_read(module, self.pointer, anchor)

    def apply(self, module: Module) -> None:
        pointee = module.pointee(module.type_of(self.pointer))
        module.insert_before(self.before.get(module), Instruction(OpLoad, pointee, self.fresh, [self.pointer]))
