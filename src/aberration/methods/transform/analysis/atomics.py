"""Scope and semantics of atomic loads and stores that are added.

An order other than Relaxed names the storage class that it is about; at the scope of one
invocation, Vulkan allows none. The scope Device is every implementation's, but a capability of its
own in the Vulkan memory model.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.enums import MemorySemantics, Scope, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpConstant
from aberration.methods.transform.analysis.memory_operands import has_vulkan_memory_model

MEMORY_OF: Final = {
    StorageClass.STORAGE_BUFFER: MemorySemantics.UNIFORM_MEMORY,
    StorageClass.WORKGROUP: MemorySemantics.WORKGROUP_MEMORY,
}
"""Storage classes of atomic accesses, and their bits in memory semantics."""


def can_be_atomic(module: Module, pointer: Instruction) -> bool:
    """Say whether what a pointer of this type leads to can be accessed atomically: a shared
    32-bit integer.
    """
    pointee = pointer.ops[1]
    return (
        pointer.ops[0] in MEMORY_OF
        and types.is_int(module, pointee)
        and types.width(module, pointee) == 32
    )


def scope_of(
    module: Module, scope_id: int, semantics_id: int, storage_class: int, order: int
) -> int:
    """Return the scope of an atomic access whose order is Relaxed or `order`; -1 if the two
    constants are no good.
    """
    scope, semantics = _value(module, scope_id), _value(module, semantics_id)
    if scope == Scope.INVOCATION:
        return scope if semantics == MemorySemantics.RELAXED else -1
    if scope != Scope.DEVICE or has_vulkan_memory_model(module):
        return -1
    ordered = order | MEMORY_OF.get(storage_class, 0)
    return scope if semantics in (MemorySemantics.RELAXED, ordered) else -1


def _value(module: Module, value_id: int) -> int:
    definition = module.definition(value_id)
    if (
        definition is None
        or definition.op != OpConstant
        or not types.is_int(module, definition.type_id)
    ):
        return -1
    return definition.ops[0] if types.width(module, definition.type_id) == 32 else -1
