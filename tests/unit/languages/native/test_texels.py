"""The C that looks texels up says what Python says; of intervals, what all of their numbers say."""

from __future__ import annotations

import ctypes

import pytest
from helpers.native_texels import (
    NOWHERE,
    call,
    doubles,
    numbers_of,
    pictures,
    texel_library,
)

from aberration.core.comparisons import (
    REFERENCE_MARGIN,
    are_comparisons_open,
    compared_texel,
    gathered_comparisons,
    is_comparison_open,
)
from aberration.core.rng import Rng
from aberration.core.texels import (
    FARTHEST,
    FILTER_ERROR,
    FILTER_MARGIN,
    LAYER,
    MARGIN,
    WRAP_CODES,
    fetched_texel,
    filter_bounds,
    filtered_texel,
    gathered_texels,
    is_amid,
    is_between,
    is_filtered_nowhere,
    is_outside,
    sampled_texel,
)
from aberration.core.textures import GRAPHICSFUZZ, GRAPHICSFUZZ_SIZE
from aberration.languages.native.compiler import Library, available

pytestmark = pytest.mark.skipif(not available(), reason="no C compiler: tcc, gcc and clang")


@pytest.fixture(scope="module")
def library() -> Library:
    return texel_library()


@pytest.mark.parametrize("name", ["compare", "gather_comparisons"])
def test_comparisons_give_what_python_gives(library: Library, name: str) -> None:
    rng = Rng.of(17, name)
    meaning, is_open = {
        "compare": (compared_texel, is_comparison_open),
        "gather_comparisons": (gathered_comparisons, are_comparisons_open),
    }[name]
    known = 0
    for _ in range(2000):
        (number, across, _, _), size, offset = pictures(rng)
        picture = (number, across, rng.choose([WRAP_CODES["clamp"], LAYER]), rng.below(8))
        x, y, z = (rng.uniform(-3, 3) for _ in range(3))
        at = (x, y, z, rng.choose([rng.uniform(-0.5, 1.5), rng.below(257) / 256, 0.0, 1.0]))
        texels, is_known = call(library, name, at, at, at, numbers_of(picture, size, offset))
        assert is_known is not is_open(at, offset, size, picture)
        if is_known:
            assert texels == meaning(at, offset, size, picture)
        known += is_known
    assert 800 < known < 2000


def test_a_reference_is_known_where_each_number_gives_the_same(library: Library) -> None:
    rng = Rng.of(19, "references")
    numbers = numbers_of((7, 1, 1, 1), (1, 1, 1), NOWHERE)
    depth = 7 * 13 / 256
    known = 0
    for _ in range(300):
        least = rng.uniform(0, 1)
        most = least + rng.uniform(0, 0.3)
        lo, hi = (0.5, 0.5, 0.0, least), (0.5, 0.5, 0.0, most)
        texels, is_known = call(library, "compare", lo, lo, hi, numbers)
        reaches = least - REFERENCE_MARGIN <= depth <= most + REFERENCE_MARGIN
        assert is_known is not reaches
        if is_known:
            assert texels[0] == (256 if most < depth else 0)
        known += is_known
    assert 100 < known < 300


@pytest.mark.parametrize("name", ["sample", "gather"])
def test_single_numbers_give_what_python_gives(library: Library, name: str) -> None:
    rng = Rng.of(3, name)
    meaning, is_open = {
        "sample": (sampled_texel, is_between),
        "gather": (gathered_texels, is_amid),
    }[name]
    known = 0
    for _ in range(2000):
        picture, size, offset = pictures(rng)
        x, y, z = (rng.uniform(-3, 3) for _ in range(3))
        at = (x, y, z, rng.choose([1.0, 2.0, -0.5]))
        texels, is_known = call(library, name, at, at, at, numbers_of(picture, size, offset))
        assert is_known is not is_open(at, offset, size, picture)
        assert texels == meaning(at, offset, size, picture)
        known += is_known
    assert 1000 < known < 2000


