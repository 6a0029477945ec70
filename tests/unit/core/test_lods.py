"""Levels of detail of slopes: what lengths are legal, and what a bias adds."""

from __future__ import annotations

import math

import pytest

from aberration.core.levels import OPEN_LODS, Lods
from aberration.core.lods import FARTHEST_LOD, NO_BIAS, ROUGH_LOD, lods_of_slopes
from aberration.core.rng import Rng

SIZE = (16, 8, 4)
Six = tuple[float, float, float, float, float, float]
NONE: Six = (0.0,) * 6


def lods(slopes: Six, bias: Lods = NO_BIAS, *, is_promised: bool = True) -> Lods:
    return lods_of_slopes(slopes, slopes, slopes, SIZE, bias, is_promised=is_promised)


@pytest.mark.parametrize(
    ("slopes", "wanted"),
    [
        ((0.25, 0.0, 0.0, 0.0, 0.0, 0.0), (2.0, 2.0, 2.5)),
        ((0.0, 0.0, 0.0, 0.0, -0.5, 0.0), (2.0, 2.0, 2.5)),
        ((0.25, 0.0, 0.0, 0.0, 0.5, 0.0), (2.0, 2.0, 2.5)),
        ((0.25, 0.5, 0.0, 0.0, 0.0, 0.0), (2.5, 2.0, 3.5)),
        ((0.125, 0.25, 0.5, 0.0, 0.0, 0.0), (1.0 + math.log2(3) / 2, 1.0, 1.5 + math.log2(3))),
    ],
)
def test_vulkan_allows_sqrt_2_times_the_sum(slopes: Six, wanted: Lods) -> None:
    assert lods(slopes) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("slopes", "most"),
    [
        ((0.25, 0.0, 0.0, 0.0, 0.0, 0.0), 2.5),
        ((0.25, 0.0, 0.0, 0.0, 0.5, 0.0), 3.0),
        ((0.25, 0.0, 0.0, 0.0, 0.5, 1.0), 2.0 + math.log2(3.0)),
    ],
)
def test_opengl_allows_the_sum_over_the_axes_too(slopes: Six, most: float) -> None:
    found = lods(slopes, is_promised=False)
    assert found[1:] == pytest.approx((2.0 - ROUGH_LOD, most + ROUGH_LOD))


def test_usual_lengths_lie_between() -> None:
    rng = Rng.of(1, "lengths")
    for _ in range(300):
        x, y, z, u, v, w = (rng.uniform(-2, 2) for _ in range(6))
        _, least, most = lods((x, y, z, u, v, w))
        right = [abs(one) * side for one, side in zip((x, y, z), SIZE, strict=True)]
        down = [abs(one) * side for one, side in zip((u, v, w), SIZE, strict=True)]
        lengths = [max(math.hypot(*one) for one in (right, down)), max(sum(right), sum(down))]
        for length in (max(*right, *down), *lengths):
            assert least - 1e-9 <= math.log2(length) <= most + 1e-9


def test_an_interval_holds_the_levels_of_all_its_slopes() -> None:
    rng = Rng.of(2, "intervals")
    for _ in range(200):
        lo = tuple(rng.uniform(-1, 1) for _ in range(6))
        hi = tuple(one + rng.uniform(0, 0.5) for one in lo)
        at = tuple(rng.uniform(*pair) for pair in zip(lo, hi, strict=True))
        _, least, most = lods_of_slopes(at, lo, hi, SIZE, is_promised=True)
        inner = lods_of_slopes(at, at, at, SIZE, is_promised=True)
        assert least <= inner[1] <= inner[0] <= inner[2] <= most


@pytest.mark.parametrize(
    ("bias", "wanted"),
    [
        ((0.5, 0.5, 0.5), (2.5, 2.5, 3.0)),
        ((-1.0, -1.5, -0.5), (1.0, 0.5, 2.0)),
        ((5.0, 5.0, 5.0), (7.0, 4.0, 7.5)),
        ((-5.0, -5.0, -5.0), (-3.0, -3.0, 0.5)),
    ],
)
def test_a_large_bias_may_be_clamped(bias: Lods, wanted: Lods) -> None:
    assert lods((0.25, 0.0, 0.0, 0.0, 0.0, 0.0), bias) == pytest.approx(wanted)


def test_no_slopes_choose_the_first_level_and_endless_ones_the_last() -> None:
    assert lods(NONE) == (-FARTHEST_LOD,) * 3
    assert lods((math.inf, 0.0, 0.0, 0.0, 0.0, 0.0)) == (FARTHEST_LOD,) * 3


@pytest.mark.parametrize("bias", [NO_BIAS, (0.0, 1.0, 0.0)])
def test_what_is_no_number_is_open(bias: Lods) -> None:
    broken = (math.nan, 0.0, 0.0, 0.0, 0.0, 0.0) if bias == NO_BIAS else NONE
    assert lods(broken, bias) == OPEN_LODS
