"""The C of levels of detail and of samples of two levels says what Python says."""

from __future__ import annotations

import ctypes
from typing import Final

import pytest
from helpers.native_texels import HEAD, pictures

from aberration.core.blends import blend_bounds, blended_texel, is_blended_nowhere
from aberration.core.levels import OPEN_LODS, Lods, exactly
from aberration.core.lods import lods_of_slopes
from aberration.core.rng import Rng
from aberration.core.texels import FILTER_MARGIN
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
int64_t blend(double *to, double *at, int64_t *n) {
  Picture p = made_of(n);
  return blended_texels(to, at, &p);
}
int64_t bounds(double *least, double *most, double *lo, double *hi, int64_t *n) {
  Picture p = made_of(n);
  return blend_bounds(least, most, lo, hi, &p);
}
int64_t lods(double *to, double *at, double *lo, double *hi, double *bias, int64_t *n) {
  Picture p = made_of(n);
  lods_of_slopes(to, at, lo, hi, bias, p.channel, &p);
  return 0;
}
"""
FILTERS: Final = (0, 1)


@pytest.fixture(scope="module")
def library() -> Library:
    return build(f"{HEAD}{TEXELS}{CALLS}")


def doubles(*numbers: float) -> ctypes.Array[ctypes.c_double]:
    return (ctypes.c_double * 8)(*numbers)


def lods_in(rng: Rng) -> Lods:
    """A level of detail, an interval of them, now and then an open one."""
    lod = rng.uniform(-2.0, 6.0)
    wide = (lod, lod - rng.uniform(0, 1), lod + rng.uniform(0, 1))
    return rng.choose([exactly(lod), exactly(float(round(lod))), wide, wide, OPEN_LODS])


@pytest.mark.parametrize("filtered", FILTERS)
def test_a_blend_is_the_one_of_python(library: Library, filtered: int) -> None:
    rng = Rng.of(filtered, "blends")
    known = 0
    for _ in range(400):
        (number, across, along, _), size, offset = pictures(rng)
        picture, sides = (number, across, along, filtered), (*size, 1 + rng.below(4))
        numbers = (ctypes.c_int64 * 11)(*picture, *size, *offset, sides[3])
        x, y, z = (rng.uniform(-2, 2) for _ in range(3))
        at, lods = (x, y, z, 1.0), lods_in(rng)
        row, found, least, most = doubles(*at, *lods), doubles(), doubles(), doubles()
        asked = (at, offset, sides, picture, lods)
        is_known = bool(library.functions.blend(found, row, numbers))
        assert is_known is not is_blended_nowhere(*asked)
        wanted = blend_bounds(at, at, offset, sides, picture, FILTER_MARGIN, lods)
        is_bounded = library.functions.bounds(least, most, row, row, numbers)
        assert bool(is_bounded) is (wanted is not None)
        if not is_known or wanted is None:
            continue
        known += 1
        assert found[: LODS - 3] == pytest.approx(blended_texel(*asked))
        assert least[:4] == pytest.approx(wanted[0])
        assert most[:4] == pytest.approx(wanted[1])
    assert known > 100


@pytest.mark.parametrize("is_promised", [False, True])
def test_a_level_of_detail_is_the_one_of_python(library: Library, is_promised: bool) -> None:
    rng = Rng.of(int(is_promised), "lods")
    for _ in range(500):
        size = tuple(1 + rng.below(64) for _ in range(3))
        at = [rng.choose([0.0, rng.uniform(-1, 1)]) for _ in range(6)]
        lo, hi = ([one + side * rng.uniform(0, 0.1) for one in at] for side in (-1, 1))
        if rng.chance(0.1):
            lo[rng.below(6)] = 9.0
        middle = rng.uniform(-4, 4)
        bias = (middle, middle - 0.1, middle + 0.1)
        numbers = (ctypes.c_int64 * 11)(0, 0, 0, int(is_promised), *size)
        found = doubles()
        library.functions.lods(
            found, doubles(*at), doubles(*lo), doubles(*hi), doubles(*bias), numbers
        )
        wanted = lods_of_slopes(at, lo, hi, size, bias, is_promised=is_promised)
        assert found[:3] == pytest.approx(wanted)
