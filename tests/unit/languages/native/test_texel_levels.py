"""The C that looks up texels of several levels says what Python says."""

from __future__ import annotations

import ctypes
import math
from typing import Final

import pytest

from aberration.core.levels import LEVEL_MARGIN, OPEN_LODS, Lods, exactly
from aberration.core.rng import Rng
from aberration.core.texels import (
    LAYER,
    Whole,
    fetched_texel,
    filtered_texel,
    is_between,
    is_filtered_nowhere,
    is_level_open,
    is_missing,
    is_outside,
    sampled_texel,
    size_of_level,
)
from aberration.languages.native.blends import LODS
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
int64_t ask(int64_t *to, int64_t *at, int64_t *n) {
  Picture p = made_of(n);
  return asked_texels(to, at, &p);
}
"""
HEAD: Final = "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n"
LODS_TO_TRY: Final = (
    -2.0,
    0.3,
    0.5 - 0.99 * LEVEL_MARGIN,
    1.0,
    1.5 + 1.01 * LEVEL_MARGIN,
    2.2,
    1e20,
)


@pytest.fixture(scope="module")
def library() -> Library:
    return build(f"{HEAD}{TEXELS}{CALLS}")


def doubles(*numbers: float) -> ctypes.Array[ctypes.c_double]:
    return (ctypes.c_double * LODS)(*numbers)


def lods_of(rng: Rng) -> Lods:
    """A level of detail, now and then an open one or an interval."""
    lod = rng.choose([*LODS_TO_TRY, math.nan])
    return rng.choose([exactly(lod), exactly(lod), (lod, lod - 0.1, lod + 0.2), OPEN_LODS])


def integers(*numbers: int) -> ctypes.Array[ctypes.c_int64]:
    return (ctypes.c_int64 * 4)(*numbers)


def given(picture: Whole, size: Whole, offset: Whole) -> ctypes.Array[ctypes.c_int64]:
    return (ctypes.c_int64 * 11)(*picture, *size[:3], *offset, size[3])


def pictures(rng: Rng) -> tuple[Whole, Whole, Whole]:
    """A picture, its size with the levels, and an offset."""
    across = rng.below(3)
    size = (4 + rng.below(9), 1 + rng.below(9), 1 + rng.below(4), 1 + rng.below(3))
    offset = (rng.below(16) - 8, rng.below(16) - 8, 0)
    along = rng.choose([1, across, LAYER])
    return (rng.below(257), across, along, rng.below(4)), size, offset


def test_a_sample_takes_the_level_that_python_takes(library: Library) -> None:
    rng = Rng.of(1, "levels")
    known = 0
    for _ in range(2000):
        picture, size, offset = pictures(rng)
        x, y, z = (rng.uniform(-3, 3) for _ in range(3))
        at, lods = (x, y, z, rng.choose([1.0, -0.5])), lods_of(rng)
        numbers, row = given(picture, size, offset), doubles(*at, *lods)
        found = integers()
        is_known = library.functions.sample(found, row, row, row, numbers)
        asked = (at, offset, size, picture, lods)
        assert bool(is_known) is not (is_level_open(*asked) or is_between(*asked))
        assert tuple(found) == sampled_texel(*asked)
        known += is_known
    assert 800 < known < 1800


def test_a_linear_filter_takes_the_level_that_python_takes(library: Library) -> None:
    rng = Rng.of(2, "levels")
    known = 0
    for _ in range(1000):
        picture, size, offset = pictures(rng)
        x, y, z = (rng.uniform(-3, 3) for _ in range(3))
        at, lods = (x, y, z, 1.0), lods_of(rng)
        numbers, row = given(picture, size, offset), doubles(*at, *lods)
        found, least, most = doubles(), doubles(), doubles()
        is_known = library.functions.filter(found, row, numbers)
        asked = (at, offset, size, picture, lods)
        assert bool(is_known) is not (is_level_open(*asked) or is_filtered_nowhere(*asked))
        is_bounded = library.functions.bounds(least, most, row, row, numbers)
        assert is_bounded == is_known
        known += is_known
        if is_known:
            wanted = filtered_texel(*asked)
            assert tuple(found)[:4] == wanted
            rows = list(zip(least, wanted, most, strict=False))[:4]
            assert all(low < value < high for low, value, high in rows)
    assert 500 < known < 1000


@pytest.mark.parametrize(
    ("low", "high", "is_known"),
    [(0.7, 1.3, True), (0.6, 1.3, False), (0.7, 1.4, False), (1.7, 9.0, True), (-9.0, 0.3, True)],
)
def test_an_interval_of_levels_is_known_where_one_is_nearest(
    library: Library, low: float, high: float, is_known: bool
) -> None:
    numbers = given((7, 0, 1, 0), (4, 4, 1, 3), (0, 0, 0))
    place = (0.1, 0.1, 0.0, 1.0)
    rows = [doubles(*place, lod, lod, lod) for lod in (low, low, high)]
    assert bool(library.functions.sample(integers(), *rows, numbers)) is is_known
    ends = rows[1:]
    assert bool(library.functions.bounds(doubles(), doubles(), *ends, numbers)) is is_known


def test_fetches_and_sizes_are_those_of_their_level(library: Library) -> None:
    rng = Rng.of(3, "levels")
    inside = 0
    for _ in range(3000):
        picture, size, offset = pictures(rng)
        at = (*(rng.below(6) - 1 for _ in range(3)), rng.below(5) - 1)
        numbers, found = given(picture, size, offset), integers()
        asked = (at, offset, size, picture)
        known = library.functions.fetch(found, integers(*at), numbers)
        assert bool(known) is not is_outside(*asked)
        if known:
            assert tuple(found) == fetched_texel(*asked)
        inside += known
        answered = library.functions.ask(found, integers(*at), numbers)
        assert bool(answered) is not is_missing(*asked)
        if answered:
            assert tuple(found) == size_of_level(*asked)
    assert inside > 20
