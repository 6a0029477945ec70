"""Parts of an image: together they are the whole, once."""

from __future__ import annotations

import pytest

from aberration.core.inputs import Inputs
from aberration.core.tiles import Tile
from aberration.targets.runners.areas import areas_of


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (14, 10), (256, 256), (7, 64)])
def test_tiles_cover_each_pixel_once_and_cut_no_quad(size: tuple[int, int]) -> None:
    inputs = Inputs(width=size[0], height=size[1], ways=("DrawInTiles",))
    areas = areas_of(inputs)
    pixels = [
        (area.x + x, area.y + y)
        for area in areas
        for y in range(area.height)
        for x in range(area.width)
    ]
    assert sorted(pixels) == [(x, y) for x in range(size[0]) for y in range(size[1])]
    assert all(area.x % 2 == area.y % 2 == 0 for area in areas)


def test_tiles_of_tiles_come_last_first() -> None:
    tiles = (Tile(0, 0, 8, 8), Tile(16, 8, 8, 8))
    areas = areas_of(Inputs(tiles=tiles, ways=("DrawInTiles",)))
    assert len(areas) == 8
    assert (areas[0], areas[-1]) == (Tile(20, 12, 4, 4), Tile(0, 0, 4, 4))
    assert areas_of(Inputs(tiles=tiles)) == [*tiles]
