"""Which parts of an image are drawn, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.core.inputs import Inputs
from aberration.core.tiles import Tile

MARGIN: Final = 16
"""Pixels that a larger image has more, to the right and below."""


def areas_of(inputs: Inputs) -> list[Tile]:
    """Return what is drawn, in order: for `DrawInTiles` four parts of each area, of even sides so
    that no quad lies in two, the last one first.
    """
    areas = list(inputs.areas)
    if "DrawInTiles" not in inputs.ways:
        return areas
    return [part for area in reversed(areas) for part in reversed([*_quarters(area)])]


def _quarters(area: Tile) -> Iterator[Tile]:
    right, below = area.width // 4 * 2, area.height // 4 * 2
    for y, height in ((0, below), (below, area.height - below)):
        for x, width in ((0, right), (right, area.width - right)):
            if width and height:
                yield Tile(area.x + x, area.y + y, width, height)
