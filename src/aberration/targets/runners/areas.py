"""What is drawn: which parts of an image, and how many vertices and instances."""

from __future__ import annotations

import struct
from collections.abc import Collection, Iterator
from typing import Final

from aberration.core.inputs import Inputs
from aberration.core.tiles import Tile

MARGIN: Final = 16
"""Pixels that a larger image has more, to the right and below."""


INDICES: Final = struct.pack("<4H", 0, 1, 2, 3)
"""The indices of a triangle or a strip of two, as 16-bit numbers."""


def draw_numbers(ways: Collection[str]) -> tuple[int, ...]:
    """Return the numbers of a draw call of Vulkan or WebGPU: vertices or indices, instances, and
    where they begin.
    """
    vertices = 4 if "DrawTwoTriangles" in ways else 3
    instances = 2 if "DrawTwoInstances" in ways else 1
    return (vertices, instances, *(0,) * (3 if "DrawIndexed" in ways else 2))


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
