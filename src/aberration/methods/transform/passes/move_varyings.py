"""Propose other places for what the stages of a pair hand on."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.varyings import MOST_ROWS, Unmatched, Varying
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.move_varying import (
    PARTS,
    MoveVarying,
    varyings_of,
)

_NEAR: Final = 0.5
"""How often it goes to a location where another one is, if there is room."""
_ROW: Final = 4


@fuzzer_pass(chance=(0.3, 0.9), pairs=True)
def move_varyings(draw: Draw) -> Transformation | None:
    """One attempt: any variable between the stages, and any place."""
    try:
        known = varyings_of(draw.module)
    except Unmatched:
        return None
    if not known:
        return None
    moved = draw.rng.choose(known)
    return MoveVarying(*moved.place, _location(draw, known), _component(draw, moved))


def _location(draw: Draw, known: tuple[Varying, ...]) -> int:
    if draw.rng.chance(_NEAR):
        return draw.rng.choose(known).place[0]
    return draw.rng.below(MOST_ROWS)


def _component(draw: Draw, moved: Varying) -> int:
    room = _ROW - len(moved.cells)
    return draw.rng.below(room + 1) if moved.shape[0] in PARTS and room > 0 else 0
