"""Propose to overwrite memory and restore it."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory import pointer_type
from aberration.methods.transform.analysis.reading import may_read
from aberration.methods.transform.draw import TRIES, Draw
from aberration.methods.transform.drawing.variables import LARGEST, pointer_before, scalars
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.mutate_pointer import CLASSES, MutatePointer


@fuzzer_pass(chance=(0.1, 0.5))
def mutate_pointers(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point, any pointer there to memory of the invocation."""
    module = draw.module
    anchor = draw.insertion_point()
    if anchor is None:
        return None
    for _ in range(TRIES):
        drawn = pointer_before(draw, anchor)
        pointer = pointer_type(module, drawn) if drawn else None
        if pointer is None or pointer.ops[0] not in CLASSES or not may_read(module, drawn, anchor):
            continue
        if scalars(draw, pointer.ops[1]) <= LARGEST and draw.zero_constant(
            pointer.ops[1], irrelevant=True
        ):
            return MutatePointer(draw.fresh(), drawn, Place.of(module, anchor))
    return None
