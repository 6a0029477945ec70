"""The C that looks texels up says what Python says; of intervals, what all of their numbers say."""

from __future__ import annotations

import ctypes
from typing import Final

import pytest

from aberration.core.comparisons import (
    REFERENCE_MARGIN,
    are_comparisons_open,
    compared_texel,
    gathered_comparisons,
    is_comparison_open,
)
from aberration.core.rng import Rng
from aberration.core.texels import (
    CUBE,
    FARTHEST,
    FILTER_ERROR,
    FILTER_MARGIN,
    LAYER,
    MARGIN,
    WRAP_CODES,
    fetched_texel,
    filtered_texel,
    gathered_texels,
    is_amid,
    is_between,
    is_filtered_nowhere,
    is_outside,
    sampled_texel,
)
from aberration.languages.native.compiler import Library, available, build
from aberration.languages.native.texels import TEXELS

pytestmark = pytest.mark.skipif(not available(), reason="no C compiler: tcc, gcc and clang")
CALLS: Final = """
static Picture made_of(const int64_t *n) {
  Picture p;
  memcpy(&p, n, sizeof(p));
  return p;
}
int64_t sample(int64_t *to, double *at, double *lo, double *hi, int64_t *n) {
  Picture p = made_of(n);
  return sampled_texels(to, at, lo, hi, &p);
}
int64_t gather(int64_t *to, double *at, double *lo, double *hi, int64_t *n) {
  Picture p = made_of(n);
  return gathered_texels(to, at, lo, hi, &p);
}
int64_t compare(int64_t *to, double *at, double *lo, double *hi, int64_t *n) {
  Picture p = made_of(n);
  return compared_texels(to, at, lo, hi, &p);
}
int64_t gather_comparisons(int64_t *to, double *at, double *lo, double *hi, int64_t *n) {
  Picture p = made_of(n);
  return gathered_comparisons(to, at, lo, hi, &p);
}
int64_t filter(double *to, double *at, int64_t *n) {
  Picture p = made_of(n);
  return filtered_texels(to, at, &p);
}
int64_t bounds(double *least, double *most, double *lo, double *hi, int64_t *n) {
  Picture p = made_of(n);
  return filter_bounds(least, most, lo, hi, &p);
}
int64_t fetch(int64_t *to, int64_t *at, int64_t *n) {
  Picture p = made_of(n);
  return fetched_texels(to, at, &p);
}
"""
HEAD: Final = "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n"
Floats = tuple[float, float, float, float]
Whole = tuple[int, ...]
NOWHERE: Final = (0, 0, 0)


@pytest.fixture(scope="module")
def library() -> Library:
    return build(f"{HEAD}{TEXELS}{CALLS}")


def call(
    library: Library, name: str, at: Floats, lo: Floats, hi: Floats, numbers: Whole
) -> tuple[Whole, bool]:
    """Return the texels, and whether they are known."""
    texels = (ctypes.c_int64 * 4)()
    rows = [(ctypes.c_double * 4)(*row) for row in (at, lo, hi)]
    given = (ctypes.c_int64 * 10)(*numbers)
    known = getattr(library.functions, name)(texels, *rows, given)
    return tuple(texels), bool(known)


def numbers_of(picture: Whole, size: Whole, offset: Whole) -> Whole:
    return *picture, *size, *offset


def pictures(rng: Rng) -> tuple[Whole, Whole, Whole]:
    """A picture, its size, and an offset."""
    across = rng.below(3)
    along = rng.choose([WRAP_CODES["clamp"], across, LAYER])
    size = (1 + rng.below(9), 1 + rng.below(9), 1 + rng.below(4))
    offset = (rng.below(16) - 8, rng.below(16) - 8, 0)
    return (rng.below(257), across, along, rng.below(4)), size, offset


def cubes(rng: Rng) -> tuple[Whole, Whole, Whole]:
    """The same of a cube, which has no offset."""
    side = 1 + rng.below(9)
    picture = (rng.below(257), WRAP_CODES["clamp"], CUBE, rng.below(4))
    return picture, (side, side, 6), NOWHERE


@pytest.mark.parametrize("name", ["sample", "gather"])
def test_single_directions_give_what_python_gives(library: Library, name: str) -> None:
    rng = Rng.of(11, name)
    meaning, is_open = {
        "sample": (sampled_texel, is_between),
        "gather": (gathered_texels, is_amid),
    }[name]
    known = 0
    for _ in range(2000):
        picture, size, offset = cubes(rng)
        x, y, z = (rng.choose([rng.uniform(-3, 3), -1.0, 0.5, 0.0]) for _ in range(3))
        at = (x, y, z, 1.0)
        texels, is_known = call(library, name, at, at, at, numbers_of(picture, size, offset))
        assert is_known is not is_open(at, offset, size, picture)
        if is_known:
            assert texels == meaning(at, offset, size, picture)
        known += is_known
    assert 600 < known < 1900


@pytest.mark.parametrize("name", ["sample", "gather"])
def test_a_box_of_directions_is_known_where_each_gives_the_same(
    library: Library, name: str
) -> None:
    rng = Rng.of(13, name)
    known = 0
    for _ in range(1000):
        picture, size, offset = cubes(rng)
        centre = [rng.uniform(-2, 2) for _ in range(3)]
        width = rng.choose([0.001, 0.01, 0.1, 0.7])
        lo = (*(one - width for one in centre), 1.0)
        hi = (*(one + width for one in centre), 1.0)
        numbers = numbers_of(picture, size, offset)
        at = (centre[0], centre[1], centre[2], 1.0)
        texels, is_known = call(library, name, at, at_of(lo), at_of(hi), numbers)
        if not is_known:
            continue
        known += 1
        for _ in range(20):
            x, y, z = (rng.uniform(low, high) for low, high in zip(lo[:3], hi[:3], strict=True))
            one = (x, y, z, 1.0)
            assert call(library, name, one, one, one, numbers) == (texels, True)
    assert known > 150


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


