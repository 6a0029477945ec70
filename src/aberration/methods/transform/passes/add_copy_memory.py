"""Propose copies of memory to variables of no consequence."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory import pointer_type
from aberration.methods.transform.analysis.reading import may_read
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import passing_variable, pointer_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_copy_memory import AddCopyMemory


@fuzzer_pass(chance=(0.2, 0.5), followed_by=("replace_copy_memories_with_loads_stores",))
def add_copy_memory(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point, any pointer there that may be read."""
    module = draw.module
    anchor = draw.insertion_point()
    source = 0 if anchor is None else pointer_before(draw, anchor)
    pointer = pointer_type(module, source) if source else None
    if anchor is None or pointer is None or not may_read(module, source, anchor):
        return None
    storage_class, zero = passing_variable(draw, pointer.ops[1])
    return (
        AddCopyMemory(source, draw.fresh(), storage_class, zero, Place.of(module, anchor))
        if zero
        else None
    )
