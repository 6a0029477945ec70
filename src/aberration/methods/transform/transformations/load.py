"""Load from memory (catalogue: Load, without its atomic form)."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpLoad
from aberration.languages.spirv.place import Place
from aberration.methods.transform.memory import is_initialised, pointer_type, variable_of
from aberration.methods.transform.placing import insertion_at
from aberration.methods.transform.transformation import Transformation

CLASSES: Final = frozenset(
    (
        *(StorageClass.FUNCTION, StorageClass.PRIVATE, StorageClass.INPUT, StorageClass.OUTPUT),
        *(StorageClass.UNIFORM, StorageClass.PUSH_CONSTANT),
    )
)
"""Memory of one invocation, or that nobody writes: loading it in live code cannot race."""
DEAD_CLASSES: Final = CLASSES | {StorageClass.STORAGE_BUFFER, StorageClass.WORKGROUP}


class Load(Transformation, frozen=True, gc=False):
    """Precondition: a pointer to plain data, available at `before`, which takes an insertion. In a live block the
    memory belongs to the invocation or is never written, and surely holds a defined value already.
    Effect: inserts OpLoad.
    Facts: none used, none added.
    """

    fresh: int
    pointer: int
    before: Place

    def is_applicable(self, module: Module) -> bool:
        pointer = pointer_type(module, self.pointer)
        if pointer is None or pointer.ops[0] not in DEAD_CLASSES or not module.is_fresh(self.fresh):
            return False
        anchor = insertion_at(module, self.before, OpLoad)
        if anchor is None or anchor.block is None or not types.can_create_constant(module, pointer.ops[1]):
            return False
        if not module.available_before(self.pointer, anchor):
            return False
        if anchor.block.dead:
            return True
        variable = variable_of(module, self.pointer)
        return pointer.ops[0] in CLASSES and variable is not None and is_initialised(module, variable, anchor)

    def apply(self, module: Module) -> None:
        pointee = module.pointee(module.type_of(self.pointer))
        module.insert_before(self.before.get(module), Instruction(OpLoad, pointee, self.fresh, [self.pointer]))
