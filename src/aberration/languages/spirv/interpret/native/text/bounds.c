/* Numbers as all implementations may compute them: the nearest one, `v`, with the interval of all legal ones.

   A float also knows what another order of evaluation needs. `mass` is the sum of the sizes of the terms that it was
   added up from; `n` how many roundings such a sum took, or, below 0, how many a product; `grid` a power of two that
   every term is a multiple of. A sum whose mass is no more than 2^24 grids is exact in any order. Where `grid` is 0, the
   number is inexact, and between `lo` and `hi` lies what any order gives, fused or not: exact products are in it, too;
   `n` is then -1 for a product of two numbers, rounded to its neighbours, and -2 for a longer one.
   Undefined values lie between infinities; their `mass` is the number of the place that made them, plus 1. */

typedef struct { double v, lo, hi, mass, grid, n; } F;
typedef struct { int64_t v, lo, hi, cause; } J;
typedef int64_t E;
typedef union { F f; J j; E e; } cell;
typedef struct { uint64_t place, stride, count; } Weak;
typedef struct { double eps, digits, least, largest; int width, fine, rigid, relaxed; } Mode;

/* A little more than the largest distance of neighbours: what our own arithmetic in 64 bits loses is in it. */
static const Mode F_FREE = { 1.1920930376163597e-07, 16777216.0, 1.1754943508222875e-38, 3.4028234663852886e38, 32, 1, 0, 0 };
static const Mode F_RIGID = { 1.1920930376163597e-07, 16777216.0, 1.1754943508222875e-38, 3.4028234663852886e38, 32, 1, 1, 0 };
static const Mode H_FREE = { 0.0009765634313225746, 2048.0, 6.103515625e-05, 65504.0, 16, 0, 0, 0 };
static const Mode H_RIGID = { 0.0009765634313225746, 2048.0, 6.103515625e-05, 65504.0, 16, 0, 1, 0 };
static const Mode D_FREE = { 4.440892098500626e-16, 9007199254740992.0, 2.2250738585072014e-308, 1.7976931348623157e308, 64, 0, 0, 0 };
static const Mode D_RIGID = { 4.440892098500626e-16, 9007199254740992.0, 2.2250738585072014e-308, 1.7976931348623157e308, 64, 0, 1, 0 };
static const Mode RELAXED = { 0.0009765634313225746, 2048.0, 6.103515625e-05, 16384.0, 32, 0, 0, 1 };

static unsigned char cause_kinds[SITES], doubts[SITES], freed[SITES];
static int64_t doubted, uncertain;
static void become_free(int64_t cause, int64_t site);
#define NEED(known, site)
#define ANY_LO (-ENDLESS)
#define IS_ANY(a) ((a)->lo == ANY_LO)

static void doubt(int64_t site) { doubts[site] = 1; doubted = 1; }
#define BAD(kind, site) doubt(site);
static int64_t because(int64_t kind, int64_t site) {
  cause_kinds[site] = (unsigned char)kind;
  return site + 1;
}
static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }
static double size_of(const F *a) { return larger(fabs(a->lo), fabs(a->hi)); }
static double lowest(double x) {
  uint64_t bits = bits_of_double(x), part = bits & 0xFFFFFFFFFFFFFull;
  int64_t power = (int64_t)(bits >> 52 & 0x7FF) - 1023;
  if (x == 0.0) return 1.0;
  if (power < -1000) return 0.0;
  power += part ? lowest_bit(part) - 52 : 0;
  return double_of_bits((uint64_t)(power + 1023) << 52);
}
static double next_single(double f, int64_t upwards) {
  uint32_t bits = bits_of_single(f);
  if (f == 0.0) return upwards ? 1.401298464324817e-45 : -1.401298464324817e-45;
  return single_of_bits((f > 0.0) == (upwards != 0) ? bits + 1 : bits - 1);
}
static double down(const Mode *q, double x) {
  double f;
  if (!q->fine) return x - fabs(x) * q->eps;
  f = single(x);
  return f > x ? next_single(f, 0) : f;
}
static double up(const Mode *q, double x) {
  double f;
  if (!q->fine) return x + fabs(x) * q->eps;
  f = single(x);
  return f < x ? next_single(f, 1) : f;
}
static double nearest(const Mode *q, double x) {
  return q->width == 32 ? single(x) : q->width == 16 ? half_of(x) : x;
}

