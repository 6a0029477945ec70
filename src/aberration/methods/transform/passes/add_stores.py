"""Propose stores, where they do not matter."""

from __future__ import annotations

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.store import Store
from aberration.methods.transform.variables import pointer_before


@fuzzer_pass(chance=(0.05, 0.5), followed_by=("replace_loads_stores_with_copy_memories",))
def add_stores(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point, a pointer there, and any value of its pointee type."""
    anchor = draw.insertion_point()
    if anchor is None or anchor.block is None:
        return None
    pointer = pointer_before(draw, anchor) if anchor.block.dead else _irrelevant_pointer(draw, anchor)
    if not pointer:
        return None
    pointee = draw.module.pointee(draw.module.type_of(pointer))
    value = draw.available_id(pointee, anchor)
    return Store(pointer, value, Place.of(draw.module, anchor)) if value else None


def _irrelevant_pointer(draw: Draw, anchor: Instruction) -> int:
    known = draw.module.facts.pointee_irrelevant_ids()
    for _ in range(4):
        pointer = draw.rng.choose(known) if known else 0
        if pointer and draw.module.available_before(pointer, anchor):
            return pointer
    return 0
