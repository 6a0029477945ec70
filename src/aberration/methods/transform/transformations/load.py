"""Load from memory (catalogue: Load)."""

from __future__ import annotations

from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.enums import MemorySemantics
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpAtomicLoad, OpLoad
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.types import pointee_of
from aberration.methods.transform.analysis.atomics import can_be_atomic, scope_of
from aberration.methods.transform.analysis.memory import is_writable, pointer_type
from aberration.methods.transform.analysis.reading import may_read
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation


class Load(Transformation, frozen=True, gc=False):
    """Precondition: a pointer to plain data, available at `before`, which takes an insertion. In a
    live block the memory belongs to the invocation or is never written, surely holds a defined
    value already, and the pointer surely leads into it. Of built-in inputs, only those of BUILTINS
    are loaded. An atomic load is in a dead block only; it is of a 32-bit integer in a storage
    buffer, not read-only, or in workgroup memory. Its scope and semantics are constants: Invocation
    and Relaxed; or Device, and Relaxed or Acquire with the bit of the storage class.
    Effect: inserts OpLoad or OpAtomicLoad.
    Facts: none used but that a block is dead, none added.
    """

    fresh: int
    pointer: int
    before: Place
    is_atomic: bool = False
    scope: int = 0
    semantics: int = 0

    def is_applicable(self, module: Module) -> bool:
        anchor = insertion_at(module, self.before, OpLoad)
        if anchor is None or anchor.block is None or not module.is_fresh(self.fresh):
            return False
        if self.is_atomic and not (anchor.block.dead and self._can_be_atomic(module)):
            return False
        return available_before(module, self.pointer, anchor) and may_read(
            module, self.pointer, anchor
        )

    def _can_be_atomic(self, module: Module) -> bool:
        pointer = pointer_type(module, self.pointer)
        if (
            pointer is None
            or not can_be_atomic(module, pointer)
            or not is_writable(module, self.pointer)
        ):
            return False
        return (
            scope_of(module, self.scope, self.semantics, pointer.ops[0], MemorySemantics.ACQUIRE)
            >= 0
        )

    def apply(self, module: Module) -> None:
        pointee = pointee_of(module, self.pointer)
        made = Instruction(OpLoad, pointee, self.fresh, [self.pointer])
        if self.is_atomic:
            made = Instruction(
                OpAtomicLoad, pointee, self.fresh, [self.pointer, self.scope, self.semantics]
            )
        module.insert_before(self.before.get(module), made)