static void f_any(F *r, double v, double cause) {
  r->v = v;
  r->lo = ANY_LO;
  r->hi = ENDLESS;
  r->mass = cause;
  r->grid = r->n = 0.0;
}
static void f_bad(F *r, double v, int64_t kind, int64_t site) { f_any(r, v, (double)because(kind, site)); }
static void f_undefined(F *r, int64_t site) { f_bad(r, 0.0, UNINITIALISED, site); }
static void f_exact(F *r, double v) {
  r->v = r->lo = r->hi = v;
  r->mass = fabs(v);
  r->grid = lowest(v);
  r->n = 0.0;
}
static void f_leaf(F *r, double v, const Mode *q) {
  if (!FINITE(v)) { f_any(r, v, 0.0); return; }
  f_exact(r, v);
  if (v != 0.0) if (fabs(v) < q->least) {
    r->lo = smaller(v, 0.0);
    r->hi = larger(v, 0.0);
    r->grid = 0.0;
  }
}
/* A result that is 0: nobody says of which sign. */
static void f_zero(F *r, double v) {
  f_exact(r, v);
  r->lo = MINUS_ZERO;
  r->hi = 0.0;
}
static void f_between(F *r, double v, double lo, double hi) {
  r->v = v;
  r->lo = lo;
  r->hi = hi;
  r->mass = size_of(r);
  r->grid = r->n = 0.0;
}
/* What may overflow is undefined, what may be too small to be normal may be 0. */
static void f_settle(F *r, const Mode *q, int64_t site) {
  if (!(r->lo >= -q->largest)) { f_bad(r, r->v, OVERFLOWN, site); return; }
  if (!(r->hi <= q->largest)) { f_bad(r, r->v, OVERFLOWN, site); return; }
  if (r->lo >= 0.0) if (r->lo < q->least) r->lo = MINUS_ZERO;
  if (r->hi <= 0.0) if (r->hi > -q->least) r->hi = 0.0;
  if (r->lo == 0.0) if (r->hi == 0.0) f_zero(r, r->v);
}
static void f_include(F *r, double v) {
  if (IS_ANY(r)) { r->v = v; return; }
  if (!FINITE(v)) { r->v = v; return; }
  if (r->lo != r->hi) r->grid = 0.0;
  r->v = v;
  if (v < r->lo) { r->lo = v; r->grid = 0.0; }
  if (v > r->hi) { r->hi = v; r->grid = 0.0; }
}
/* Relaxed precision: an operand or a result may have the digits and the range of 16 bits. */
static void f_relax(F *r, int64_t site) {
  if (IS_ANY(r)) return;
  if (r->grid > 0.0) if (r->mass <= 2048.0 * r->grid) if (r->mass == 0.0 ? 1 : fabs(r->v) >= RELAXED.least)
    if (r->mass <= RELAXED.largest) return;
  r->lo -= fabs(r->lo) * RELAXED.eps;
  r->hi += fabs(r->hi) * RELAXED.eps;
  r->grid = 0.0;
  r->mass = larger(r->mass, size_of(r));
  f_settle(r, &RELAXED, site);
}

/* ---- sums and products */

