"""Which texel a sample, a gather or a fetch gives, in C: `sampled.texels` says it in Python."""

from __future__ import annotations

from typing import Final

from aberration.core.textures import FACTORS, MODULUS

from ...sampled.texels import AMID, BETWEEN, FARTHEST, LAYER, MARGIN, OUTSIDE, WRAP_CODES

_TERMS: Final = ("x", "y", "z", "x * y", "channel", "number")
_DEFINES: Final = {
    "NUMBER": " + ".join(f"{by} * {term}" for by, term in zip(FACTORS, _TERMS, strict=True)),
    "MODULUS": MODULUS,
    "REPEAT": WRAP_CODES["repeat"],
    "MIRROR": WRAP_CODES["mirror"],
    "LAYER": LAYER,
    "FARTHEST": FARTHEST,
    "MARGIN": MARGIN,
}
_FUNCTIONS: Final = r"""
static int64_t texel(int64_t x, int64_t y, int64_t z, int64_t channel, int64_t number) {
  return (NUMBER) % MODULUS;
}
static int64_t wrapped(int64_t at, int64_t size, int64_t wrap) {
  int64_t period = wrap == MIRROR ? 2 * size : size;
  if (wrap == REPEAT || wrap == MIRROR) {
    at %= period;
    if (at < 0) at += period;
    return at < size ? at : period - 1 - at;
  }
  return at < 0 ? 0 : at < size ? at : size - 1;
}
static double along(cell *at, cell *size, cell *picture, int64_t axis) {
  if (axis == 2) if (picture[2].i == LAYER) return at[2].d + 0.5;
  return at[3].d == 0.0 ? HUGE_VAL : at[axis].d / at[3].d * (double)size[axis].i;
}
static int64_t nearest(cell *at, cell *offset, cell *size, cell *picture, int64_t axis, \
double shift) {
  int64_t found = (int64_t)floor(along(at, size, picture, axis) + shift) + offset[axis].i;
  return wrapped(found, size[axis].i, picture[1 + axis / 2].i);
}
static int64_t is_open(cell *at, cell *offset, cell *size, cell *picture, int64_t axis, \
double shift) {
  if (!(fabs(along(at, size, picture, axis)) <= FARTHEST)) return 1;
  return nearest(at, offset, size, picture, axis, shift - MARGIN) \
!= nearest(at, offset, size, picture, axis, shift + MARGIN);
}
static int64_t is_between(cell *at, cell *offset, cell *size, cell *picture) {
  int64_t axis;
  for (axis = 0; axis < 3; axis++) if (is_open(at, offset, size, picture, axis, 0.0)) return 1;
  return 0;
}
static int64_t is_amid(cell *at, cell *offset, cell *size, cell *picture) {
  int64_t axis;
  if (is_open(at, offset, size, picture, 2, 0.0)) return 1;
  for (axis = 0; axis < 2; axis++) {
    if (is_open(at, offset, size, picture, axis, -0.5)) return 1;
    if (is_open(at, offset, size, picture, axis, 0.5)) return 1;
  }
  return 0;
}
static int64_t is_outside(cell *at, cell *offset, cell *size) {
  int64_t axis;
  for (axis = 0; axis < 3; axis++)
    if ((uint64_t)(at[axis].i + offset[axis].i) >= (uint64_t)size[axis].i) return 1;
  return at[3].i != 0;
}
static void sampled(int64_t *to, cell *at, cell *offset, cell *size, cell *picture) {
  int64_t k, place[3];
  for (k = 0; k < 3; k++) place[k] = nearest(at, offset, size, picture, k, 0.0);
  for (k = 0; k < 4; k++) to[k] = texel(place[0], place[1], place[2], k, picture[0].i);
}
static void gathered(int64_t *to, cell *at, cell *offset, cell *size, cell *picture) {
  int64_t k, x, y, z = nearest(at, offset, size, picture, 2, 0.0);
  for (k = 0; k < 4; k++) {
    x = nearest(at, offset, size, picture, 0, k == 1 || k == 2 ? 0.5 : -0.5);
    y = nearest(at, offset, size, picture, 1, k < 2 ? 0.5 : -0.5);
    to[k] = texel(x, y, z, picture[3].i, picture[0].i);
  }
}
static void fetched(int64_t *to, cell *at, cell *offset, cell *picture) {
  int64_t k, place[3];
  for (k = 0; k < 3; k++) place[k] = at[k].i + offset[k].i;
  for (k = 0; k < 4; k++) to[k] = texel(place[0], place[1], place[2], k, picture[0].i);
}
"""
_CALLS: Final = {
    "sampled texel": "sampled(texels, x, y, z, w);",
    "gathered texels": "gathered(texels, x, y, z, w);",
    "fetched texel": "fetched(texels, x, y, w);",
}
_RESULTS: Final = {
    "": "result[k].d = (double)texels[k] / (MODULUS - 1);",
    " of integers": "result[k].i = texels[k];",
}
TEXELS: Final = "\n".join(
    [*(f"#define {name} {value}" for name, value in _DEFINES.items()), _FUNCTIONS]
)
"""What the conditions and meanings call."""
TEXEL_CONDITIONS: Final = {
    BETWEEN: "is_between(x, y, z, w)",
    AMID: "is_amid(x, y, z, w)",
    OUTSIDE: "is_outside(x, y, z)",
}
TEXEL_MEANINGS: Final = {
    f"{name}{kind}": f"int64_t texels[4]; {call} for (k = 0; k < 4; k++) {result}"
    for name, call in _CALLS.items()
    for kind, result in _RESULTS.items()
}
"""By the names of the functions in `sampled.texels`, as `CONDITIONS` and `WHOLE` have others."""
