/* Integer dot products that saturate: the products and their sums have to fit the type, in any order of the sums, and
   the sum with the accumulator stops at its ends. Components come as sizes with signs. */

#define DOT_SIDES 2
#define DOT_MOST 16
static uint64_t dot_sizes[DOT_SIDES][DOT_MOST];
static int dot_below[DOT_SIDES][DOT_MOST];

static void give_dot(int side, int k, uint64_t bits, int w, int with_sign_) {
  uint64_t size = low_bits((uint64_t)w), top = (uint64_t)1 << (w - 1);
  int below = with_sign_ ? (bits & top) != 0 : 0;
  bits &= size;
  dot_below[side][k] = below;
  dot_sizes[side][k] = below ? (0 - bits) & size : bits;
}
/* Return the pattern of the result; `bad` where it is undefined. */
static uint64_t saturated_dot(uint64_t before, int64_t count, int with_sign_, int w, int64_t *bad) {
  uint64_t size = low_bits((uint64_t)w), top = (uint64_t)1 << (w - 1);
  uint64_t most[2], sums[2], sum;
  int64_t k, side;
  most[0] = with_sign_ ? top - 1 : size;
  most[1] = with_sign_ ? top : 0;
  sums[0] = sums[1] = 0;
  for (k = 0; k < count; k++) {
    uint64_t a = dot_sizes[0][k], b = dot_sizes[1][k];
    side = dot_below[0][k] != dot_below[1][k];
    if (high_product(a, b) != 0 ? 1 : a * b > most[side] - sums[side]) { *bad = 1; return 0; }
    sums[side] += a * b;
  }
  sum = (before + sums[0] - sums[1]) & size;
  if (!with_sign_) return sum < before ? size : sum;
  /* The sum of the products has the sign of `side`; the sum has to move to that side. */
  side = sums[0] < sums[1];
  if (side ? (sum ^ top) > (before ^ top) : (sum ^ top) < (before ^ top)) return side ? top : top - 1;
  return sum;
}
#define DOT_U(side, k, a, w, with_sign) give_dot(side, k, a, w, with_sign);
#define DOT_L(side, k, a, w, with_sign) give_dot(side, k, a, w, with_sign);
#define SATURATE_X(r, type, a, n, with_sign, w, site) { \
  int64_t bad_ = 0; \
  r = (type)saturated_dot(a, n, with_sign, w, &bad_); \
  if (bad_) { BAD(OVERFLOWN, site) r = 0; } }
#define SATURATE_U(r, a, n, with_sign, w, site) SATURATE_X(r, uint32_t, a, n, with_sign, w, site)
#define SATURATE_L(r, a, n, with_sign, w, site) SATURATE_X(r, uint64_t, a, n, with_sign, w, site)
