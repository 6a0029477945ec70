"""The C that every text begins with: cells, and the helpers of generated text."""

from __future__ import annotations

from typing import Final

NONE: Final = 9221365071651799041
"""The cell of what was never written: a NaN that no float of 32 bits becomes, and no integer of 32
bits.
"""

CELLS: Final = r"""
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
typedef union { int64_t i; double d; } cell;
#define NONE {none}LL
#define TRAPPED 1
#define ENDLESS 2
#define DISCARDED 3
#define REFUSED 4
#define ADD(a, b) (int64_t)((uint64_t)(a) + (uint64_t)(b))
#define SUB(a, b) (int64_t)((uint64_t)(a) - (uint64_t)(b))
#define MUL(a, b) (int64_t)((uint64_t)(a) * (uint64_t)(b))
static void stop(int64_t code);
static void wait_at(int64_t number, int64_t workgroup, int64_t storage);
static int64_t fell;
static int64_t (*host)(int64_t, cell *, cell *);
void set_host(int64_t (*function)(int64_t, cell *, cell *)) { host = function; }
""".replace("{none}", str(NONE))

HELPERS: Final = """
static void rounded(double given) { if (given - given == 0.0) stop(TRAPPED); }
static double bounded(double x) {
  x = (double)(float)x;
  if (x - x != 0.0) stop(TRAPPED);
  return x;
}
static double none_float(void) { cell x; x.i = NONE; return x.d; }
static int64_t float_bits(double x) {
  union { float f; uint32_t u; } both;
  both.f = (float)x;
  return (int64_t)both.u;
}
static int64_t unusual_bits(int64_t x) {
  int64_t exponent = x & 0x7F800000;
  if (exponent == 0) return (x & 0x007FFFFF) != 0;
  return exponent == 0x7F800000;
}
static double bits_float(int64_t x) {
  union { float f; uint32_t u; } both;
  both.u = (uint32_t)x;
  if (unusual_bits(x)) stop(TRAPPED);
  return (double)both.f;
}
static int64_t defined_divided(int64_t x, int64_t y) {
  if (y == 0) return x;
  if (y == -1) if (x == -2147483648LL) return x;
  return x / y;
}
static int64_t defined_remainder(int64_t x, int64_t y) { return y == 0 ? 0 : x % y; }
static int64_t saturated_int(double x) {
  if (x != x) stop(TRAPPED);
  if (x >= 2147483520.0) return 2147483520LL;
  if (x <= -2147483648.0) return -2147483648LL;
  return (int64_t)x;
}
static int64_t saturated_uint(double x) {
  if (x != x) stop(TRAPPED);
  if (x >= 4294967040.0) return 4294967040LL;
  if (x <= 0.0) return 0;
  return (int64_t)x;
}
static int64_t turns_up(int64_t first, int64_t bound, int64_t step) {
  return first < bound ? (bound - first + step - 1) / step : 0;
}
static void fill(cell *to, int64_t bits, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) to[k].i = bits;
}
static void repeat(cell *to, int64_t size, int64_t count) {
  int64_t k;
  for (k = size; k < size * count; k++) to[k] = to[k - size];
}
static int64_t equal_integers(cell *x, cell *y, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) if (x[k].i != y[k].i) return 0;
  return 1;
}
static int64_t equal_floats(cell *x, cell *y, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) if (x[k].i == NONE ? y[k].i != NONE : x[k].d != y[k].d) return 0;
  return 1;
}
static double clamp_float(double x, double low, double high) {
  if (x < low) x = low;
  return high < x ? high : x;
}
static double smoothstep(double low, double high, double x) {
  double t = clamp_float((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}
static int64_t clamp_integer(int64_t x, int64_t low, int64_t high) {
  if (x < low) x = low;
  return high < x ? high : x;
}
static double dot(cell *x, cell *y, int64_t count) {
  double sum = 0.0;
  int64_t k;
  for (k = 0; k < count; k++) sum = sum + x[k].d * y[k].d;
  return sum;
}
static double distance(cell *x, cell *y, int64_t count) {
  double sum = 0.0;
  int64_t k;
  for (k = 0; k < count; k++) sum = sum + pow(x[k].d - y[k].d, 2.0);
  return sqrt(sum);
}
static int64_t all_zero(cell *x, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) if (x[k].d != 0.0) return 0;
  return 1;
}
static int64_t any_nan(cell *x, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) if (x[k].d != x[k].d) return 1;
  return 0;
}
static int64_t any_not_finite(cell *x, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) if (x[k].d - x[k].d != 0.0) return 1;
  return 0;
}
static int64_t any_subnormal(cell *x, int64_t count) {
  int64_t k;
  const double least = 1.1754943508222875e-38;
  for (k = 0; k < count; k++) if (x[k].d != 0.0) if (fabs(x[k].d) < least) return 1;
  return 0;
}
static int64_t packed(cell *x, int64_t count, int64_t bits, double low, double scale) {
  int64_t k; uint64_t sum = 0;
  for (k = 0; k < count; k++) {
    double part = x[k].d > low ? x[k].d : low;
    part = (double)(float)((part < 1.0 ? part : 1.0) * scale);
    sum |= ((uint64_t)(int64_t)floor(part + 0.5) & ((1ULL << bits) - 1)) << bits * k;
  }
  return (int64_t)sum;
}
static int64_t packed_integers(cell *x, int64_t low, int64_t high) {
  int64_t k; uint64_t sum = 0;
  for (k = 0; k < 4; k++) {
    int64_t part = x[k].i < low ? low : x[k].i > high ? high : x[k].i;
    sum |= ((uint64_t)part & 255) << 8 * k;
  }
  return (int64_t)sum;
}
static double determinant(cell *x, int64_t side) {
  cell minor[9];
  double sum = 0.0;
  int64_t k, j, row, at;
  if (side == 1) return x[0].d;
  for (k = 0; k < side; k++) {
    at = 0;
    for (j = 0; j < side; j++) if (j != k) for (row = 1; row < side; row++) \
minor[at++] = x[j * side + row];
    sum = sum + (k % 2 ? -1.0 : 1.0) * x[k * side].d * determinant(minor, side - 1);
  }
  return sum;
}
static void inverse(cell *to, cell *x, int64_t side) {
  cell minor[9];
  double whole = determinant(x, side);
  int64_t j, k, c, r, at;
  if (whole == 0.0) stop(TRAPPED);
  for (j = 0; j < side; j++) for (k = 0; k < side; k++) {
    at = 0;
    for (c = 0; c < side; c++) if (c != k) for (r = 0; r < side; r++) if (r != j) \
minor[at++] = x[c * side + r];
    to[j * side + k].d = ((j + k) % 2 ? -1.0 : 1.0) * determinant(minor, side - 1) / whole;
  }
}
static void refract(cell *to, cell *x, cell *y, double eta, int64_t count) {
  double along = dot(y, x, count), factor, k = 1.0 - eta * eta * (1.0 - along * along);
  int64_t c;
  if (k < 0.0) { for (c = 0; c < count; c++) to[c].d = 0.0; return; }
  factor = eta * along + sqrt(k);
  for (c = 0; c < count; c++) to[c].d = eta * x[c].d - factor * y[c].d;
}
static int64_t bit_length(uint64_t x) {
  int64_t found = 0;
  for (; x != 0; x >>= 1) found++;
  return found;
}
static int64_t bit_count(int64_t x) {
  uint32_t left = (uint32_t)x;
  int64_t found = 0;
  for (; left != 0; left &= left - 1) found++;
  return found;
}
static int64_t bit_reverse(int64_t x) {
  uint32_t left = (uint32_t)x, found = 0;
  int64_t k;
  for (k = 0; k < 32; k++) { found = (found << 1) | (left & 1); left >>= 1; }
  return (int64_t)found;
}
static int64_t find_lsb(int64_t x) { return bit_length((uint64_t)x & (0 - (uint64_t)x)) - 1; }
static int64_t find_msb(int64_t x) { return bit_length((uint64_t)(x < 0 ? ~x : x)) - 1; }
static int64_t leading_zeros(int64_t x) { return 32 - bit_length((uint64_t)(uint32_t)x); }
static int64_t trailing_zeros(int64_t x) { return x == 0 ? 32 : find_lsb(x); }
static int64_t field_begin(int64_t offset) { return offset < 32 ? offset : 32; }
static int64_t field_size(int64_t offset, int64_t bits) {
  int64_t left = 32 - field_begin(offset);
  return bits < left ? bits : left;
}
static int64_t extract_u(int64_t x, int64_t offset, int64_t bits) {
  return (int64_t)((uint64_t)(uint32_t)x >> offset & (((uint64_t)1 << bits) - 1));
}
static int64_t extract(int64_t x, int64_t offset, int64_t bits) {
  int64_t found = extract_u(x, offset, bits);
  if (bits == 0) return found;
  return found >> (bits - 1) ? found - (int64_t)((uint64_t)1 << bits) : found;
}
static int64_t insert(int64_t base, int64_t added, int64_t offset, int64_t bits) {
  uint64_t mask = (((uint64_t)1 << bits) - 1) << offset;
  return (int64_t)(((uint64_t)(uint32_t)base & ~mask) | ((uint64_t)added << offset & mask));
}
"""