static void f_neg(F *r, const F *a) {
  double lo = a->lo;
  *r = *a;
  r->v = -a->v;
  r->lo = -a->hi;
  r->hi = -lo;
}
static double roundings(const F *a) { return a->n < 0.0 ? 1.0 : a->n; }
/* A sum of two lies between the neighbours of the exact one: one of these may be as near as nothing. */
static double roundings_inside(const F *a) {
  if (a->grid > 0.0) return 0.0;
  return a->n == 1.0 ? 0.0 : roundings(a) * a->mass;
}
static double rounded_down(const Mode *q, double a, double b, double sum) {
  if (sum - a == b) if (sum - b == a) return down(q, sum);
  return down(q, sum - fabs(sum) * 2.220446049250313e-16 - 4.94e-324);
}
static double rounded_up(const Mode *q, double a, double b, double sum) {
  if (sum - a == b) if (sum - b == a) return up(q, sum);
  return up(q, sum + fabs(sum) * 2.220446049250313e-16 + 4.94e-324);
}
static void f_add(F *r, const F *a, const F *b, const Mode *q, int64_t site) {
  double v = nearest(q, a->v + b->v), mass = a->mass + b->mass, grid = smaller(a->grid, b->grid), n, slack;
  double alo = a->lo, ahi = a->hi, blo = b->lo, bhi = b->hi;
  if (q->relaxed) {
    F x = *a, y = *b;
    Mode plain = RELAXED;
    plain.relaxed = 0;
    f_relax(&x, site);
    f_relax(&y, site);
    f_add(r, &x, &y, &plain, site);
    return;
  }
  n = roundings(a) + roundings(b) + 1.0;
  if (mass <= q->digits * grid) if (mass <= q->largest) {
    r->v = r->lo = r->hi = v;
    r->mass = mass;
    r->grid = grid;
    r->n = n;
    if (v == 0.0) { r->lo = MINUS_ZERO; r->hi = 0.0; return; }
    if (fabs(v) >= q->least) return;
    r->grid = 0.0;
    f_settle(r, q, site);
    return;
  }
  if (alo == ANY_LO) { f_any(r, v, a->mass); return; }
  if (blo == ANY_LO) { f_any(r, v, b->mass); return; }
  slack = q->eps * (n * mass - roundings_inside(a) - roundings_inside(b));
  r->v = v;
  r->grid = 0.0;
  if (q->rigid) {
    f_between(r, v, rounded_down(q, alo, blo, alo + blo), rounded_up(q, ahi, bhi, ahi + bhi));
    if (r->lo == r->hi) f_exact(r, r->lo);
    r->v = v;
  } else if (n == 1.0) {
    r->lo = rounded_down(q, alo, blo, alo + blo);
    r->hi = rounded_up(q, ahi, bhi, ahi + bhi);
    r->mass = mass;
    r->n = n;
  } else {
    r->lo = alo + blo - slack;
    r->hi = ahi + bhi + slack;
    r->mass = mass + slack;
    r->n = n;
  }
  f_settle(r, q, site);
}
static void f_sub(F *r, const F *a, const F *b, const Mode *q, int64_t site) {
  F c;
  f_neg(&c, b);
  f_add(r, a, &c, q, site);
}
/* How many roundings another order of a product may bring that are not in its bounds: those of exact ones, and what is
   missing of a whole unit where a product of two was rounded to its neighbours, which may be near. */
