"""Copy memory instead of storing what was loaded (catalogue: ReplaceLoadStoreWithCopyMemory)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpCopyMemory,
    OpFunctionParameter,
    OpLoad,
    OpMemberDecorate,
    OpStore,
)
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.preamble import has_decoration
from aberration.methods.transform.analysis.memory import variable_of
from aberration.methods.transform.analysis.memory_effects import keep_memory_between
from aberration.methods.transform.analysis.memory_operands import is_plain_access
from aberration.methods.transform.analysis.synonymy import is_plain_pointer
from aberration.methods.transform.transformation import Transformation

DEEPEST: Final = 8
"""Structures inside each other that are looked into; a member further in counts as volatile."""


class ReplaceLoadStoreWithCopyMemory(Transformation, frozen=True, gc=False):
    """Precondition: `load` is an undecorated OpLoad of plain data, its result what the OpStore
    `store` stores, later in the same block; both have no memory operands but None and Nontemporal.
    All between surely writes no memory and waits for nobody: no store, copy, atomic, barrier, call,
    image access but sampling, and no unknown extended instruction. The memory that is loaded is not
    volatile.
    Effect: the store becomes OpCopyMemory; the load stays.
    Facts: none used, none added.
    """

    load: int
    store: Place

    def is_applicable(self, module: Module) -> bool:
        load, store = module.definition(self.load), self.store.find(module)
        if load is None or load.op != OpLoad or store is None or store.op != OpStore:
            return False
        if store.ops[1] != self.load or module.is_decorated(self.load):
            return False
        if not is_plain_access(load) or not is_plain_access(store):
            return False
        if not is_plain_pointer(module, module.type_of(load.ops[0])) or may_be_volatile(
            module, load.ops[0]
        ):
            return False
        if not types.can_create_constant(module, load.type_id):
            return False
        return keep_memory_between(module, load, store)

    def apply(self, module: Module) -> None:
        load, store = must_exist(module.definition(self.load)), self.store.get(module)
        module.replace(store, Instruction(OpCopyMemory, 0, 0, [store.ops[0], load.ops[0]]))


def may_be_volatile(module: Module, pointer_id: int) -> bool:
    """Say whether memory may change between two readings: it is declared volatile, or nobody
    knows where it is.
    """
    variable = variable_of(module, pointer_id)
    if variable is None or has_decoration(module, variable.result_id, Decoration.VOLATILE):
        return True
    # What a parameter points to may be declared anywhere; if it is not shared, nobody but the
    # invocation writes it.
    own = (StorageClass.FUNCTION, StorageClass.PRIVATE)
    storage_class = types.storage_class(module, variable.type_id)
    if variable.op == OpFunctionParameter and storage_class not in own:
        return True
    return _has_volatile_member(module, types.pointee(module, variable.type_id), DEEPEST)


def _has_volatile_member(module: Module, type_id: int, depth: int) -> bool:
    while types.component_type(module, type_id):
        type_id = types.component_type(module, type_id)
    if not types.is_struct(module, type_id):
        return False
    if depth == 0:
        return True
    for user in module.users(type_id):
        if user.op == OpMemberDecorate and user.ops[2] == Decoration.VOLATILE:
            return True
    return any(
        _has_volatile_member(module, part, depth - 1) for part in types.part_types(module, type_id)
    )
