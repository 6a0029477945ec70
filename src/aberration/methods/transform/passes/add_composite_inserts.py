"""Propose copies of composites with another part in them."""

from __future__ import annotations

from aberration.languages.spirv import types
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.composite_values import (
    composite_before,
    draw_path,
    value_or_zero,
)
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.composite_insert import CompositeInsert


@fuzzer_pass(
    chance=(0.2, 0.5),
    followed_by=(
        "add_vector_shuffle_instructions",
        "apply_id_synonyms",
        "make_vector_operations_dynamic",
    ),
)
def add_composite_inserts(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point, any composite there, and a value of the type of any
    part of it, or zero.
    """
    anchor = draw.insertion_point()
    composite = 0 if anchor is None else composite_before(draw, anchor)
    if anchor is None or not composite:
        return None
    type_id = draw.module.type_of(composite)
    path = draw_path(draw, type_id)
    wanted = types.walk_path(draw.module, type_id, list(path))
    part = value_or_zero(draw, wanted, anchor)
    if not path or not part:
        return None
    return CompositeInsert(draw.fresh(), composite, part, path, Place.of(draw.module, anchor))
