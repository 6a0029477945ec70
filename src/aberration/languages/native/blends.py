"""Levels of detail that slopes choose, and samples of two levels, in C: `core.lods` and
`core.blends` say it in Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from aberration.core.blends import BY_FILTER
from aberration.core.levels import OPEN_LODS
from aberration.core.lods import AXES, FARTHEST_LOD, ROUGH_LOD, SURE_BIAS

SLOPES: Final = 2 * AXES
"""Three to the right, three down."""
LODS: Final = 7
"""The numbers of a place that is sampled, with those of its level of detail."""

BLENDS_DEFINES: Final[Mapping[str, float]] = MappingProxyType(
    {
        "LODS": LODS,
        "SLOPES": SLOPES,
        "FARTHEST_LOD": FARTHEST_LOD,
        "ROUGH_LOD": ROUGH_LOD,
        "SURE_BIAS": SURE_BIAS,
        "BY_FILTER": BY_FILTER,
    }
)
BLENDS: Final = (
    rf"""
static const double open_lods[3] = {{ {", ".join(map(str, OPEN_LODS))} }};
"""
    + r"""
static double lod_of(double length) {
  if (!(length > 0.0)) return -FARTHEST_LOD;
  return length < HUGE_VAL ? log2(length) : FARTHEST_LOD;
}
/* The least and the largest of a slope without its sign, in texels. */
static void slope_ends(double *ends, double first, double last, double side) {
  double a = fabs(first), b = fabs(last);
  ends[0] = (a < b ? a : b) * side;
  ends[1] = (a < b ? b : a) * side;
  if (first <= 0.0) if (last >= 0.0) ends[0] = 0.0;
}
static double slope_length(Numbers *at, Given *p) {
  double found = 0.0, side;
  int64_t k;
  for (k = 0; k < 3; k++) {
    side = at[k] * (double)p->size[k];
    found += side * side;
  }
  return sqrt(found);
}
/* The level of detail of slopes, three to the right and three down, with a bias: each of the
   nearest number, the least and the largest one. */
static void lods_of_slopes(double *lods, Numbers *at, Numbers *lo, Numbers *hi, Numbers *bias, \
int64_t promised, Given *p) {
  double ends[2], wide[SLOPES], sums[3] = { 0.0, 0.0, 0.0 }, least = 0.0, most, right, down;
  int64_t k, known = bias[1] <= bias[2];
  for (k = 0; k < SLOPES; k++) {
    if (!(lo[k] <= hi[k])) known = 0;
    slope_ends(ends, lo[k], hi[k], (double)p->size[k % 3]);
    if (ends[0] > least) least = ends[0];
    wide[k] = ends[1];
    sums[k / 3] += ends[1];
  }
  for (k = 0; k < 3; k++) sums[2] += wide[k] > wide[3 + k] ? wide[k] : wide[3 + k];
  most = sqrt(2.0) * (sums[0] > sums[1] ? sums[0] : sums[1]);
  if (!promised) if (sums[2] > most) most = sums[2];
  right = slope_length(at, p);
  down = slope_length(at + 3, p);
  lods[0] = lod_of(right > down ? right : down) + bias[0];
  lods[1] = lod_of(least) + (bias[1] < SURE_BIAS ? bias[1] : SURE_BIAS);
  lods[2] = lod_of(most) + (bias[2] > -SURE_BIAS ? bias[2] : -SURE_BIAS);
  if (!promised) { lods[1] -= ROUGH_LOD; lods[2] += ROUGH_LOD; }
  if (!known) for (k = 0; k < 3; k++) lods[k] = open_lods[k];
}
static double lod_inside(double lod, Given *p) {
  double last = (double)(p->levels - 1);
  if (!(lod > 0.0)) return 0.0;
  return lod < last ? lod : last;
}
/* A sample of a level; returns whether it is known. */
static int64_t sampled_part(double *to, Numbers *at, Given *level) {
  int64_t k, known, texels[4];
  if (level->channel == BY_FILTER) return filtered_texels(to, at, level);
  known = sampled_texels(texels, at, at, at, level);
  for (k = 0; k < 4; k++) to[k] = (double)texels[k] / (TEXEL_MODULUS - 1);
  return known;
}
/* Its bounds, of a level behind some others. */
static int64_t part_bounds(double *least, double *most, Numbers *lo, Numbers *hi, int64_t level, \
Given *p) {
  Picture own = texel_level(level < p->levels ? level : p->levels - 1, p);
  int64_t k, known, texels[4];
  if (own.channel == BY_FILTER) return filter_bounds(least, most, lo, hi, &own);
  known = sampled_texels(texels, lo, lo, hi, &own);
  for (k = 0; k < 4; k++) least[k] = most[k] = (double)texels[k] / (TEXEL_MODULUS - 1);
  return known;
}
/* The weighted sums of two levels at the ideal level of detail, and whether it is known. */
static int64_t blended_texels(double *to, Numbers *at, Given *p) {
  double place = lod_inside(at[4], p), parts[2][4], unused[4], weight;
  int64_t k, level, last, known = at[5] <= at[6];
  for (k = 0; k < 2; k++) {
    level = (int64_t)floor(place) + k;
    Picture own = texel_level(level < p->levels ? level : p->levels - 1, p);
    sampled_part(parts[k], at, &own);
  }
  weight = place - floor(place);
  for (k = 0; k < 4; k++) to[k] = parts[0][k] + weight * (parts[1][k] - parts[0][k]);
  if (!known) return 0;
  last = (int64_t)ceil(lod_inside(at[6] + LEVEL_MARGIN, p));
  for (level = (int64_t)floor(lod_inside(at[5] - LEVEL_MARGIN, p)); level <= last; level++) {
    Picture own = texel_level(level, p);
    if (!sampled_part(unused, at, &own)) known = 0;
  }
  return known;
}
static void widened_by(double *least, double *most, double *one, double *other, double weight) {
  int64_t k;
  double low, high;
  for (k = 0; k < 4; k++) {
    low = one[k] + weight * (other[k] - one[k]);
    high = one[4 + k] + weight * (other[4 + k] - one[4 + k]);
    if (low < least[k]) least[k] = low;
    if (high > most[k]) most[k] = high;
  }
}
/* Their bounds over all that is legal: at the ends, and at each level between them. */
static int64_t blend_bounds(double *least, double *most, Numbers *lo, Numbers *hi, Given *p) {
  double from, to, place, parts[2][8];
  int64_t k, level, last;
  if (!(lo[5] <= hi[6])) return 0;
  from = lod_inside(lo[5] - LEVEL_MARGIN, p);
  to = lod_inside(hi[6] + LEVEL_MARGIN, p);
  last = (int64_t)ceil(to);
  for (k = 0; k < 4; k++) { least[k] = HUGE_VAL; most[k] = -HUGE_VAL; }
  for (level = (int64_t)floor(from); level <= last; level++) {
    for (k = 0; k < 2; k++)
      if (!part_bounds(parts[k], parts[k] + 4, lo, hi, level + k > last ? last : level + k, p))
        return 0;
    place = from > (double)level ? from - (double)level : 0.0;
    if ((double)level + place <= to) widened_by(least, most, parts[0], parts[1], place);
    place = to - (double)level;
    if (place >= 0.0) if (place < 1.0) widened_by(least, most, parts[0], parts[1], place);
  }
  if (from < (double)last)
    for (k = 0; k < 4; k++) { least[k] -= FILTER_ERROR; most[k] += FILTER_ERROR; }
  return 1;
}
"""
)
