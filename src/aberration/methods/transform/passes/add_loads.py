"""Propose loads."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import MemorySemantics
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.atomics import can_be_atomic
from aberration.methods.transform.analysis.memory import pointer_type
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import draw_scope, pointer_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.load import Load

ATOMIC: Final = 0.6


@fuzzer_pass(chance=(0.05, 0.5), followed_by=("replace_loads_stores_with_copy_memories",))
def add_loads(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point and any pointer there; atomic often, where that may be."""
    module = draw.module
    anchor = draw.insertion_point()
    if anchor is None or anchor.block is None:
        return None
    pointer = pointer_before(draw, anchor)
    if not pointer:
        return None
    place, found = Place.of(module, anchor), pointer_type(module, pointer)
    may_be_atomic = anchor.block.dead and found is not None and can_be_atomic(module, found)
    if found is None or not may_be_atomic or not draw.rng.chance(ATOMIC):
        return Load(draw.fresh(), pointer, place)
    scope, semantics = draw_scope(draw, found.ops[0], MemorySemantics.ACQUIRE)
    return Load(draw.fresh(), pointer, place, True, scope, semantics)