static double hidden(const F *a) {
  if (a->n >= 0.0) return 0.0;
  if (a->grid > 0.0) return -a->n;
  return a->n == -1.0 ? 1.0 : 0.0;
}
static int is_power(const F *a) { return a->grid > 0.0 ? a->n == 0.0 ? a->grid == a->mass : 0 : 0; }
static void f_scale(F *r, const F *a, double by, double v, const Mode *q, int64_t site) {
  double lo = a->lo * by, hi = a->hi * by;
  r->n = a->n;
  r->mass = a->mass * fabs(by);
  r->grid = a->grid * fabs(by);
  r->v = v;
  r->lo = by < 0.0 ? hi : lo;
  r->hi = by < 0.0 ? lo : hi;
  if (v == 0.0) if (r->grid > 0.0) { r->lo = MINUS_ZERO; r->hi = 0.0; return; }
  if (r->grid > 0.0) if (fabs(v) < q->least) r->grid = 0.0;
  f_settle(r, q, site);
}
static void f_finish_product(F *r, const F *a, const F *b, double v, double lo, double hi, const Mode *q, int64_t site) {
  double more, spread;
  int longer = a->n != 0.0 ? 1 : b->n != 0.0;
  if (q->rigid) {
    f_between(r, v, down(q, lo), up(q, hi));
    if (r->lo == r->hi) f_exact(r, r->lo);
    r->v = v;
    f_settle(r, q, site);
    return;
  }
  /* (a + b) * c may be computed as a * c + b * c, whose terms others may be added to. */
  spread = q->eps * ((a->n > 0.0 ? a->mass * size_of(b) : 0.0) + (b->n > 0.0 ? b->mass * size_of(a) : 0.0));
  if (longer) {
    more = q->eps * (1.0 + hidden(a) + hidden(b));
    f_between(r, v, lo - fabs(lo) * more - spread, hi + fabs(hi) * more + spread);
  } else f_between(r, v, down(q, lo - spread), up(q, hi + spread));
  r->n = longer ? -2.0 : -1.0;
  r->mass = larger(r->mass, a->mass * b->mass);
  f_settle(r, q, site);
}
static void f_mul(F *r, const F *a, const F *b, const Mode *q, int64_t site) {
  double p = a->v * b->v, v = nearest(q, p), grid = a->grid * b->grid, lo, hi, other;
  if (q->relaxed) {
    F x = *a, y = *b;
    Mode plain = RELAXED;
    plain.relaxed = 0;
    f_relax(&x, site);
    f_relax(&y, site);
    f_mul(r, &x, &y, &plain, site);
    return;
  }
  if (grid > 0.0) if (a->mass * b->mass <= q->digits * grid) if (fabs(p) <= q->largest) {
    if (p == 0.0) { f_zero(r, v); return; }
    if (fabs(p) >= q->least) {
      double n = -((a->n < 0.0 ? -a->n : 0.0) + (b->n < 0.0 ? -b->n : 0.0) + 1.0);
      r->v = r->lo = r->hi = v;
      r->mass = a->mass * b->mass;
      r->grid = grid;
      r->n = n;
      return;
    }
  }
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (IS_ANY(b)) { f_any(r, v, b->mass); return; }
  if (is_power(b)) { f_scale(r, a, b->v, v, q, site); return; }
  if (is_power(a)) { f_scale(r, b, a->v, v, q, site); return; }
  lo = hi = a->lo * b->lo;
  other = a->lo * b->hi;
  lo = smaller(lo, other);
  hi = larger(hi, other);
  other = a->hi * b->lo;
  lo = smaller(lo, other);
  hi = larger(hi, other);
  other = a->hi * b->hi;
  f_finish_product(r, a, b, v, smaller(lo, other), larger(hi, other), q, site);
}
/* A product of a number with itself is not negative. */
static void f_sqr(F *r, const F *a, const Mode *q, int64_t site) {
  F b = *a, c;
  f_mul(&c, &b, &b, q, site);
  if (!IS_ANY(&c)) if (c.lo < 0.0) {
    c.lo = MINUS_ZERO;
    c.hi = larger(c.hi, 0.0);
  }
  *r = c;
}
static void f_div(F *r, const F *a, const F *b, const Mode *q, int64_t site) {
  double v = nearest(q, a->v / b->v), lo, hi, other, slack;
  if (q->relaxed) {
    F x = *a, y = *b;
    Mode plain = RELAXED;
    plain.relaxed = 0;
    f_relax(&x, site);
    f_relax(&y, site);
    f_div(r, &x, &y, &plain, site);
    return;
  }
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (IS_ANY(b)) { f_any(r, v, b->mass); return; }
  if (b->lo <= 0.0) if (b->hi >= 0.0) { f_bad(r, v, DIVISION, site); return; }
  if (is_power(b)) { f_scale(r, a, 1.0 / b->v, v, q, site); return; }
  if (a->lo == 0.0) if (a->hi == 0.0) { f_zero(r, v); return; }
  if (size_of(b) > 0.25 / q->least) { f_bad(r, v, ROUNDING, site); return; }
  lo = hi = a->lo / b->lo;
  other = a->lo / b->hi;
  lo = smaller(lo, other);
  hi = larger(hi, other);
  other = a->hi / b->lo;
  lo = smaller(lo, other);
  hi = larger(hi, other);
  other = a->hi / b->hi;
  lo = smaller(lo, other);
  hi = larger(hi, other);
  other = q->eps * (3.0 + hidden(a));
  slack = a->n > 0.0 ? q->eps * a->mass / smaller(fabs(b->lo), fabs(b->hi)) : 0.0;
  f_between(r, v, lo - fabs(lo) * other - slack, hi + fabs(hi) * other + slack);
  r->n = -2.0;
  f_settle(r, q, site);
}
static void f_floor(F *r, const F *a, const Mode *q, int64_t site);
static void f_trunc(F *r, const F *a, const Mode *q, int64_t site);
/* As the specification derives its precision: x - y * floor(x / y), or with trunc. */
static void f_mod(F *r, const F *a, const F *b, int to_zero, const Mode *q, int64_t site) {
  F quotient_, whole, product;
  f_div(&quotient_, a, b, q, site);
  if (to_zero) f_trunc(&whole, &quotient_, q, site);
  else f_floor(&whole, &quotient_, q, site);
  f_mul(&product, b, &whole, q, site);
  f_sub(r, a, &product, q, site);
}

