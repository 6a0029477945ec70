"""A level is looked up as a texture of one level, which its size and picture are those of."""

from __future__ import annotations

from itertools import product

import pytest

from aberration.core.levels import OPEN_LODS, Lods, exactly
from aberration.core.shapes import Shape
from aberration.core.texels import (
    fetched_texel,
    filtered_texel,
    gathered_texels,
    is_amid,
    is_between,
    is_filtered_nowhere,
    is_level_open,
    is_missing,
    is_outside,
    picture_of,
    sampled_texel,
    size_of,
    size_of_level,
)
from aberration.core.textures import Texture, each_level

NOWHERE = (0, 0, 0)
FLAT = Texture("t", size=(5, 12, 1), number=250, levels=4)
LAYERS = Texture("t", "2DArray", size=(5, 12, 3), number=8, levels=3)
DEEP = Texture("t", "3D", size=(5, 12, 3), number=8, levels=2)
PLACES = [(0.11 + 0.17 * x, 0.07 + 0.13 * y, 0.8, 1.0) for x, y in product(range(8), repeat=2)]
textures = pytest.mark.parametrize("texture", [FLAT, LAYERS, DEEP])


@textures
@pytest.mark.parametrize("offset", [NOWHERE, (-3, 2, 0)])
def test_a_sample_is_one_of_its_level(texture: Texture, offset: tuple[int, int, int]) -> None:
    size, picture = size_of(texture), picture_of(texture)
    for level, own in enumerate(each_level(texture)):
        alone = (offset, own.size, picture_of(own))
        for place in PLACES:
            given = (place, offset, size, picture, exactly(level + 0.3))
            assert is_between(*given) is is_between(place, *alone)
            assert sampled_texel(*given) == sampled_texel(place, *alone)
            assert is_filtered_nowhere(*given) is is_filtered_nowhere(place, *alone)
            assert filtered_texel(*given) == filtered_texel(place, *alone)


@textures
def test_a_gather_is_one_of_level_0(texture: Texture) -> None:
    first = each_level(texture)[0]
    for place in PLACES:
        given = (place, NOWHERE, size_of(texture), picture_of(texture, 2))
        alone = (place, NOWHERE, first.size, picture_of(first, 2))
        assert is_amid(*given) is is_amid(*alone)
        assert gathered_texels(*given) == gathered_texels(*alone)


@textures
def test_a_fetch_stays_inside_of_its_level(texture: Texture) -> None:
    levels = each_level(texture)
    size, picture = size_of(texture), picture_of(texture)
    for level, x, z in product(range(-1, 5), range(-1, 6), range(3)):
        at = (x, 0, z, level)
        is_there = 0 <= level < len(levels)
        assert is_missing(at, NOWHERE, size, picture) is not is_there
        if not is_there:
            assert is_outside(at, NOWHERE, size, picture)
            continue
        own, first = levels[level], (x, 0, z, 0)
        alone = (NOWHERE, own.size, picture_of(own))
        assert is_outside(at, NOWHERE, size, picture) is is_outside(first, *alone)
        assert fetched_texel(at, NOWHERE, size, picture) == fetched_texel(first, *alone)


@textures
def test_the_size_is_that_of_the_level(texture: Texture) -> None:
    size, picture = size_of(texture), picture_of(texture)
    for level, own in enumerate(each_level(texture)):
        found = size_of_level((0, 0, 0, level), NOWHERE, size, picture)
        assert found == (*own.size, texture.level_count)


@pytest.mark.parametrize("lods", [exactly(0.5), exactly(1.4), OPEN_LODS])
@pytest.mark.parametrize(("shape", "levels"), [("2D", 1), ("3D", 3)])
def test_a_level_is_open_where_there_are_several(lods: Lods, shape: Shape, levels: int) -> None:
    size = size_of(Texture("t", shape, size=(4, 4, 1), levels=levels))
    assert is_level_open(PLACES[0], NOWHERE, size, (0, 0, 0, 0), lods) is (levels > 1)
