"""Which texel a sample, a gather or a fetch gives, in C: cells for what `native.texels` takes."""

from __future__ import annotations

from typing import Final

from aberration.core.blends import UNBLENDED
from aberration.core.comparisons import NEAR, NEAR_FOUR
from aberration.core.texels import AMID, BETWEEN, FAR, LEVEL_OPEN, NO_LEVEL, OUTSIDE
from aberration.languages.native import texels

_CELLS: Final = r"""
static Picture picture_of(cell *offset, cell *size, cell *picture) {
  Picture made;
  int64_t k;
  made.number = picture[0].i;
  made.across = picture[1].i;
  made.along = picture[2].i;
  made.channel = picture[3].i;
  for (k = 0; k < 3; k++) {
    made.size[k] = size[k].i;
    made.offset[k] = offset[k].i;
  }
  made.levels = size[3].i;
  return made;
}
static void place_of(double *place, cell *at, cell *lods) {
  int64_t k;
  for (k = 0; k < 4; k++) place[k] = at[k].d;
  for (k = 0; k < 3; k++) place[4 + k] = lods[k].d;
}
static int64_t sampled(int64_t *to, cell *at, cell *offset, cell *size, cell *picture, cell *lods) {
  Picture made = picture_of(offset, size, picture);
  double place[LODS];
  place_of(place, at, lods);
  return sampled_texels(to, place, place, place, &made);
}
/* Of slopes in a quad, and a bias behind the first ones. */
static void lods_given(double *lods, cell *right, cell *down, cell *others, cell *other_down, \
cell *size) {
  Picture made;
  double at[SLOPES], lo[SLOPES], hi[SLOPES], bias[3], other;
  int64_t k;
  for (k = 0; k < 3; k++) {
    made.size[k] = size[k].i;
    bias[k] = right[3].d;
  }
  for (k = 0; k < SLOPES; k++) {
    at[k] = k < 3 ? right[k].d : down[k - 3].d;
    other = k < 3 ? others[k].d : other_down[k - 3].d;
    lo[k] = other < at[k] ? other : at[k];
    hi[k] = other > at[k] ? other : at[k];
  }
  lods_of_slopes(lods, at, lo, hi, bias, 0, &made);
}
static int64_t blended(double *to, cell *at, cell *offset, cell *size, cell *picture, cell *lods) {
  Picture made = picture_of(offset, size, picture);
  double place[LODS];
  place_of(place, at, lods);
  return blended_texels(to, place, &made);
}
/* A gather (0), a comparison (1), or a gather of comparisons (2). */
static int64_t gathered(int64_t *to, cell *at, cell *offset, cell *size, cell *picture, \
int64_t kind) {
  Picture made = picture_of(offset, size, picture);
  double place[4];
  int64_t k;
  for (k = 0; k < 4; k++) place[k] = at[k].d;
  if (kind == 1) return compared_texels(to, place, place, place, &made);
  if (kind == 2) return gathered_comparisons(to, place, place, place, &made);
  return gathered_texels(to, place, place, place, &made);
}
static int64_t filtered(double *to, cell *at, cell *offset, cell *size, cell *picture, cell *lods) {
  Picture made = picture_of(offset, size, picture);
  double place[LODS];
  place_of(place, at, lods);
  return filtered_texels(to, place, &made);
}
static int64_t fetched(int64_t *to, cell *at, cell *offset, cell *size, cell *picture) {
  Picture made = picture_of(offset, size, picture);
  int64_t k, place[4];
  for (k = 0; k < 4; k++) place[k] = at[k].i;
  return fetched_texels(to, place, &made);
}
static int64_t asked(int64_t *to, cell *at, cell *offset, cell *size, cell *picture) {
  Picture made = picture_of(offset, size, picture);
  int64_t k, place[4];
  for (k = 0; k < 4; k++) place[k] = at[k].i;
  return asked_texels(to, place, &made);
}
static int64_t is_level_open(cell *at, cell *offset, cell *size, cell *picture, cell *lods) {
  Picture made = picture_of(offset, size, picture);
  double place[LODS];
  place_of(place, at, lods);
  return level_is_open(place, place, &made);
}
static int64_t is_between(cell *at, cell *offset, cell *size, cell *picture, cell *lods) {
  int64_t texels[4];
  return !sampled(texels, at, offset, size, picture, lods);
}
static int64_t is_filtered_nowhere(cell *at, cell *offset, cell *size, cell *picture, cell *lods) {
  double sums[4];
  return !filtered(sums, at, offset, size, picture, lods);
}
static int64_t is_blended_nowhere(cell *at, cell *offset, cell *size, cell *picture, cell *lods) {
  double sums[4];
  return !blended(sums, at, offset, size, picture, lods);
}
static int64_t is_amid(cell *at, cell *offset, cell *size, cell *picture) {
  int64_t texels[4];
  return !gathered(texels, at, offset, size, picture, 0);
}
static int64_t is_missing(cell *at, cell *offset, cell *size, cell *picture) {
  int64_t sides[4];
  return !asked(sides, at, offset, size, picture);
}
static int64_t is_comparison_open(cell *at, cell *offset, cell *size, cell *picture) {
  int64_t texels[4];
  return !gathered(texels, at, offset, size, picture, 1);
}
static int64_t are_comparisons_open(cell *at, cell *offset, cell *size, cell *picture) {
  int64_t texels[4];
  return !gathered(texels, at, offset, size, picture, 2);
}
static int64_t is_outside(cell *at, cell *offset, cell *size, cell *picture) {
  int64_t texels[4];
  return !fetched(texels, at, offset, size, picture);
}
"""
_CALLS: Final = {
    "sampled texel": "sampled(texels, x, y, z, w, v);",
    "gathered texels": "gathered(texels, x, y, z, w, 0);",
    "compared texel": "gathered(texels, x, y, z, w, 1);",
    "gathered comparisons": "gathered(texels, x, y, z, w, 2);",
    "fetched texel": "fetched(texels, x, y, z, w);",
    "asked size": "asked(texels, x, y, z, w);",
}
_RESULTS: Final = {
    "": "result[k].d = (double)texels[k] / (TEXEL_MODULUS - 1);",
    " of integers": "result[k].i = texels[k];",
}
TEXELS: Final = "\n".join([texels.TEXELS, _CELLS])
"""What the conditions and meanings call."""
TEXEL_CONDITIONS: Final = {
    LEVEL_OPEN: "is_level_open(x, y, z, w, v)",
    BETWEEN: "is_between(x, y, z, w, v)",
    UNBLENDED: "is_blended_nowhere(x, y, z, w, v)",
    FAR: "is_filtered_nowhere(x, y, z, w, v)",
    AMID: "is_amid(x, y, z, w)",
    NEAR: "is_comparison_open(x, y, z, w)",
    NEAR_FOUR: "are_comparisons_open(x, y, z, w)",
    OUTSIDE: "is_outside(x, y, z, w)",
    NO_LEVEL: "is_missing(x, y, z, w)",
}
TEXEL_MEANINGS: Final = {
    f"{name}{kind}": f"int64_t texels[4]; {call} for (k = 0; k < 4; k++) {result}"
    for name, call in _CALLS.items()
    for kind, result in _RESULTS.items()
} | {
    "filtered texel": "double sums[4]; filtered(sums, x, y, z, w, v);"
    " for (k = 0; k < 4; k++) result[k].d = sums[k];",
    "blended texel": "double sums[4]; blended(sums, x, y, z, w, v);"
    " for (k = 0; k < 4; k++) result[k].d = sums[k];",
    "lods in a quad": "double lods[3]; lods_given(lods, x, y, z, w, v);"
    " for (k = 0; k < 3; k++) result[k].d = lods[k];",
}
"""By the names of the functions in `sampled.texels`, as `CONDITIONS` and `WHOLE` have others."""
