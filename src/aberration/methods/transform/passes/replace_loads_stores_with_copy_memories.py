"""Propose copies of memory instead of stores of what was loaded."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpLoad, OpStore
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import TRIES, Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_load_store_with_copy_memory import (
    ReplaceLoadStoreWithCopyMemory,
)


@fuzzer_pass(chance=(0.1, 0.5))
def replace_loads_stores_with_copy_memories(draw: Draw) -> Transformation | None:
    """One attempt: any store of what was loaded in the same block."""
    module = draw.module
    for _ in range(TRIES):
        store = draw.instruction((OpStore,))
        load = None if store is None else module.definition(store.ops[1])
        if (
            store is not None
            and load is not None
            and load.op == OpLoad
            and load.block is store.block
        ):
            return ReplaceLoadStoreWithCopyMemory(load.result_id, Place.of(module, store))
    return None
