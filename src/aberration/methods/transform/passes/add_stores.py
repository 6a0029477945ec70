"""Propose stores, where they do not matter."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.enums import MemorySemantics
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.atomics import can_be_atomic
from aberration.methods.transform.analysis.memory import pointer_type
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import draw_scope, pointer_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.store import Store

ATOMIC: Final = 0.55


@fuzzer_pass(chance=(0.05, 0.5), followed_by=("replace_loads_stores_with_copy_memories",))
def add_stores(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point, a pointer there, and any value of its pointee type; atomic,
    where that may be: often in dead blocks, always in live ones.
    """
    module = draw.module
    anchor = draw.insertion_point()
    if anchor is None or anchor.block is None:
        return None
    dead = anchor.block.dead
    pointer = pointer_before(draw, anchor) if dead else _irrelevant_pointer(draw, anchor)
    found = pointer_type(module, pointer) if pointer else None
    value = draw.available_id(found.ops[1], anchor) if found is not None else 0
    if found is None or not value:
        return None
    place = Place.of(module, anchor)
    if not can_be_atomic(module, found) or (dead and not draw.rng.chance(ATOMIC)):
        return Store(pointer, value, place)
    scope, semantics = draw_scope(draw, found.ops[0], MemorySemantics.RELEASE, not dead)
    return Store(pointer, value, place, True, scope, semantics)


def _irrelevant_pointer(draw: Draw, anchor: Instruction) -> int:
    known = draw.module.facts.pointee_irrelevant_ids()
    for _ in range(4):
        pointer = draw.rng.choose(known) if known else 0
        if pointer and available_before(draw.module, pointer, anchor):
            return pointer
    return 0
