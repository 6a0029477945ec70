/* Numbers as one machine computes them: each float rounded to nearest. What is undefined stops the invocation. */

typedef union { float f; double d; uint32_t u; uint64_t l; int32_t b; } cell;
#define BAD(kind, site) TRAP(kind, site)
#define NEED(known, site) if (!(known)) TRAP(UNINITIALISED, site)

/* ---- memory: `S` is a space, `o` a place in it, `Z` what of it was written */

#define LOAD_F(r, S, o, site) r = S[o].f;
#define LOAD_H(r, S, o, site) r = S[o].f;
#define LOAD_D(r, S, o, site) r = S[o].d;
#define LOAD_U(r, S, o, site) r = S[o].u;
#define LOAD_L(r, S, o, site) r = S[o].l;
#define LOAD_B(r, S, o, site) r = S[o].b;
#define STORE_F(S, o, a) S[o].f = a;
#define STORE_H(S, o, a) S[o].f = a;
#define STORE_D(S, o, a) S[o].d = a;
#define STORE_U(S, o, a) S[o].u = a;
#define STORE_L(S, o, a) S[o].l = a;
#define STORE_B(S, o, a) S[o].b = a;
#define COPY(to, from, n) memcpy(to, from, (n) * sizeof(cell));
#define FINITE_F(a, site) if ((a) - (a) != 0.0f) TRAP(NOT_A_NUMBER, site)
#define FINITE_H(a, site) FINITE_F(a, site)
#define FINITE_D(a, site) if ((a) - (a) != 0.0) TRAP(NOT_A_NUMBER, site)

/* ---- floats of 32 bits (F), of 16 kept in 32 (H), of 64 (D); `q` tells of freedom, which there is none */

#define ADD_F(r, a, b, q, site) r = (a) + (b);
#define SUB_F(r, a, b, q, site) r = (a) - (b);
#define MUL_F(r, a, b, q, site) r = (a) * (b);
#define SQR_F(r, a, q, site) r = (a) * (a);
#define DIV_F(r, a, b, q, site) if ((b) == 0.0f) TRAP(DIVISION, site) r = (a) / (b);
#define NEG_F(r, a) r = -(a);
#define REM_F(r, a, b, q, site) if ((b) == 0.0f) TRAP(DIVISION, site) r = (float)v_rem(a, b);
#define MOD_F(r, a, b, q, site) if ((b) == 0.0f) TRAP(DIVISION, site) r = (float)v_mod(a, b);
#define ADD_H(r, a, b, q, site) r = (float)half_of((double)(a) + (b));
#define SUB_H(r, a, b, q, site) r = (float)half_of((double)(a) - (b));
#define MUL_H(r, a, b, q, site) r = (float)half_of((double)(a) * (b));
#define SQR_H(r, a, q, site) r = (float)half_of((double)(a) * (a));
#define DIV_H(r, a, b, q, site) if ((b) == 0.0f) TRAP(DIVISION, site) r = (float)half_of((double)(a) / (b));
#define NEG_H(r, a) r = -(a);
#define REM_H(r, a, b, q, site) if ((b) == 0.0f) TRAP(DIVISION, site) r = (float)half_of(v_wide_rem(a, b));
#define MOD_H(r, a, b, q, site) if ((b) == 0.0f) TRAP(DIVISION, site) r = (float)half_of(v_wide_mod(a, b));
#define ADD_D(r, a, b, q, site) r = (a) + (b);
#define SUB_D(r, a, b, q, site) r = (a) - (b);
#define MUL_D(r, a, b, q, site) r = (a) * (b);
#define SQR_D(r, a, q, site) r = (a) * (a);
#define DIV_D(r, a, b, q, site) if ((b) == 0.0) TRAP(DIVISION, site) r = (a) / (b);
#define NEG_D(r, a) r = -(a);
#define REM_D(r, a, b, q, site) if ((b) == 0.0) TRAP(DIVISION, site) r = v_wide_rem(a, b);
#define MOD_D(r, a, b, q, site) if ((b) == 0.0) TRAP(DIVISION, site) r = v_wide_mod(a, b);

