"""Parts of an image and of a dispatch: together they are the whole, once."""

from __future__ import annotations

import pytest

from aberration.core.inputs import Inputs
from aberration.core.tiles import Tile
from aberration.targets.runners.vulkan.draws import areas_of, parts_of


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


@pytest.mark.parametrize("groups", [(1, 1, 1), (2, 1, 1), (3, 5, 2), (1, 1, 7)])
def test_parts_of_a_dispatch_are_all_of_it(groups: tuple[int, int, int]) -> None:
    found = [
        (x + dx, y + dy, z + dz)
        for (x, y, z), (wide, high, deep) in parts_of(groups)
        for dx in range(wide)
        for dy in range(high)
        for dz in range(deep)
    ]
    wanted = [
        (x, y, z) for x in range(groups[0]) for y in range(groups[1]) for z in range(groups[2])
    ]
    assert sorted(found) == wanted
