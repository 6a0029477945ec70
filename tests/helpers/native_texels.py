"""The C that looks texels up as a library, and pictures for it."""

from __future__ import annotations

import ctypes
from typing import Final

from aberration.core.rng import Rng
from aberration.core.texels import (
    CUBE,
    CUBES,
    LAYER,
    WRAP_CODES,
)
from aberration.languages.native.compiler import Library, build
from aberration.languages.native.texels import TEXELS

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


def texel_library() -> Library:
    """Build the library: a function for each kind of look-up, of a picture of eleven numbers."""
    return build(f"{HEAD}{TEXELS}{CALLS}")


def call(
    library: Library, name: str, at: Floats, lo: Floats, hi: Floats, numbers: Whole
) -> tuple[Whole, bool]:
    """Return the texels, and whether they are known."""
    texels = (ctypes.c_int64 * 4)()
    rows = [(ctypes.c_double * 4)(*row) for row in (at, lo, hi)]
    given = (ctypes.c_int64 * 11)(*numbers)
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


def cube_arrays(rng: Rng) -> tuple[Whole, Whole, Whole]:
    """The same of an array of cubes."""
    (number, across, _, channel), (side, _, faces), offset = cubes(rng)
    return (number, across, CUBES, channel), (side, side, faces * (1 + rng.below(3))), offset


def at_of(values: tuple[float, ...]) -> Floats:
    x, y, z, last = values
    return x, y, z, last


def doubles(*numbers: float) -> ctypes.Array[ctypes.c_double]:
    return (ctypes.c_double * 4)(*numbers)
