"""Propose loads."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.load import Load
from aberration.methods.transform.variables import pointer_before


@fuzzer_pass(chance=(0.05, 0.5), followed_by=("replace_loads_stores_with_copy_memories",))
def add_loads(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point and any pointer there."""
    anchor = draw.insertion_point()
    if anchor is None:
        return None
    pointer = pointer_before(draw, anchor)
    return Load(draw.fresh(), pointer, Place.of(draw.module, anchor)) if pointer else None
