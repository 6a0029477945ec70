"""Propose to put values into composites and take them out again."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory import may_be_undefined, value_type
from aberration.methods.transform.analysis.parts import COMPOSITES
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.composite_values import DEEPER, value_or_zero
from aberration.methods.transform.drawing.operands import use_at_once, value_at
from aberration.methods.transform.drawing.variables import LARGEST, scalars
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.composite_extract import CompositeExtract
from aberration.methods.transform.transformations.composite_insert import CompositeInsert
from aberration.methods.transform.transformations.vector_shuffle import VectorShuffle

OPERANDS: Final = 0.75
"""Share of attempts that take an operand of what follows, which then is what was made."""
DEEPEST: Final = 3
VECTORS: Final = 2
"""One scalar in so many goes through a vector, whose components are shuffled."""


@fuzzer_pass(chance=(0.2, 0.9), followed_by=("apply_id_synonyms",))
def push_ids_through_composites(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point and an operand of what follows, which is replaced then, or
    any value there; at any depth of an available composite or a zero one; the components of a
    vector are shuffled in between, each to its own place.
    """
    module, anchor = draw.module, draw.insertion_point()
    if anchor is None:
        return None
    drawn = value_at(draw, anchor, OPERANDS)
    value = drawn.value
    if not value or may_be_undefined(module, value):
        return None
    type_id, path = _type_around(draw, value_type(module, value))
    composite = value_or_zero(draw, type_id, anchor) if path else 0
    place, inserted = Place.of(module, anchor), draw.fresh()
    if not composite or not draw.apply(CompositeInsert(inserted, composite, value, path, place)):
        return None
    if types.is_vector(module, type_id):
        inserted = _shuffle(draw, inserted, anchor)
    extract = CompositeExtract(draw.fresh(), inserted, path, place)
    return use_at_once(draw, drawn, extract, extract.fresh)


def _type_around(draw: Draw, type_id: int) -> tuple[int, tuple[int, ...]]:
    """Return a type of modest size around a type, and the path to a part of that type; an empty
    path without one.
    """
    if types.is_scalar(draw.module, type_id) and draw.rng.below(VECTORS) == 0:
        count = draw.rng.between(2, 4)
        return draw.vector_type(type_id, count), (draw.rng.below(count),)
    path: tuple[int, ...] = ()
    while len(path) < DEEPEST and (not path or draw.rng.chance(DEEPER)):
        known = [each.result_id for each in draw.module.users(type_id) if each.op in COMPOSITES]
        is_known = known and draw.rng.bits() & 1
        around = draw.rng.choose(known) if is_known else draw.struct_type((type_id, type_id))
        if not 0 < scalars(draw, around) <= LARGEST:
            break
        parts = types.part_types(draw.module, around)
        places = [k for k, part in enumerate(parts) if part == type_id]
        type_id, path = around, (draw.rng.choose(places), *path)
    return type_id, path


def _shuffle(draw: Draw, vector: int, anchor: Instruction) -> int:
    """Return the vector again: each component comes from it, or from it as the second operand."""
    module, rng = draw.module, draw.rng
    type_id = module.type_of(vector)
    count = types.component_count(module, type_id)
    other = vector if rng.bits() & 1 else draw.available_id(type_id, anchor) or vector
    components = tuple(k + count * (other == vector and rng.bits() & 1) for k in range(count))
    shuffled = draw.fresh()
    applied = draw.apply(
        VectorShuffle(shuffled, vector, other, components, Place.of(module, anchor))
    )
    return shuffled if applied else vector
