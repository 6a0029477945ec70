"""Levels of textures: their sides, how many there are, and which one is the nearest."""

from __future__ import annotations

import math

import pytest

from aberration.core.levels import (
    LEVEL_MARGIN,
    OPEN_LODS,
    exactly,
    is_open_level,
    level_side,
    most_levels,
    nearest_level,
)


@pytest.mark.parametrize(
    ("size", "is_deep", "wanted"),
    [
        ((1, 1, 1), False, 1),
        ((2, 1, 1), False, 2),
        ((3, 3, 1), False, 2),
        ((4, 1, 1), False, 3),
        ((64, 5, 1), False, 7),
        ((2, 2, 16), False, 2),
        ((2, 2, 16), True, 5),
    ],
)
def test_the_last_level_is_the_first_of_one_texel(
    size: tuple[int, int, int], is_deep: bool, wanted: int
) -> None:
    assert most_levels(size, is_deep=is_deep) == wanted
    sides = size if is_deep else size[:2]
    ones = [all(level_side(side, level) == 1 for side in sides) for level in range(wanted)]
    assert ones == [False] * (wanted - 1) + [True]


@pytest.mark.parametrize(
    ("lod", "wanted"),
    [(-9.0, 0), (0.49, 0), (0.51, 1), (1.4, 1), (1.6, 2), (2.9, 2), (1e30, 2), (-1e30, 0)],
)
def test_the_nearest_level_is_one_that_there_is(lod: float, wanted: int) -> None:
    assert nearest_level(lod, 3) == wanted
    assert nearest_level(lod, 1) == 0


def test_the_middle_of_two_levels_is_open() -> None:
    inside, outside = 0.99 * LEVEL_MARGIN, 1.01 * LEVEL_MARGIN
    for side in (-1, 1):
        assert is_open_level(exactly(1.5 + side * inside), 3)
        assert not is_open_level(exactly(1.5 + side * outside), 3)
        assert not is_open_level(exactly(2.5 + side * inside), 3)
        assert not is_open_level(exactly(-0.5 + side * inside), 3)
        assert not is_open_level(exactly(0.5 + side * inside), 1)


@pytest.mark.parametrize(
    ("least", "most", "is_open"),
    [(0.7, 1.3, False), (0.6, 1.3, True), (0.7, 1.4, True), (1.7, 9.0, False), (-9.0, 0.3, False)],
)
def test_an_interval_of_levels_is_known_where_one_is_nearest(
    least: float, most: float, is_open: bool
) -> None:
    assert is_open_level((1.0, least, most), 3) is is_open


def test_what_no_number_says_is_open_where_there_are_several_levels() -> None:
    assert is_open_level(OPEN_LODS, 2)
    assert not is_open_level(OPEN_LODS, 1)
    assert is_open_level(exactly(math.nan), 2)
    assert not is_open_level(exactly(math.nan), 1)
    assert nearest_level(math.nan, 2) == 0
