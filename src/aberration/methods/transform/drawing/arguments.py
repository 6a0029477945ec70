"""Arguments for calls: values that are available, and pointers to memory of no consequence."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.methods.transform.analysis.undefined import is_free_memory, may_depend_on_undefined
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.transformations.add_global_variable import AddGlobalVariable
from aberration.methods.transform.transformations.add_local_variable import AddLocalVariable

TRIES: Final = 4


def draw_argument(draw: Draw, type_id: int, anchor: Instruction) -> int:
    """Return any value of the type that is available, or a zero; for a pointer a variable of no
    consequence.
    """
    if types.pointee(draw.module, type_id):
        return _free_variable(draw, type_id, anchor) or _new_variable(draw, type_id, anchor)
    for _ in range(TRIES):
        found = draw.available_id(type_id, anchor)
        if found and not may_depend_on_undefined(draw.module, found):
            return found
    return draw.zero_constant(type_id)


def _free_variable(draw: Draw, type_id: int, anchor: Instruction) -> int:
    module = draw.module
    known = module.values_of_type(type_id)
    for _ in range(TRIES if known else 0):
        pointer = draw.rng.choose(known)
        if available_before(module, pointer, anchor) and is_free_memory(module, pointer, anchor):
            return pointer
    return 0


def _new_variable(draw: Draw, type_id: int, anchor: Instruction) -> int:
    storage_class = types.storage_class(draw.module, type_id)
    if anchor.block is None or storage_class not in (StorageClass.FUNCTION, StorageClass.PRIVATE):
        return 0
    zero = draw.null_constant(types.pointee(draw.module, type_id))
    fresh = draw.fresh()
    if storage_class == StorageClass.PRIVATE:
        return fresh if draw.apply(AddGlobalVariable(fresh, type_id, zero)) else 0
    return (
        fresh if draw.apply(AddLocalVariable(fresh, type_id, anchor.block.function.id, zero)) else 0
    )