@pytest.mark.parametrize("name", ["sample", "gather"])
def test_an_interval_is_known_where_each_number_gives_the_same(library: Library, name: str) -> None:
    rng = Rng.of(5, name)
    known = 0
    for _ in range(1000):
        picture, size, offset = pictures(rng)
        centre = [rng.uniform(-2, 2) for _ in range(3)]
        width = rng.choose([0.01, 0.1, 0.7, 2.0])
        lo = (centre[0] - width, centre[1] - width / 3, centre[2] - width / 9, 1.0)
        hi = (centre[0] + width, centre[1] + width / 3, centre[2] + width / 9, 1.2)
        numbers = numbers_of(picture, size, offset)
        texels, is_known = call(library, name, lo, lo, hi, numbers)
        parts = [
            tuple(low + (high - low) * part for low, high in zip(lo, hi, strict=True))
            for part in (0.0, 0.1, 0.3, 0.6, 0.9, 1.0)
        ]
        for x, y, z, last in parts:
            one = (x, y, z, last)
            again, is_known_there = call(library, name, one, one, one, numbers)
            assert not is_known or (is_known_there and again == texels)
        known += is_known
    assert known > 50


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -3e38, 2 * FARTHEST])
def test_what_is_no_place_is_open(library: Library, bad: float) -> None:
    numbers = numbers_of((7, 1, 1, 0), (4, 4, 1), NOWHERE)
    at = (bad, 0.1, 0.0, 1.0)
    assert not call(library, "sample", at, at, at, numbers)[1]
    assert not call(library, "gather", at, at, at, numbers)[1]


def test_a_divisor_that_may_be_zero_is_open(library: Library) -> None:
    numbers = numbers_of((7, 1, 1, 0), (4, 4, 1), NOWHERE)
    at, lo, hi = (0.1, 0.1, 0.0, 0.5), (0.1, 0.1, 0.0, -0.5), (0.1, 0.1, 0.0, 0.5)
    assert call(library, "sample", at, at, at, numbers)[1]
    assert not call(library, "sample", at, lo, hi, numbers)[1]


def test_both_ends_of_a_long_interval_may_lie_in_one_texel_that_repeats(library: Library) -> None:
    """From the middle of a texel to the middle of the same one in the next copy is all of them."""
    numbers = numbers_of((7, 0, 1, 0), (4, 4, 1), NOWHERE)
    lo, hi = (0.125, 0.1, 0.0, 1.0), (1.125, 0.1, 0.0, 1.0)
    assert not call(library, "sample", lo, lo, hi, numbers)[1]
    alone = numbers_of((7, 0, 1, 0), (1, 4, 1), NOWHERE)
    assert call(library, "sample", lo, lo, hi, alone)[1]


def test_the_margin_counts_on_both_sides_of_an_interval(library: Library) -> None:
    numbers = numbers_of((7, 0, 1, 0), (4, 4, 1), NOWHERE)
    for part, expected in ((1.1, True), (0.9, False)):
        lo, hi = (0.25 + part * MARGIN / 4, 0.1, 0.0, 1.0), (0.4, 0.1, 0.0, 1.0)
        assert call(library, "sample", lo, lo, hi, numbers)[1] is expected


def test_the_picture_of_graphicsfuzz_is_the_same_in_c(library: Library) -> None:
    for at in ((0, 0, 0, 0), (255, 3, 0, 0), (17, 200, 0, 0)):
        texels = (ctypes.c_int64 * 4)()
        numbers = (ctypes.c_int64 * 11)(GRAPHICSFUZZ, 0, 0, 0, *GRAPHICSFUZZ_SIZE, 0, 0, 0, 1)
        assert library.functions.fetch(texels, (ctypes.c_int64 * 4)(*at), numbers)
        assert tuple(texels) == (at[0], at[0] ^ at[1], at[1], 256)


def test_fetches_stay_inside(library: Library) -> None:
    rng = Rng.of(1, "fetch")
    inside = 0
    for _ in range(3000):
        picture, size, offset = pictures(rng)
        at = (*(rng.below(9) - 1 for _ in range(3)), int(rng.chance(0.2)))
        texels = (ctypes.c_int64 * 4)()
        numbers = (ctypes.c_int64 * 11)(*numbers_of(picture, size, offset))
        known = library.functions.fetch(texels, (ctypes.c_int64 * 4)(*at), numbers)
        assert bool(known) is not is_outside(at, offset, size, picture)
        if known:
            assert tuple(texels) == fetched_texel(at, offset, size, picture)
        inside += known
    assert inside > 20


