"""Which texel a sample, a gather or a fetch gives, in C: `core.texels` says it in Python.

Coordinates are given as the nearest numbers, and as the least and the largest ones that are legal
(`lo`, `hi`; the same where a number has one value). Texels are known where all that is legal gives
the same one, with the margin on both sides. Of several levels, behind what divides the coordinates
stand the ideal level of detail, the least and the largest (`LODS` numbers in all).
"""

from __future__ import annotations

from typing import Final

from aberration.core.comparisons import REFERENCE_MARGIN
from aberration.core.cubes import LONGEST, SHORTEST, SIDES
from aberration.core.levels import LEVEL_MARGIN, LEVEL_STEP
from aberration.core.shapes import FACES
from aberration.core.texels import (
    CUBE,
    CUBES,
    FARTHEST,
    FILTER_ERROR,
    FILTER_STEPS,
    LAYER,
    MARGIN,
    SUBTEXEL_BITS,
    WRAP_CODES,
    filter_margin,
)
from aberration.core.textures import FACTORS, GRAPHICSFUZZ, MODULUS

from .blends import BLENDS, BLENDS_DEFINES

_TERMS: Final = ("x", "y", "z", "x * y", "channel", "number")


def _of_sides(which: int) -> str:
    """Return one of both numbers of each row of `SIDES`, as C has them."""
    rows = (", ".join(str(one[which]) for one in side) for side in SIDES)
    return f"{{ {', '.join(f'{{ {row} }}' for row in rows)} }}"


