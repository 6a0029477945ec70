/* What the functions of GLSL.std.450 give where they are defined: in 64 bits, rounded once, or each step to 32 bits. */

static const union { uint32_t bits; float number; } endless = { 0x7F800000u };
static const union { uint64_t bits; double number; } endless_wide = { 0x7FF0000000000000ull };
static const union { uint64_t bits; double number; } not_a_number_wide = { 0x7FF8000000000000ull };
static const union { uint64_t bits; double number; } minus_zero_wide = { 0x8000000000000000ull };
#define MINUS_ZERO (minus_zero_wide.number)
#define ENDLESS (endless_wide.number)
#define NAN_WIDE (not_a_number_wide.number)
#define FINITE(x) ((x) - (x) == 0.0)

static double single(double x) { return (double)(float)x; }
static double half_of(double x) {
  double size = fabs(x), unit, found;
  int power;
  if (!FINITE(x)) return x;
  if (size == 0.0) return x;
  frexp(size, &power);
  unit = ldexp(1.0, (power < -13 ? -13 : power) - 11);
  found = rint(size / unit) * unit;
  if (found >= 65520.0) found = ENDLESS;
  return copysign(found, x);
}
static uint64_t bits_of_double(double x) { union { double d; uint64_t u; } both; both.d = x; return both.u; }
static double double_of_bits(uint64_t x) { union { double d; uint64_t u; } both; both.u = x; return both.d; }
static uint32_t bits_of_single(double x) { union { float f; uint32_t u; } both; both.f = (float)x; return both.u; }
static double single_of_bits(uint32_t x) { union { float f; uint32_t u; } both; both.u = x; return (double)both.f; }
static uint32_t bits_of_half(double x) {
  double size = fabs(x = half_of(x));
  uint32_t sign = bits_of_double(x) >> 63 ? 0x8000u : 0u;
  int power;
  if (x != x) return sign | 0x7E00u;
  if (size - size != 0.0) return sign | 0x7C00u;
  if (size < 0.00006103515625) return sign | (uint32_t)(size * 16777216.0);
  size = frexp(size, &power);
  return sign | ((uint32_t)(power + 14) << 10) | ((uint32_t)(size * 2048.0) - 1024u);
}
static double half_of_bits(uint32_t x) {
  double size = (double)(int32_t)(x & 0x3FFu), found;
  int32_t power = (int32_t)(x >> 10 & 31u);
  if (power == 31) found = size == 0.0 ? ENDLESS : NAN_WIDE;
  else if (power == 0) found = size / 16777216.0;
  else found = ldexp(1024.0 + size, power - 25);
  return x & 0x8000u ? -found : found;
}

static double v_sinh(double x) { return fabs(x) >= 700.0 ? copysign(ENDLESS, x) : sinh(x); }
static double v_fract(double x) { return FINITE(x) ? x - floor(x) : x - x; }
static double v_sign(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x; }
static double v_clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }
static double v_nmin(double x, double y) { return x != x ? y : x < y ? x : y != y ? x : y; }
static double v_nmax(double x, double y) { return x != x ? y : x > y ? x : y != y ? x : y; }
static double v_mix(double x, double y, double a) {
  return single(single(x * single(1.0 - a)) + single(y * a));
}
static double v_smooth_step(double low, double high, double x) {
  double t = v_clamp(single(single(x - low) / single(high - low)), 0.0, 1.0);
  return single(single(t * t) * single(3.0 - single(2.0 * t)));
}
static double v_rem(double x, double y) {
  double q = single(x / y);
  return single(x - single(y * trunc(q)));
}
static double v_mod(double x, double y) {
  double q = single(x / y);
  return single(x - single(y * floor(q)));
}
static double v_wide_rem(double x, double y) { return x - y * trunc(x / y); }
static double v_wide_mod(double x, double y) { return x - y * floor(x / y); }
static double v_modf(double x) { return copysign(FINITE(x) ? single(x - trunc(x)) : 0.0, x); }
static double v_dot(const double *x, const double *y, int64_t count) {
  double total = single(x[0] * y[0]);
  int64_t k;
  for (k = 1; k < count; k++) total = single(total + single(x[k] * y[k]));
  return total;
}
static double v_length(const double *x, int64_t count) {
  return count > 1 ? single(sqrt(v_dot(x, x, count))) : fabs(x[0]);
}
static double v_determinant(const double *x, int64_t side) {
  double minor[9], total = 0.0;
  int64_t k, j, row, at;
  if (side == 1) return x[0];
  for (k = 0; k < side; k++) {
    at = 0;
    for (j = 0; j < side; j++) if (j != k) for (row = 1; row < side; row++) minor[at++] = x[j * side + row];
    total = total + (k % 2 ? -1.0 : 1.0) * x[k * side] * v_determinant(minor, side - 1);
  }
  return total;
}
static double v_minor(const double *x, int64_t side, int64_t column, int64_t row) {
  double minor[9];
  int64_t c, r, at = 0;
  for (c = 0; c < side; c++) if (c != column) for (r = 0; r < side; r++) if (r != row) minor[at++] = x[c * side + r];
  return v_determinant(minor, side - 1);
}
static int64_t v_packed(double x, double low, double scale) {
  return (int64_t)rint((x < low ? low : x > 1.0 ? 1.0 : x) * scale);
}
static double v_unpacked(uint64_t bits, int64_t width, int64_t with_sign, double scale) {
  double found;
  if (!with_sign) return single((double)(int64_t)bits / scale);
  found = (double)((int64_t)bits - (bits >> (width - 1) ? (int64_t)1 << width : 0));
  found = single(found / scale);
  return found < -1.0 ? -1.0 : found;
}
static float nearest_single(uint64_t a, int64_t negative) {
  int64_t shift = highest_bit(a) - 29;
  uint64_t kept = a;
  double found;
  if (shift > 0) { kept = a >> shift; if (a & low_bits(shift)) kept |= 1; }
  found = ldexp((double)(int64_t)kept, shift > 0 ? (int)shift : 0);
  return (float)(negative ? -found : found);
}
static double nearest_double(uint64_t a) {
  uint64_t kept;
  if (!(a & TOP_L)) return (double)(int64_t)a;
  kept = a >> 1;
  if (a & 1) kept |= 1;
  return (double)(int64_t)kept * 2.0;
}