#define NUMBERS(a, b, site) if ((a) != (a)) TRAP(NOT_A_NUMBER, site) if ((b) != (b)) TRAP(NOT_A_NUMBER, site)
#define LT_X(r, a, b, q, site) NUMBERS(a, b, site) r = (a) < (b);
#define LE_X(r, a, b, q, site) NUMBERS(a, b, site) r = (a) <= (b);
#define GT_X(r, a, b, q, site) NUMBERS(a, b, site) r = (a) > (b);
#define GE_X(r, a, b, q, site) NUMBERS(a, b, site) r = (a) >= (b);
#define EQ_X(r, a, b, q, site) NUMBERS(a, b, site) r = (a) == (b);
#define NE_X(r, a, b, q, site) NUMBERS(a, b, site) r = (a) != (b);
#define SELF_X(r, a, same, site) NUMBERS(a, a, site) r = same;
#define IS_NAN_X(r, a, site) NUMBERS(a, a, site) r = 0;
#define IS_INF_X(r, a, site) if ((a) - (a) != 0.0f) TRAP(NOT_A_NUMBER, site) r = 0;
#define ORDERED_X(r, a, b, site) NUMBERS(a, b, site) r = 1;
#define UNORDERED_X(r, a, b, site) NUMBERS(a, b, site) r = 0;
#define SELECT_F_B(r, c, a, b, w) r = (c) ? (a) : (b);
#define SELECT_H_B(r, c, a, b, w) r = (c) ? (a) : (b);
#define SELECT_D_B(r, c, a, b, w) r = (c) ? (a) : (b);

/* ---- conversions */

#define TWO_TO(w) ((w) == 8 ? 256.0 : (w) == 16 ? 65536.0 : (w) == 32 ? 4294967296.0 : 18446744073709551616.0)
#define F_TO_S(r, a, w, q, site) \
  if ((a) != (a)) TRAP(NOT_A_NUMBER, site) \
  if (trunc(a) < TWO_TO(w) / -2.0) TRAP(CONVERSION, site) \
  if (trunc(a) >= TWO_TO(w) / 2.0) TRAP(CONVERSION, site) \
  r = low_bits(w) & (uint64_t)(int64_t)trunc(a);
#define F_TO_U(r, a, w, q, site) \
  if ((a) != (a)) TRAP(NOT_A_NUMBER, site) \
  if (trunc(a) < 0.0) TRAP(CONVERSION, site) \
  if (trunc(a) >= TWO_TO(w)) TRAP(CONVERSION, site) \
  r = whole_of(trunc(a));
#define U_TO_F_U(r, a, w, q) r = (float)(double)(int64_t)(uint64_t)(a);
#define S_TO_F_U(r, a, w, q) r = (float)(double)SIGNED(a, w);
#define U_TO_F_L(r, a, w, q) r = nearest_single(a, 0);
#define S_TO_F_L(r, a, w, q) r = (a) & TOP_L ? nearest_single(0ull - (a), 1) : nearest_single(a, 0);
#define U_TO_H_U(r, a, w, q) r = (float)half_of((double)(int64_t)(uint64_t)(a));
#define S_TO_H_U(r, a, w, q) r = (float)half_of((double)SIGNED(a, w));
#define U_TO_H_L(r, a, w, q) r = (float)half_of((double)nearest_single(a, 0));
#define S_TO_H_L(r, a, w, q) r = (float)half_of((a) & TOP_L ? (double)nearest_single(0ull - (a), 1) : (double)nearest_single(a, 0));
#define U_TO_D_U(r, a, w, q) r = (double)(int64_t)(uint64_t)(a);
#define S_TO_D_U(r, a, w, q) r = (double)SIGNED(a, w);
#define U_TO_D_L(r, a, w, q) r = nearest_double(a);
#define S_TO_D_L(r, a, w, q) r = (double)(int64_t)(a);
#define CONVERT_F(r, a, from, q, site) r = (float)(a);
#define CONVERT_H(r, a, from, q, site) r = (float)half_of(a);
#define CONVERT_D(r, a, from, q, site) r = (double)(a);
#define QUANTIZE_F(r, a, q, site) r = (float)half_of(a);
#define F_TO_BITS(r, a, site) if ((a) != (a)) TRAP(NOT_A_NUMBER, site) r = bits_of_single(a);
#define H_TO_BITS(r, a, site) if ((a) != (a)) TRAP(NOT_A_NUMBER, site) r = bits_of_half(a);
#define D_TO_BITS(r, a, site) if ((a) != (a)) TRAP(NOT_A_NUMBER, site) r = bits_of_double(a);
#define F_OF_BITS_U(r, a, site) r = (float)single_of_bits(a);
#define H_OF_BITS_U(r, a, site) r = (float)half_of_bits(a);
#define D_OF_BITS_L(r, a, site) r = double_of_bits(a);

