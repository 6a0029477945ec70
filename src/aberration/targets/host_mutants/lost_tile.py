"""Of several draws in one pass, the first is lost."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.targets.runners.areas import areas_of

from .mutant import HostMutant, of_inputs

_WAY: Final = "DrawInTiles"


def _mistake(inputs: Inputs) -> Inputs:
    """Draw all parts of the image but the first."""
    drawn = tuple(areas_of(inputs)[1:])
    ways = tuple(way for way in inputs.ways if way != _WAY)
    return replace(inputs, tiles=drawn or inputs.tiles, ways=ways)


MUTANT: Final = HostMutant(
    "host-lost-tile",
    "a scissor that changes within a pass loses the draw before",
    _WAY,
    of_inputs(_mistake),
)
