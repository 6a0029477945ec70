"""Samples of two levels: weighted sums of what each of them gives."""

from __future__ import annotations

import math
from itertools import product

import pytest

from aberration.core.blends import (
    blend_bounds,
    blended_texel,
    blending_picture,
    is_blended_nowhere,
)
from aberration.core.levels import LEVEL_MARGIN, OPEN_LODS, exactly
from aberration.core.rng import Rng
from aberration.core.texels import (
    FILTER_ERROR,
    FILTER_MARGIN,
    filtered_texel,
    picture_of,
    sampled_texel,
    size_of,
)
from aberration.core.textures import Texture, each_level

NOWHERE = (0, 0, 0)
NEAREST = Texture("t", size=(16, 8, 1), number=250, levels=4, mip="linear")
LINEAR = Texture("t", "3D", size=(16, 8, 4), number=3, levels=3, filter="linear", mip="linear")
PLACES = [(0.11 + 0.17 * x, 0.07 + 0.13 * y, 0.8, 1.0) for x, y in product(range(5), repeat=2)]
textures = pytest.mark.parametrize("texture", [NEAREST, LINEAR])
Four = tuple[float, float, float, float]


def of_level(texture: Texture, level: int, place: Four) -> tuple[float, ...]:
    own = each_level(texture)[level]
    given = (place, NOWHERE, own.size, picture_of(own))
    if texture.filter == "linear":
        return filtered_texel(*given)
    return tuple(one / 256 for one in sampled_texel(*given))


Asked = tuple[Four, tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def given(texture: Texture, place: Four) -> Asked:
    return place, NOWHERE, size_of(texture), blending_picture(texture)


@textures
@pytest.mark.parametrize(
    ("lod", "first", "weight"),
    [
        (-3.0, 0, 0.0),
        (0.0, 0, 0.0),
        (0.25, 0, 0.25),
        (1.0, 1, 0.0),
        (1.75, 1, 0.75),
        (99.0, -1, 0.0),
    ],
)
def test_two_levels_count_by_their_distance(
    texture: Texture, lod: float, first: int, weight: float
) -> None:
    last = texture.level_count - 1
    first = first if first >= 0 else last
    for place in PLACES:
        found = blended_texel(*given(texture, place), exactly(lod))
        near, far = (of_level(texture, min(first + k, last), place) for k in range(2))
        wanted = [(1 - weight) * one + weight * other for one, other in zip(near, far, strict=True)]
        assert found == pytest.approx(wanted)


def test_a_texel_is_open_where_that_of_a_level_which_counts_is() -> None:
    border = (1 / 16, 0.3, 0.0, 1.0)
    assert is_blended_nowhere(*given(NEAREST, border), exactly(0.4))
    assert is_blended_nowhere(*given(NEAREST, border), exactly(1.0 + 0.9 * LEVEL_MARGIN - 0.25))
    assert not is_blended_nowhere(*given(NEAREST, border), exactly(1.0 + 1.1 * LEVEL_MARGIN))
    assert not is_blended_nowhere(*given(LINEAR, border), exactly(0.4))


@textures
def test_a_level_that_is_not_known_opens_all(texture: Texture) -> None:
    for lods in (OPEN_LODS, exactly(math.nan)):
        assert is_blended_nowhere(*given(texture, PLACES[0]), lods)
        bounds = blend_bounds(PLACES[0], *given(texture, PLACES[0]), FILTER_MARGIN, lods)
        assert bounds is None


@textures
def test_bounds_hold_what_lies_between_them(texture: Texture) -> None:
    rng = Rng.of(3, "bounds")
    known = 0
    for place in PLACES:
        least = rng.uniform(-1, 3)
        most = least + rng.uniform(0, 1.5)
        lods = ((least + most) / 2, least, most)
        bounds = blend_bounds(place, *given(texture, place), FILTER_MARGIN, lods)
        if bounds is None:
            assert is_blended_nowhere(*given(texture, place), lods)
            continue
        known += 1
        for _ in range(20):
            lod = rng.uniform(least - LEVEL_MARGIN, most + LEVEL_MARGIN)
            found = blended_texel(*given(texture, place), exactly(lod))
            rows = zip(bounds[0], found, bounds[1], strict=True)
            assert all(low <= one <= high for low, one, high in rows)
    assert known > 5


def test_bounds_are_no_wider_than_the_levels_at_their_ends() -> None:
    place = PLACES[0]
    bounds = blend_bounds(place, *given(NEAREST, place), FILTER_MARGIN, exactly(0.5))
    assert bounds is not None
    near, far = (of_level(NEAREST, level, place) for level in range(2))
    for low, high, one, other in zip(*bounds, near, far, strict=True):
        ends = sorted(one + (0.5 + side) * (other - one) for side in (-LEVEL_MARGIN, LEVEL_MARGIN))
        assert (low, high) == pytest.approx((ends[0] - FILTER_ERROR, ends[1] + FILTER_ERROR))


@pytest.mark.parametrize(("lod", "level"), [(-0.2, 0), (3.2, 3)])
def test_beyond_the_ends_a_nearest_texel_is_exact(lod: float, level: int) -> None:
    place = PLACES[0]
    bounds = blend_bounds(place, *given(NEAREST, place), FILTER_MARGIN, exactly(lod))
    exact = of_level(NEAREST, level, place)
    assert bounds == (exact, exact)