static uint64_t whole_of(double x) {
  return x >= 9223372036854775808.0 ? (uint64_t)(int64_t)(x - 9223372036854775808.0) + TOP_L : (uint64_t)(int64_t)x;
}
/* ---- GLSL.std.450 */

#define IF_BAD(bad, site) if (bad) TRAP(INVALID_ARGUMENT, site)
#define NO_NAN(bad, site) if (bad) TRAP(NOT_A_NUMBER, site)
#define ROUND_X(r, a, q, site) r = rint(a);
#define TRUNC_X(r, a, q, site) r = trunc(a);
#define FLOOR_X(r, a, q, site) r = floor(a);
#define CEIL_X(r, a, q, site) r = ceil(a);
#define ABS_X(r, a, q, site) r = fabs(a);
#define SIGN_X(r, a, q, site) NO_NAN((a) != (a), site) r = v_sign(a);
#define MIN_X(r, a, b, q, site) NUMBERS(a, b, site) r = (a) < (b) ? (a) : (b);
#define MAX_X(r, a, b, q, site) NUMBERS(a, b, site) r = (a) > (b) ? (a) : (b);
#define CLAMP_X(r, a, b, c, q, site) \
  IF_BAD((b) > (c), site) NUMBERS(b, c, site) NO_NAN((a) != (a), site) r = v_clamp(a, b, c);
#define STEP_X(r, a, b, q, site) NUMBERS(a, b, site) r = (b) < (a) ? 0.0f : 1.0f;
#define NMIN_X(r, a, b, q, site) r = v_nmin(a, b);
#define NMAX_X(r, a, b, q, site) r = v_nmax(a, b);
#define NCLAMP_X(r, a, b, c, q, site) IF_BAD((b) > (c), site) r = v_nmin(v_nmax(a, b), c);
#define FRACT_F(r, a, q, site) r = (float)v_fract(a);
#define FRACT_D(r, a, q, site) r = v_fract(a);
#define RADIANS_F(r, a, q, site) r = (float)((double)(a) * (3.14159265358979323846 / 180.0));
#define DEGREES_F(r, a, q, site) r = (float)((double)(a) / (3.14159265358979323846 / 180.0));
#define SIN_F(r, a, q, site) r = (float)sin(a);
#define COS_F(r, a, q, site) r = (float)cos(a);
#define TAN_F(r, a, q, site) r = (float)tan(a);
#define ASIN_F(r, a, q, site) IF_BAD(fabs(a) > 1.0, site) r = (float)asin(a);
#define ACOS_F(r, a, q, site) IF_BAD(fabs(a) > 1.0, site) r = (float)acos(a);
#define ATAN_F(r, a, q, site) r = (float)atan(a);
#define SINH_F(r, a, q, site) r = (float)v_sinh(a);
#define COSH_F(r, a, q, site) r = (float)cosh(a);
#define TANH_F(r, a, q, site) r = (float)tanh(a);
#define ASINH_F(r, a, q, site) r = (float)asinh(a);
#define ACOSH_F(r, a, q, site) IF_BAD((a) < 1.0f, site) r = (float)acosh(a);
#define ATANH_F(r, a, q, site) IF_BAD(fabs(a) >= 1.0, site) r = (float)atanh(a);
#define ATAN2_F(r, a, b, q, site) IF_BAD((a) == 0.0f ? (b) == 0.0f : 0, site) r = (float)atan2(a, b);
#define POW_F(r, a, b, q, site) \
  IF_BAD((a) < 0.0f ? 1 : (a) == 0.0f ? (b) <= 0.0f : 0, site) \
  r = (a) != (a) ? (float)(a) : (b) != (b) ? (float)(b) : (float)pow(a, b);