_DEFINES: Final = {
    "TEXEL_NUMBER": " + ".join(f"{by} * {term}" for by, term in zip(FACTORS, _TERMS, strict=True)),
    "TEXEL_MODULUS": MODULUS,
    "TEXEL_GRAPHICSFUZZ": GRAPHICSFUZZ,
    "WRAP_REPEAT": WRAP_CODES["repeat"],
    "WRAP_MIRROR": WRAP_CODES["mirror"],
    "WRAP_LAYER": LAYER,
    "WRAP_CUBE": CUBE,
    "WRAP_CUBES": CUBES,
    "CUBE_FACES": FACES,
    "CUBE_SOURCES": _of_sides(0),
    "CUBE_SIGNS": _of_sides(1),
    "CUBE_SHORTEST": SHORTEST,
    "CUBE_LONGEST": LONGEST,
    "TEXEL_FARTHEST": FARTHEST,
    "TEXEL_MARGIN": MARGIN,
    "FILTER_ERROR": FILTER_ERROR,
    "FILTER_STEPS": FILTER_STEPS,
    "LEVEL_MARGIN": LEVEL_MARGIN,
    "LEVEL_STEP": LEVEL_STEP,
    "REFERENCE_MARGIN": REFERENCE_MARGIN,
    **BLENDS_DEFINES,
}
_FUNCTIONS: Final = r"""
typedef struct { int64_t number, across, along, channel, size[3], offset[3], levels; } Picture;
typedef const Picture Given;
typedef const double Numbers;
static int64_t texel_of(int64_t x, int64_t y, int64_t z, int64_t channel, int64_t number) {
  if (number != TEXEL_GRAPHICSFUZZ) return (TEXEL_NUMBER) % TEXEL_MODULUS;
  return channel == 0 ? x : channel == 1 ? x ^ y : channel == 2 ? y : TEXEL_MODULUS - 1;
}
static int64_t texel_wrap(Given *p, int64_t axis) { return axis == 2 ? p->along : p->across; }
static int64_t texel_repeats(Given *p, int64_t axis) {
  int64_t wrap = texel_wrap(p, axis);
  return wrap == WRAP_REPEAT ? 1 : wrap == WRAP_MIRROR;
}
static int64_t texel_wrapped(int64_t at, Given *p, int64_t axis) {
  int64_t size = p->size[axis], period = texel_wrap(p, axis) == WRAP_MIRROR ? 2 * size : size;
  if (texel_repeats(p, axis)) {
    at %= period;
    if (at < 0) at += period;
    return at < size ? at : period - 1 - at;
  }
  return at < 0 ? 0 : at < size ? at : size - 1;
}
static const int64_t cube_sources[6][2] = CUBE_SOURCES, cube_signs[6][2] = CUBE_SIGNS;
static int64_t cube_face(Numbers *at) {
  int64_t k, axis = 0;
  for (k = 1; k < 3; k++) if (fabs(at[k]) > fabs(at[axis])) axis = k;
  return 2 * axis + (at[axis] < 0.0);
}
static int64_t has_faces(Given *p) { return p->along >= WRAP_CUBE; }
/* Which of several cubes a layer is. */
static int64_t cube_of(double layer, Given *p) {
  int64_t last = p->size[2] / CUBE_FACES - 1, found;
  if (!(fabs(layer) <= TEXEL_FARTHEST)) return 0;
  found = (int64_t)floor(layer + 0.5);
  return found < 0 ? 0 : found < last ? found : last;
}
static int64_t cube_is_open(Numbers *lo, Numbers *hi, Given *p) {
  if (p->along != WRAP_CUBES) return 0;
  if (!(lo[3] >= -TEXEL_FARTHEST)) return 1;
  if (!(hi[3] <= TEXEL_FARTHEST)) return 1;
  return cube_of(lo[3] - TEXEL_MARGIN, p) != cube_of(hi[3] + TEXEL_MARGIN, p);
}
/* From where to where a coordinate of a cube may lie, of which the face of the least numbers is
   asked: where no quotient reaches its edge, the others point to it, too. */
static void cube_ends(Numbers *lo, Numbers *hi, Given *p, int64_t axis, double *ends) {
  int64_t face = cube_face(lo), major = face / 2, source;
  double a, b, first, last;
  if (axis == 2) {
    if (p->along == WRAP_CUBES) face += CUBE_FACES * cube_of(lo[3], p);
    ends[0] = ends[1] = (double)face + 0.5;
    return;
  }
  a = face % 2 ? -hi[major] : lo[major];
  b = face % 2 ? -lo[major] : hi[major];
  if (!(a >= CUBE_SHORTEST)) return;
  if (!(b <= CUBE_LONGEST)) return;
  source = cube_sources[face][axis];
  first = cube_signs[face][axis] < 0 ? -hi[source] : lo[source];
  last = cube_signs[face][axis] < 0 ? -lo[source] : hi[source];
  ends[0] = (0.5 * (first / (first < 0.0 ? a : b)) + 0.5) * (double)p->size[axis];
  ends[1] = (0.5 * (last / (last < 0.0 ? b : a)) + 0.5) * (double)p->size[axis];
}
/* A coordinate in texels: from where to where it may lie. */
static void texel_ends(Numbers *lo, Numbers *hi, Given *p, int64_t axis, double *ends) {
  double quotient[4];
  int64_t k;
  if (texel_wrap(p, axis) == WRAP_LAYER) { ends[0] = lo[2] + 0.5; ends[1] = hi[2] + 0.5; return; }
  ends[0] = -HUGE_VAL;
  ends[1] = HUGE_VAL;
  if (has_faces(p)) { cube_ends(lo, hi, p, axis, ends); return; }
  if (lo[3] <= 0.0) if (hi[3] >= 0.0) return;
  quotient[0] = lo[axis] / lo[3];
  quotient[1] = lo[axis] / hi[3];
  quotient[2] = hi[axis] / lo[3];
  quotient[3] = hi[axis] / hi[3];
  ends[0] = ends[1] = quotient[0];
  for (k = 1; k < 4; k++) {
    if (quotient[k] < ends[0]) ends[0] = quotient[k];
    if (quotient[k] > ends[1]) ends[1] = quotient[k];
  }
  ends[0] *= (double)p->size[axis];
  ends[1] *= (double)p->size[axis];
}
/* Whether there are several levels: then the level of detail stands behind what divides the
   coordinates. */
static int64_t has_levels(Given *p) { return p->levels > 1; }
static int64_t texel_has_level(int64_t level, Given *p) {
  return has_levels(p) ? (uint64_t)level < (uint64_t)p->levels : level == 0;
}
static int64_t nearest_level(double lod, Given *p) {
  int64_t last = p->levels - 1;
  if (!(lod > 0.0)) return 0;
  return lod < (double)last ? (int64_t)floor(lod + 0.5) : last;
}
static int64_t level_is_open(Numbers *lo, Numbers *hi, Given *p) {
  if (!has_levels(p)) return 0;
  if (!(lo[5] <= hi[6])) return 1;
  return nearest_level(lo[5] - LEVEL_MARGIN, p) != nearest_level(hi[6] + LEVEL_MARGIN, p);
}
/* A level as a picture of one, of which there are no others. */
static Picture texel_level(int64_t level, Given *p) {
  Picture made = *p;
  int64_t k;
  for (k = 0; k < 3; k++) {
    if (texel_wrap(p, k) < WRAP_LAYER) made.size[k] >>= level;
    if (!made.size[k]) made.size[k] = 1;
  }
  made.number += LEVEL_STEP * level;
  made.levels = 1;
  return made;
}
static Picture sampled_level(Numbers *at, Given *p) {
  return texel_level(has_levels(p) ? nearest_level(at[4], p) : 0, p);
}
static int64_t texel_nearest(Numbers *at, Given *p, int64_t axis, double shift) {
  double ends[2];
  texel_ends(at, at, p, axis, ends);
  if (!(fabs(ends[0]) <= TEXEL_FARTHEST)) return 0;
  return texel_wrapped((int64_t)floor(ends[0] + shift) + p->offset[axis], p, axis);
}
static int64_t texel_is_open(Numbers *lo, Numbers *hi, Given *p, int64_t axis, double shift) {
  double ends[2];
  int64_t first, last;
  texel_ends(lo, hi, p, axis, ends);
  if (!(ends[0] >= -TEXEL_FARTHEST)) return 1;
  if (!(ends[1] <= TEXEL_FARTHEST)) return 1;
  first = (int64_t)floor(ends[0] + shift - TEXEL_MARGIN) + p->offset[axis];
  last = (int64_t)floor(ends[1] + shift + TEXEL_MARGIN) + p->offset[axis];
  if (texel_repeats(p, axis)) if (last - first > 1) return p->size[axis] > 1;
  if (has_faces(p)) {
    if (axis == 2) if (cube_is_open(lo, hi, p)) return 1;
    if (first != last) return 1;
    if (first < 0) return 1;
    return first >= p->size[axis];
  }
  return texel_wrapped(first, p, axis) != texel_wrapped(last, p, axis);
}
static int64_t sampled_texels(int64_t *to, Numbers *at, Numbers *lo, Numbers *hi, Given *p) {
  Picture level = sampled_level(at, p);
  int64_t k, place[3], is_open = level_is_open(lo, hi, p);
  for (k = 0; k < 3; k++) {
    place[k] = texel_nearest(at, &level, k, 0.0);
    if (texel_is_open(lo, hi, &level, k, 0.0)) is_open = 1;
  }
  for (k = 0; k < 4; k++) to[k] = texel_of(place[0], place[1], place[2], k, level.number);
  return !is_open;
}
/* Of level 0. */
static int64_t gathered_texels(int64_t *to, Numbers *at, Numbers *lo, Numbers *hi, Given *p) {
  int64_t k, x, y, z = texel_nearest(at, p, 2, 0.0);
  int64_t is_open = texel_is_open(lo, hi, p, 2, 0.0);
  for (k = 0; k < 2; k++) {
    if (texel_is_open(lo, hi, p, k, -0.5)) is_open = 1;
    if (texel_is_open(lo, hi, p, k, 0.5)) is_open = 1;
  }
  for (k = 0; k < 4; k++) {
    x = texel_nearest(at, p, 0, k == 1 ? 0.5 : k == 2 ? 0.5 : -0.5);
    y = texel_nearest(at, p, 1, k < 2 ? 0.5 : -0.5);
    to[k] = texel_of(x, y, z, p->channel, p->number);
  }
  return !is_open;
}
/* A comparison of one depth, of which the last coordinate is the reference, and the channel the
   function: a sum of 1 (less), 2 (equal) and 4 (greater). Returns whether it is known. */
static int64_t compared(int64_t *to, Numbers *at, Numbers *lo, Numbers *hi, Given *p) {
  double depth = (double)*to / (TEXEL_MODULUS - 1), least = lo[3], most = hi[3];
  *to = p->channel & (at[3] < depth ? 1 : 4) ? TEXEL_MODULUS - 1 : 0;
  if (least > 1.0) least = 1.0;
  if (most < 0.0) most = 0.0;
  if (most + REFERENCE_MARGIN < depth) return 1;
  if (least - REFERENCE_MARGIN > depth) return 1;
  if (at[3] != at[3]) return 0;
  return p->channel == 0 ? 1 : p->channel == 7;
}
static void undivided(double *to, Numbers *from) {
  int64_t k;
  for (k = 0; k < 3; k++) to[k] = from[k];
  to[3] = 1.0;
  to[4] = to[5] = to[6] = 0.0;
}
static int64_t compared_texels(int64_t *to, Numbers *at, Numbers *lo, Numbers *hi, Given *p) {
  double place[3][LODS];
  int64_t k, is_known;
  undivided(place[0], at);
  undivided(place[1], lo);
  undivided(place[2], hi);
  is_known = sampled_texels(to, place[0], place[1], place[2], p);
  if (!compared(to, at, lo, hi, p)) is_known = 0;
  for (k = 1; k < 4; k++) to[k] = 0;
  return is_known;
}
static int64_t gathered_comparisons(int64_t *to, Numbers *at, Numbers *lo, Numbers *hi, Given *p) {
  double place[3][LODS];
  int64_t k, is_known;
  Picture depths = *p;
  depths.channel = 0;
  undivided(place[0], at);
  undivided(place[1], lo);
  undivided(place[2], hi);
  is_known = gathered_texels(to, place[0], place[1], place[2], &depths);
  for (k = 0; k < 4; k++) if (!compared(to + k, at, lo, hi, p)) is_known = 0;
  return is_known;
}
/* `at` ends in the level. */
static int64_t fetched_texels(int64_t *to, const int64_t *at, Given *p) {
  int64_t k, place[3], is_inside = texel_has_level(at[3], p);
  Picture level = texel_level(is_inside ? at[3] : 0, p);
  for (k = 0; k < 3; k++) {
    place[k] = at[k] + p->offset[k];
    if ((uint64_t)place[k] >= (uint64_t)level.size[k]) { is_inside = 0; place[k] = 0; }
  }
  for (k = 0; k < 4; k++) to[k] = texel_of(place[0], place[1], place[2], k, level.number);
  return is_inside;
}
/* The size of a level, the last of `at`, and the number of levels; of an array of cubes, the third
   side is their number. */
static int64_t asked_texels(int64_t *to, const int64_t *at, Given *p) {
  int64_t k, is_there = texel_has_level(at[3], p);
  Picture level = texel_level(is_there ? at[3] : 0, p);
  for (k = 0; k < 3; k++) to[k] = level.size[k];
  if (p->along == WRAP_CUBES) to[2] /= CUBE_FACES;
  to[3] = has_levels(p) ? p->levels : 1;
  return is_there;
}
/* Where a linear filter may be at its least or largest along an axis: at the ends, and in the
   middle of each texel between them, as it is linear from one to the next. Returns how many places
   these are, 0 where they are too many. */
static int64_t filter_steps(Numbers *lo, Numbers *hi, Given *p, int64_t axis, double margin, \
double *steps) {
  double ends[2], place;
  int64_t count = 1;
  if (texel_wrap(p, axis) >= WRAP_LAYER) {
    steps[0] = (double)texel_nearest(lo, p, axis, 0.0);
    return !texel_is_open(lo, hi, p, axis, 0.0);
  }
  texel_ends(lo, hi, p, axis, ends);
  if (!(ends[0] >= -TEXEL_FARTHEST)) return 0;
  if (!(ends[1] <= TEXEL_FARTHEST)) return 0;
  ends[0] += (double)p->offset[axis] - 0.5 - margin;
  ends[1] += (double)p->offset[axis] - 0.5 + margin;
  if (has_faces(p)) {
    if (!(ends[0] >= 0.0)) return 0;
    if (!(ends[1] <= (double)(p->size[axis] - 1))) return 0;
  }
  steps[0] = ends[0];
  for (place = floor(ends[0]) + 1.0; place < ends[1]; place += 1.0) {
    if (count == FILTER_STEPS - 1) return 0;
    steps[count++] = place;
  }
  steps[count++] = ends[1];
  return count;
}
/* The weighted sums of the channels at one place. */
static void filter_at(double *sums, Numbers *at, Given *p) {
  double first, weight, weights[3][2];
  int64_t corner, axis, k, x, y, z, places[3][2];
  for (axis = 0; axis < 3; axis++) {
    first = floor(at[axis]);
    weights[axis][1] = at[axis] - first;
    weights[axis][0] = 1.0 - weights[axis][1];
    for (k = 0; k < 2; k++) places[axis][k] = texel_wrapped((int64_t)first + k, p, axis);
  }
  for (k = 0; k < 4; k++) sums[k] = 0.0;
  for (corner = 0; corner < 8; corner++) {
    weight = weights[0][corner & 1] * weights[1][corner >> 1 & 1] * weights[2][corner >> 2];
    if (weight == 0.0) continue;
    x = places[0][corner & 1];
    y = places[1][corner >> 1 & 1];
    z = places[2][corner >> 2];
    for (k = 0; k < 4; k++) sums[k] += weight * (double)texel_of(x, y, z, k, p->number);
  }
  for (k = 0; k < 4; k++) sums[k] /= TEXEL_MODULUS - 1;
}
/* The weighted sums at one place, and whether it is known. */
static int64_t filtered_texels(double *to, Numbers *at, Given *p) {
  Picture level = sampled_level(at, p);
  double steps[FILTER_STEPS], place[3];
  int64_t k, known = !level_is_open(at, at, p);
  for (k = 0; k < 3; k++) {
    steps[0] = 0.0;
    if (!filter_steps(at, at, &level, k, 0.0, steps)) known = 0;
    place[k] = steps[0];
  }
  filter_at(to, place, &level);
  return known;
}
/* Their bounds over all that is legal. */
static int64_t filter_bounds(double *least, double *most, Numbers *lo, Numbers *hi, Given *p) {
  Picture level = sampled_level(lo, p);
  double steps[3][FILTER_STEPS], place[3], found[4];
  int64_t k, at, counts[3];
  if (level_is_open(lo, hi, p)) return 0;
  for (k = 0; k < 3; k++) {
    counts[k] = filter_steps(lo, hi, &level, k, FILTER_MARGIN, steps[k]);
    if (!counts[k]) return 0;
  }
  for (k = 0; k < 4; k++) { least[k] = HUGE_VAL; most[k] = -HUGE_VAL; }
  for (at = 0; at < counts[0] * counts[1] * counts[2]; at++) {
    place[0] = steps[0][at % counts[0]];
    place[1] = steps[1][at / counts[0] % counts[1]];
    place[2] = steps[2][at / counts[0] / counts[1]];
    filter_at(found, place, &level);
    for (k = 0; k < 4; k++) {
      if (found[k] < least[k]) least[k] = found[k];
      if (found[k] > most[k]) most[k] = found[k];
    }
  }
  for (k = 0; k < 4; k++) { least[k] -= FILTER_ERROR; most[k] += FILTER_ERROR; }
  return 1;
}
"""


def texels_with(bits: int) -> str:
    """Return all of it, for weights of linear filters of so many bits below the texel: of fewer
    than Vulkan promises, nothing is promised of levels of detail either.
    """
    promised = {"FILTER_MARGIN": filter_margin(bits), "LODS_PROMISED": int(bits >= SUBTEXEL_BITS)}
    defines = {**_DEFINES, **promised}
    lines = [f"#define {name} {value}" for name, value in defines.items()]
    return "\n".join([*lines, _FUNCTIONS, BLENDS])


TEXELS: Final = texels_with(SUBTEXEL_BITS)
"""`sampled_texels`, `gathered_texels` and `fetched_texels` give the texels of the nearest
coordinates, and whether they are known; `asked_texels` the size, and whether it is defined.
"""
