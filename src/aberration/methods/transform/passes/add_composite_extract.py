"""Propose to take parts out of composites."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.composite_values import composite_before, draw_path
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.composite_extract import CompositeExtract

TRIES: Final = 4


@fuzzer_pass(chance=(0.2, 0.5), followed_by=("apply_id_synonyms",))
def add_composite_extract(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point; a part there of which something is known, or any part
    of any composite.
    """
    anchor = draw.insertion_point()
    if anchor is None:
        return None
    known = _part_of_known_equality(draw, anchor) if draw.rng.bits() & 1 else None
    if known is not None:
        return CompositeExtract(draw.fresh(), known[0], known[1], Place.of(draw.module, anchor))
    composite = composite_before(draw, anchor)
    path = draw_path(draw, draw.module.type_of(composite))
    return (
        CompositeExtract(draw.fresh(), composite, path, Place.of(draw.module, anchor))
        if path
        else None
    )


def _part_of_known_equality(draw: Draw, anchor: Instruction) -> tuple[int, tuple[int, ...]] | None:
    """Return an available composite and the path of a part of it that equals some id or part."""
    facts, rng = draw.module.facts, draw.rng
    if not facts.synonym_ids:
        return None
    parts = facts.part_synonyms(rng.choose(facts.synonym_ids))
    for _ in range(TRIES if parts else 0):
        wholes, path = facts.whole_of(rng.choose(parts))
        whole = rng.choose(wholes)
        if types.is_composite(draw.module, draw.module.type_of(whole)) and available_before(
            draw.module, whole, anchor
        ):
            return whole, path
    return None