def at_of(values: tuple[float, ...]) -> Floats:
    x, y, z, last = values
    return x, y, z, last


@pytest.mark.parametrize(
    "at", [(0.0, 0.0, 0.0, 1.0), (1e30, 1.0, 0.0, 1.0), (1e-30, 0.0, 0.0, 1.0)]
)
def test_what_is_no_direction_is_open(library: Library, at: Floats) -> None:
    numbers = numbers_of((7, 1, CUBE, 0), (4, 4, 6), NOWHERE)
    assert not call(library, "sample", at, at, at, numbers)[1]
    assert not call(library, "gather", at, at, at, numbers)[1]


def test_a_direction_that_may_point_to_two_faces_is_open(library: Library) -> None:
    numbers = numbers_of((7, 1, CUBE, 0), (1, 1, 6), NOWHERE)
    at, lo = (1.0, 0.2, 0.2, 1.0), (0.5, -0.4, -0.4, 1.0)
    assert call(library, "sample", at, lo, (1.5, 0.4, 0.4, 1.0), numbers)[1]
    assert not call(library, "sample", at, lo, (1.5, 0.6, 0.4, 1.0), numbers)[1]


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


def test_fetches_stay_inside(library: Library) -> None:
    rng = Rng.of(1, "fetch")
    inside = 0
    for _ in range(3000):
        picture, size, offset = pictures(rng)
        at = (*(rng.below(9) - 1 for _ in range(3)), int(rng.chance(0.2)))
        texels = (ctypes.c_int64 * 4)()
        numbers = (ctypes.c_int64 * 10)(*numbers_of(picture, size, offset))
        known = library.functions.fetch(texels, (ctypes.c_int64 * 4)(*at), numbers)
        assert bool(known) is not is_outside(at, offset, size, picture)
        if known:
            assert tuple(texels) == fetched_texel(at, offset, size, picture)
        inside += known
    assert inside > 20


def doubles(*numbers: float) -> ctypes.Array[ctypes.c_double]:
    return (ctypes.c_double * 4)(*numbers)


def test_a_linear_filter_gives_what_python_gives(library: Library) -> None:
    rng = Rng.of(7, "filter")
    known = 0
    for _ in range(1000):
        picture, size, offset = pictures(rng)
        x, y, z = (rng.uniform(-3, 3) for _ in range(3))
        at = (x, y, rng.choose([z, 0.5]), rng.choose([1.0, 2.0, -0.5]))
        found, numbers = doubles(), (ctypes.c_int64 * 10)(*numbers_of(picture, size, offset))
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
        numbers = (ctypes.c_int64 * 10)(*numbers_of(picture, size, offset))
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


def test_a_linear_filter_of_a_cube_is_known_inside_of_a_face(library: Library) -> None:
    rng = Rng.of(15, "cube")
    known = bounded = 0
    for _ in range(1000):
        picture, size, offset = cubes(rng)
        x, y, z = (rng.uniform(-2, 2) for _ in range(3))
        at = (x, y, z, 1.0)
        found, numbers = doubles(), (ctypes.c_int64 * 10)(*numbers_of(picture, size, offset))
        is_known = library.functions.filter(found, doubles(*at), numbers)
        assert bool(is_known) is not is_filtered_nowhere(at, offset, size, picture)
        if not is_known:
            continue
        known += 1
        wanted = filtered_texel(at, offset, size, picture)
        assert tuple(found) == wanted
        least, most = doubles(), doubles()
        if library.functions.bounds(least, most, doubles(*at), doubles(*at), numbers):
            bounded += 1
            inside = zip(least, wanted, most, strict=True)
            assert all(
                low + FILTER_ERROR <= value <= high - FILTER_ERROR for low, value, high in inside
            )
    assert 300 < bounded < known < 900


def test_bounds_reach_no_farther_than_the_texels_around(library: Library) -> None:
    """In the middle of a texel, its neighbours count as much as the margin."""
    picture, size = (7, 0, 1, 0), (4, 1, 1)
    at = doubles(1.5 / 4, 0.5, 0.5, 1.0)
    least, most = doubles(), doubles()
    numbers = (ctypes.c_int64 * 10)(*numbers_of(picture, size, NOWHERE))
    assert library.functions.bounds(least, most, at, at, numbers)
    own = filtered_texel((1.5 / 4, 0.5, 0.5, 1.0), NOWHERE, size, picture)
    for low, value, high in zip(least, own, most, strict=True):
        assert value - FILTER_MARGIN - FILTER_ERROR <= low < value
        assert value < high <= value + FILTER_MARGIN + FILTER_ERROR


def test_a_filter_over_many_texels_is_not_known(library: Library) -> None:
    numbers = (ctypes.c_int64 * 10)(*numbers_of((7, 0, 1, 0), (16, 1, 1), NOWHERE))
    rows = doubles(), doubles(), doubles(0.1, 0.1, 0.0, 1.0), doubles(0.9, 0.1, 0.0, 1.0)
    assert not library.functions.bounds(*rows, numbers)