def test_a_linear_filter_gives_what_python_gives(library: Library) -> None:
    rng = Rng.of(7, "filter")
    known = 0
    for _ in range(1000):
        picture, size, offset = pictures(rng)
        x, y, z = (rng.uniform(-3, 3) for _ in range(3))
        at = (x, y, rng.choose([z, 0.5]), rng.choose([1.0, 2.0, -0.5]))
        found, numbers = doubles(), (ctypes.c_int64 * 11)(*numbers_of(picture, size, offset))
        is_known = library.functions.filter(found, doubles(*at), numbers)
        assert bool(is_known) is not is_filtered_nowhere(at, offset, size, picture)
        if is_known:
            assert tuple(found) == filtered_texel(at, offset, size, picture)
        known += is_known
    assert 800 < known < 1000


def test_bounds_of_a_linear_filter_hold_each_number_with_the_margin(library: Library) -> None:
    rng = Rng.of(9, "bounds")
    known = 0
    for _ in range(500):
        picture, size, offset = pictures(rng)
        centre = [rng.uniform(-2, 2) for _ in range(3)]
        width = rng.choose([0.0, 0.01, 0.1, 0.3])
        lo = tuple(one - width for one in centre)
        hi = tuple(one + width for one in centre)
        least, most = doubles(), doubles()
        numbers = (ctypes.c_int64 * 11)(*numbers_of(picture, size, offset))
        if not library.functions.bounds(least, most, doubles(*lo, 1.0), doubles(*hi, 1.0), numbers):
            continue
        known += 1
        for _ in range(20):
            near = [
                rng.uniform(low, high) + rng.uniform(-1, 1) * FILTER_MARGIN / side
                for low, high, side in zip(lo, hi, size, strict=True)
            ]
            z = near[2] if picture[2] != LAYER else rng.uniform(lo[2], hi[2])
            values = filtered_texel((near[0], near[1], z, 1.0), offset, size, picture)
            inside = zip(least, values, most, strict=True)
            error = FILTER_ERROR * (1 - 1e-6)
            assert all(low + error <= value <= high - error for low, value, high in inside)
    assert known > 250


def test_bounds_of_a_linear_filter_are_what_python_gives(library: Library) -> None:
    rng = Rng.of(11, "both")
    known = 0
    for _ in range(500):
        picture, size, offset = pictures(rng)
        centre = [rng.uniform(-2, 2) for _ in range(3)]
        width = rng.choose([0.0, 0.01, 0.1, 0.3])
        lo = (*(one - width for one in centre), rng.choose([0.5, 1.0, -0.1]))
        hi = (*(one + width for one in centre), lo[3] + rng.choose([0.0, 0.2]))
        least, most = doubles(), doubles()
        numbers = (ctypes.c_int64 * 11)(*numbers_of(picture, size, offset))
        is_known = library.functions.bounds(least, most, doubles(*lo), doubles(*hi), numbers)
        wanted = filter_bounds(lo, hi, offset, size, picture, FILTER_MARGIN)
        assert bool(is_known) is (wanted is not None)
        if wanted is not None:
            assert (tuple(least), tuple(most)) == wanted
        known += is_known
    assert 200 < known < 500


def test_bounds_reach_no_farther_than_the_texels_around(library: Library) -> None:
    """In the middle of a texel, its neighbours count as much as the margin."""
    picture, size = (7, 0, 1, 0), (4, 1, 1)
    at = doubles(1.5 / 4, 0.5, 0.5, 1.0)
    least, most = doubles(), doubles()
    numbers = (ctypes.c_int64 * 11)(*numbers_of(picture, size, NOWHERE))
    assert library.functions.bounds(least, most, at, at, numbers)
    own = filtered_texel((1.5 / 4, 0.5, 0.5, 1.0), NOWHERE, size, picture)
    for low, value, high in zip(least, own, most, strict=True):
        assert value - FILTER_MARGIN - FILTER_ERROR <= low < value
        assert value < high <= value + FILTER_MARGIN + FILTER_ERROR


def test_a_filter_over_many_texels_is_not_known(library: Library) -> None:
    numbers = (ctypes.c_int64 * 11)(*numbers_of((7, 0, 1, 0), (16, 1, 1), NOWHERE))
    rows = doubles(), doubles(), doubles(0.1, 0.1, 0.0, 1.0), doubles(0.9, 0.1, 0.0, 1.0)
    assert not library.functions.bounds(*rows, numbers)
