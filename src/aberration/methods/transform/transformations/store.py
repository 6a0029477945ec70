"""Store to memory that does not matter, or in a dead block (catalogue: Store)."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.enums import MemorySemantics, Scope, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpAtomicStore, OpStore
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.atomics import can_be_atomic, scope_of
from aberration.methods.transform.analysis.memory import (
    is_builtin,
    is_writable,
    pointer_type,
    value_type,
)
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation


class Store(Transformation, frozen=True, gc=False):
    """Precondition: pointer (to plain data, not read-only) and value, of the pointee type, are
    available at `before`, which takes an insertion; its block is dead, or what the pointer points
    to is irrelevant, no other invocation's too, and the value defined. No built-in output: writing
    one anywhere makes it undefined where it is not written. An atomic store is of a 32-bit integer
    in a storage buffer or workgroup memory. Its scope and semantics are constants: Invocation and
    Relaxed; or Device, and Relaxed or Release with the bit of the storage class. With scope Device
    it is allowed in irrelevant workgroup memory: others store there atomically, too, or never.
    Effect: inserts OpStore or OpAtomicStore.
    Facts: none used but these, none added.
    """

    pointer: int
    value: int
    before: Place
    is_atomic: bool = False
    scope: int = 0
    semantics: int = 0

    def is_applicable(self, module: Module) -> bool:
        pointer = pointer_type(module, self.pointer)
        if pointer is None or value_type(module, self.value) != pointer.ops[1]:
            return False
        anchor = insertion_at(module, self.before, OpStore)
        if anchor is None or anchor.block is None:
            return False
        if self.is_atomic and self._scope(module, pointer) < 0:
            return False
        if not anchor.block.dead and not self._is_harmless(module, pointer):
            return False
        if pointer.ops[0] == StorageClass.OUTPUT and is_builtin(module, self.pointer):
            return False
        if not types.can_create_constant(module, pointer.ops[1]) or not is_writable(
            module, self.pointer
        ):
            return False
        return available_before(module, self.pointer, anchor) and available_before(
            module, self.value, anchor
        )

    def _scope(self, module: Module, pointer: Instruction) -> int:
        """Return the scope of an atomic store; -1 if it cannot be one."""
        if not can_be_atomic(module, pointer):
            return -1
        return scope_of(module, self.scope, self.semantics, pointer.ops[0], MemorySemantics.RELEASE)

    def _is_harmless(self, module: Module, pointer: Instruction) -> bool:
        """Memory of a workgroup is shared: two stores without synchronisation are a race, whatever
        they store, unless all are atomic at a scope with both invocations in it.
        """
        if pointer.ops[0] == StorageClass.WORKGROUP:
            if not self.is_atomic or self._scope(module, pointer) != Scope.DEVICE:
                return False
        elif self.is_atomic:
            return False
        return module.facts.is_pointee_irrelevant(self.pointer) and not may_depend_on_undefined(
            module, self.value
        )

    def apply(self, module: Module) -> None:
        made = Instruction(OpStore, 0, 0, [self.pointer, self.value])
        if self.is_atomic:
            made = Instruction(
                OpAtomicStore, 0, 0, [self.pointer, self.scope, self.semantics, self.value]
            )
        module.insert_before(self.before.get(module), made)
