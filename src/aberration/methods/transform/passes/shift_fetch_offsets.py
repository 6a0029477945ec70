"""Propose to move parts of places between the coordinates and the offsets of fetches."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.image_reads import LARGEST_OFFSET, LEAST_OFFSET
from aberration.languages.spirv.opcodes import OpImageFetch
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.images import signed_words
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.shift_fetch_offset import (
    COORDINATE,
    ShiftFetchOffset,
    fetched_offset,
    with_layer,
)

BACK: Final = 0.3
"""Chance that an offset that is there becomes a part of the coordinate."""


@fuzzer_pass(chance=(0.1, 0.5), followed_by=("add_equation_instructions",))
def shift_fetch_offsets(draw: Draw) -> Transformation | None:
    """One attempt: any fetch, to any offset that every implementation takes, or to none."""
    fetch = draw.instruction((OpImageFetch,))
    offset = None if fetch is None else fetched_offset(draw.module, fetch)
    if fetch is None or offset is None:
        return None
    moved = tuple(draw.rng.between(LEAST_OFFSET, LARGEST_OFFSET) for _ in offset)
    if any(offset) and draw.rng.chance(BACK):
        moved = (0,) * len(offset)
    shift = tuple(new - old for new, old in zip(moved, offset, strict=True))
    integer = draw.int_type()
    _vector(draw, integer if len(moved) == 1 else draw.vector_type(integer, len(moved)), moved)
    coordinate = draw.module.type_of(fetch.ops[COORDINATE])
    _vector(draw, coordinate, with_layer(draw.module, coordinate, shift))
    return ShiftFetchOffset(Place.of(draw.module, fetch), shift, draw.fresh())


def _vector(draw: Draw, type_id: int, numbers: tuple[int, ...]) -> None:
    """Make sure that there is a constant of these integers."""
    scalar = types.component_type(draw.module, type_id)
    words = signed_words(numbers)
    if not scalar:
        draw.int_constant(type_id, words[0])
        return
    draw.composite_constant(type_id, [draw.int_constant(scalar, word) for word in words])