#define EXP_F(r, a, q, site) r = (float)exp(a);
#define EXP2_F(r, a, q, site) r = (float)pow(2.0, a);
#define LOG_F(r, a, q, site) IF_BAD((a) <= 0.0f, site) r = (float)log(a);
#define LOG2_F(r, a, q, site) IF_BAD((a) <= 0.0f, site) r = (float)log2(a);
#define SQRT_F(r, a, q, site) IF_BAD((a) < 0.0f, site) r = (float)sqrt(a);
#define SQRT_D(r, a, q, site) IF_BAD((a) < 0.0, site) r = sqrt(a);
#define RSQRT_F(r, a, q, site) IF_BAD((a) <= 0.0f, site) r = (float)(1.0 / sqrt(a));
#define RSQRT_D(r, a, q, site) IF_BAD((a) < 0.0, site) if ((a) == 0.0) TRAP(DIVISION, site) r = 1.0 / sqrt(a);
#define MIX_F(r, a, b, c, q, site) r = (float)v_mix(a, b, c);
#define MIX_D(r, a, b, c, q, site) r = (a) * (1.0 - (c)) + (b) * (c);
#define SMOOTH_F(r, a, b, c, q, site) \
  IF_BAD((a) >= (b), site) NO_NAN(v_smooth_step(a, b, c) != v_smooth_step(a, b, c), site) \
  r = (float)v_smooth_step(a, b, c);
#define FMA_F(r, a, b, c, q, site) r = (float)(single((double)(a) * (b)) + (double)(c));
#define FMA_D(r, a, b, c, q, site) r = (a) * (b) + (c);
#define LDEXP_F_U(r, a, b, w, q, site) IF_BAD(SIGNED(b, 32) > 128, site) r = (float)ldexp(a, SIGNED(b, 32));
#define MODF_F(r, s, a, q, site) r = (float)v_modf(a); s = (float)trunc(a);
#define FREXP_F(r, s, a, q, site) \
  { int power_ = 0; IF_BAD(!FINITE(a), site) r = (float)frexp(a, &power_); s = (uint32_t)power_; }

/* ---- functions of whole vectors: operands lie in `given`, results in `found` */

static double given[3][16], found[16];
#define ARG(i, k, a) given[i][k] = a;
#define RESULT_F(r, k) r = (float)found[k];
#define RESULT_D(r, k) r = found[k];
#define RESULT_U(r, k) r = (uint32_t)(int64_t)found[k];
#define ALIKE(i)
#define LENGTH(n, q, site) found[0] = v_length(given[0], n);
#define DISTANCE(n, q, site) x_difference(n); found[0] = v_length(found, n);
#define NORMALIZE(n, q, site) x_normalize(n, site);
#define CROSS(n, q, site) x_cross();
#define FACE_FORWARD(n, q, site) x_face_forward(n, site);
#define REFLECT(n, q, site) x_reflect(n);
#define REFRACT(n, q, site) x_refract(n, site);
#define DETERMINANT_F(n, q, site) found[0] = single(v_determinant(given[0], n));
#define DETERMINANT_D(n, q, site) found[0] = single(v_determinant(given[0], n));
#define INVERSE(n, q, site) x_inverse(n, site);
#define PACK(n, width, with_sign, scale, site) x_pack(n, width, with_sign, scale, site);
#define UNPACK_U(n, width, with_sign, scale, a) x_unpack(n, width, with_sign, scale, a);
#define PACK_HALF(site) x_pack_half(site);
#define UNPACK_HALF_U(a) found[0] = half_of_bits((a) & 0xFFFFu); found[1] = half_of_bits((a) >> 16);

