"""Propose to copy memory by way of values."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpCopyMemory
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_copy_memory_with_load_store import (
    ReplaceCopyMemoryWithLoadStore,
)


@fuzzer_pass(chance=(0.1, 0.5))
def replace_copy_memories_with_loads_stores(draw: Draw) -> Transformation | None:
    """One attempt: any copy of memory."""
    copy = draw.instruction((OpCopyMemory,))
    return (
        ReplaceCopyMemoryWithLoadStore(draw.fresh(), Place.of(draw.module, copy))
        if copy is not None
        else None
    )
