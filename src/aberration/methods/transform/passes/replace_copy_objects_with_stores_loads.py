"""Propose to copy values by way of memory."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpCopyObject
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import passing_variable
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_copy_object_with_store_load import (
    ReplaceCopyObjectWithStoreLoad,
)


@fuzzer_pass(chance=(0.2, 0.9), followed_by=("replace_loads_stores_with_copy_memories",))
def replace_copy_objects_with_stores_loads(draw: Draw) -> Transformation | None:
    """One attempt: any copy of a value, through a local or a private variable."""
    copy = draw.instruction((OpCopyObject,))
    if copy is None or draw.module.is_decorated(copy.result_id):
        return None
    storage_class, zero = passing_variable(draw, copy.type_id)
    return (
        ReplaceCopyObjectWithStoreLoad(copy.result_id, draw.fresh(), storage_class, zero)
        if zero
        else None
    )