static void x_difference(int64_t n) {
  int64_t k;
  for (k = 0; k < n; k++) found[k] = single(given[0][k] - given[1][k]);
}
static void x_normalize(int64_t n, int64_t site) {
  double size = v_length(given[0], n);
  int64_t k;
  IF_BAD(size == 0.0, site)
  for (k = 0; k < n; k++) found[k] = single(given[0][k] / size);
}
static void x_cross(void) {
  double *x = given[0], *y = given[1];
  int64_t k;
  for (k = 0; k < 3; k++) {
    int64_t i = (k + 1) % 3, j = (k + 2) % 3;
    found[k] = single(single(x[i] * y[j]) - single(y[i] * x[j]));
  }
}
static void x_face_forward(int64_t n, int64_t site) {
  double angle = v_dot(given[2], given[1], n);
  int64_t k;
  NO_NAN(angle != angle, site)
  for (k = 0; k < n; k++) found[k] = angle < 0.0 ? given[0][k] : -given[0][k];
}
static void x_reflect(int64_t n) {
  double twice = single(2.0 * v_dot(given[1], given[0], n));
  int64_t k;
  for (k = 0; k < n; k++) found[k] = single(given[0][k] - single(twice * given[1][k]));
}
static void x_refract(int64_t n, int64_t site) {
  double angle = v_dot(given[1], given[0], n), eta = given[2][0], factor, k;
  int64_t c;
  k = single(1.0 - single(single(eta * eta) * single(1.0 - single(angle * angle))));
  NO_NAN(k != k, site)
  if (k < 0.0) { for (c = 0; c < n; c++) found[c] = 0.0; return; }
  factor = single(single(eta * angle) + single(sqrt(k)));
  for (c = 0; c < n; c++) found[c] = single(single(eta * given[0][c]) - single(factor * given[1][c]));
}
static void x_inverse(int64_t side, int64_t site) {
  double whole = v_determinant(given[0], side);
  int64_t c, r;
  IF_BAD(whole == 0.0, site)
  for (c = 0; c < side; c++) for (r = 0; r < side; r++)
    found[c * side + r] = single(((c + r) % 2 ? -1.0 : 1.0) * v_minor(given[0], side, r, c) / whole);
}
static void x_pack(int64_t n, int64_t width, int64_t with_sign, double scale, int64_t site) {
  int64_t k, word = 0;
  for (k = 0; k < n; k++) {
    double x = given[0][k];
    NO_NAN(x != x, site)
    word |= (v_packed(x, with_sign ? -1.0 : 0.0, scale) & (((int64_t)1 << width) - 1)) << width * k;
  }
  found[0] = (double)word;
}
static void x_unpack(int64_t n, int64_t width, int64_t with_sign, double scale, uint32_t a) {
  int64_t k;
  for (k = 0; k < n; k++)
    found[k] = v_unpacked((uint64_t)a >> width * k & low_bits(width), width, with_sign, scale);
}
static void x_pack_half(int64_t site) {
  NO_NAN(given[0][0] != given[0][0], site)
  NO_NAN(given[0][1] != given[0][1], site)
  found[0] = (double)((int64_t)bits_of_half(given[0][0]) | (int64_t)bits_of_half(given[0][1]) << 16);
}