/* ---- comparisons and choices. A boolean: bit 0 is the nearest one's, bit 1 says "either"; above, the cause */

#define EITHER(v, cause) ((E)(v) | 2 | (cause) << 2)
#define DECIDED(a) (!((a) & 2))
/* A compiler may carry terms of a sum to the other side of a comparison. */
static double carried(const F *a, const F *b, const Mode *q) {
  if (q->rigid) return 0.0;
  if (a->n <= 0.0) if (b->n <= 0.0) return 0.0;
  if (a->mass + b->mass <= q->digits * smaller(a->grid, b->grid)) return 0.0;
  return q->eps * (a->mass + b->mass);
}
static E f_less(const F *a, const F *b, int or_equal, const Mode *q) {
  E v = or_equal ? a->v <= b->v : a->v < b->v;
  double slack;
  if (IS_ANY(a)) return EITHER(v, (int64_t)a->mass);
  if (IS_ANY(b)) return EITHER(v, (int64_t)b->mass);
  slack = carried(a, b, q);
  if (a->hi + slack < b->lo) return 1;
  if (a->lo - slack > b->hi) return 0;
  if (slack == 0.0) {
    if (or_equal) if (a->hi <= b->lo) return 1;
    if (!or_equal) if (a->lo >= b->hi) return 0;
  }
  return EITHER(v, 0);
}
static E f_equal(const F *a, const F *b, const Mode *q) {
  E v = a->v == b->v;
  double slack;
  if (IS_ANY(a)) return EITHER(v, (int64_t)a->mass);
  if (IS_ANY(b)) return EITHER(v, (int64_t)b->mass);
  slack = carried(a, b, q);
  if (a->hi + slack < b->lo) return 0;
  if (a->lo - slack > b->hi) return 0;
  if (slack == 0.0) if (a->lo == a->hi) if (b->lo == b->hi) return 1;
  return EITHER(v, 0);
}
static E not_e(E a) { return a ^ 1; }
static E and_e(E a, E b) {
  if (DECIDED(a)) if (!(a & 1)) return 0;
  if (DECIDED(b)) if (!(b & 1)) return 0;
  if (DECIDED(a)) if (DECIDED(b)) return 1;
  return EITHER(a & b & 1, a >> 2 ? a >> 2 : b >> 2);
}
static E or_e(E a, E b) { return not_e(and_e(not_e(a), not_e(b))); }
static E same_e(E a, E b) {
  E v = !((a ^ b) & 1);
  if (DECIDED(a)) if (DECIDED(b)) return v;
  return EITHER(v, a >> 2 ? a >> 2 : b >> 2);
}
static E select_e(E c, E a, E b) {
  E v = (c & 1 ? a : b) & 1;
  if (DECIDED(c)) return c & 1 ? a : b;
  if (DECIDED(a)) if (DECIDED(b)) if (!((a ^ b) & 1)) return v;
  return EITHER(v, c >> 2 ? c >> 2 : a >> 2 ? a >> 2 : b >> 2);
}
static void e_undefined(E *r, int64_t site) { *r = EITHER(0, because(UNINITIALISED, site)); }
static int64_t decide(E a, int64_t site) {
  if (!DECIDED(a)) become_free(a >> 2, site);
  return a & 1;
}
static void f_hull(F *r, double v, const F *a, const F *b) {
  F made;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (IS_ANY(b)) { f_any(r, v, b->mass); return; }
  made.v = v;
  made.lo = smaller(a->lo, b->lo);
  made.hi = larger(a->hi, b->hi);
  made.mass = larger(a->mass, b->mass);
  made.grid = a->lo == b->hi ? a->hi == b->lo ? smaller(a->grid, b->grid) : 0.0 : 0.0;
  made.n = made.grid > 0.0 ? larger(a->n, b->n) : 0.0;
  if (made.lo == 0.0) if (made.hi == 0.0) { made.lo = MINUS_ZERO; made.hi = 0.0; }
  *r = made;
}
static void f_select(F *r, E c, const F *a, const F *b) {
  if (DECIDED(c)) {
    if (c & 1) *r = *a;
    else *r = *b;
    return;
  }
  f_hull(r, c & 1 ? a->v : b->v, a, b);
}
