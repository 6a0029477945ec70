/* Functions of floats. Each interval holds what the formula of the specification may give, and the nearest number. */

static const double PI = 3.14159265358979323846;

static double least_float(const Mode *q, double x) { return q->fine ? -down(q, -x) : x; }
static double largest_float(const Mode *q, double x) { return q->fine ? down(q, x) : x; }
/* Each of these is monotonous and gives whole numbers, exactly. */
static void f_whole(F *r, const F *a, double (*way)(double), const Mode *q) {
  double v = way(a->v), lo, hi;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  lo = a->grid > 0.0 ? a->lo : least_float(q, a->lo);
  hi = a->grid > 0.0 ? a->hi : largest_float(q, a->hi);
  if (lo > hi) { lo = a->lo; hi = a->hi; }
  lo = way(lo);
  hi = way(hi);
  if (lo == hi) { if (lo == 0.0) f_zero(r, v); else f_exact(r, lo); r->v = v; return; }
  f_between(r, v, lo, hi);
}
static void f_floor(F *r, const F *a, const Mode *q, int64_t site) { f_whole(r, a, floor, q); }
static void f_ceil(F *r, const F *a, const Mode *q, int64_t site) { f_whole(r, a, ceil, q); }
static void f_trunc(F *r, const F *a, const Mode *q, int64_t site) { f_whole(r, a, trunc, q); }
/* Half of a whole number goes either way: Round leaves that open, and is done as RoundEven. */
static void f_round(F *r, const F *a, const Mode *q, int64_t site) { f_whole(r, a, rint, q); }
static void f_abs(F *r, const F *a, const Mode *q, int64_t site) {
  if (IS_ANY(a)) { f_any(r, fabs(a->v), a->mass); return; }
  if (a->lo >= 0.0) { *r = *a; r->v = fabs(a->v); r->lo = fabs(r->lo); r->hi = fabs(r->hi); return; }
  if (a->hi <= 0.0) { f_neg(r, a); r->v = fabs(a->v); r->lo = fabs(r->lo); r->hi = fabs(r->hi); return; }
  f_between(r, fabs(a->v), 0.0, size_of(a));
}
static void f_sign(F *r, const F *a, const Mode *q, int64_t site) {
  double v = v_sign(a->v), lo, hi;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  lo = v_sign(a->lo);
  hi = v_sign(a->hi);
  if (lo == hi) { f_exact(r, lo); r->v = v; return; }
  f_between(r, v, lo, hi);
}
static void f_fract(F *r, const F *a, const Mode *q, int64_t site) {
  double v = nearest(q, v_fract(a->v)), lo, hi, whole;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  lo = a->grid > 0.0 ? a->lo : least_float(q, a->lo);
  hi = a->grid > 0.0 ? a->hi : largest_float(q, a->hi);
  whole = floor(lo);
  if (lo > hi) { f_between(r, v, 0.0, 1.0); return; }
  if (floor(hi) != whole) { f_between(r, v, 0.0, 1.0); return; }
  if (a->grid > 0.0) if (1.0 <= q->digits * a->grid) {
    if (v == 0.0) f_zero(r, v);
    else f_exact(r, v);
    return;
  }
  lo = a->lo - whole < 0.0 ? 0.0 : down(q, a->lo - whole);
  hi = a->hi - whole > 1.0 ? 1.0 : up(q, a->hi - whole);
  f_between(r, v, lo < 0.0 ? 0.0 : lo, hi > 1.0 ? 1.0 : hi);
  f_settle(r, q, site);
}
static void f_least(F *r, const F *a, const F *b, int largest, const Mode *q, int64_t site) {
  double v = largest ? (a->v > b->v ? a->v : b->v) : a->v < b->v ? a->v : b->v;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (IS_ANY(b)) { f_any(r, v, b->mass); return; }
  if (largest ? a->lo > b->hi : a->hi < b->lo) { *r = *a; return; }
  if (largest ? b->lo > a->hi : b->hi < a->lo) { *r = *b; return; }
  if (a->lo == a->hi) if (b->lo == b->hi) if (a->lo == b->lo) {
    F made;
    f_hull(&made, v, a, b);
    *r = made;
    return;
  }
  if (largest) f_between(r, v, larger(a->lo, b->lo), larger(a->hi, b->hi));
  else f_between(r, v, smaller(a->lo, b->lo), smaller(a->hi, b->hi));
}
static void f_min(F *r, const F *a, const F *b, const Mode *q, int64_t site) { f_least(r, a, b, 0, q, site); }
static void f_max(F *r, const F *a, const F *b, const Mode *q, int64_t site) { f_least(r, a, b, 1, q, site); }
static void f_clamp(F *r, const F *a, const F *b, const F *c, const Mode *q, int64_t site) {
  F raised;
  double v = v_clamp(a->v, b->v, c->v);
  if (!IS_ANY(b)) if (!IS_ANY(c)) if (b->hi > c->lo) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
  f_max(&raised, a, b, q, site);
  f_min(r, &raised, c, q, site);
  if (!IS_ANY(r)) r->v = v;
}
/* These choose the other operand where one is a NaN, which an undefined value may be. */
static void f_nmin(F *r, const F *a, const F *b, const Mode *q, int64_t site) {
  double v = v_nmin(a->v, b->v);
  f_least(r, a, b, 0, q, site);
  r->v = v;
}
static void f_nmax(F *r, const F *a, const F *b, const Mode *q, int64_t site) {
  double v = v_nmax(a->v, b->v);
  f_least(r, a, b, 1, q, site);
  r->v = v;
}
static void f_nclamp(F *r, const F *a, const F *b, const F *c, const Mode *q, int64_t site) {
  double v = v_nmin(v_nmax(a->v, b->v), c->v);
  if (IS_ANY(b)) { f_any(r, v, b->mass); return; }
  if (IS_ANY(c)) { f_any(r, v, c->mass); return; }
  if (b->hi > c->lo) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
  if (IS_ANY(a)) { f_between(r, v, b->lo, c->hi); return; }
  f_clamp(r, a, b, c, q, site);
  r->v = v;
}
static void f_step(F *r, const F *a, const F *b, const Mode *q, int64_t site) {
  E less = f_less(b, a, 0, q);
  if (DECIDED(less)) { f_exact(r, less & 1 ? 0.0 : 1.0); return; }
  if (IS_ANY(a)) { f_any(r, less & 1 ? 0.0 : 1.0, a->mass); return; }
  if (IS_ANY(b)) { f_any(r, less & 1 ? 0.0 : 1.0, b->mass); return; }
  f_between(r, less & 1 ? 0.0 : 1.0, 0.0, 1.0);
}

/* ---- what has a bound of its own */

static void f_spread(F *r, double v, double lo, double hi, const Mode *q, int64_t site) {
  f_between(r, v, lo, hi);
  f_include(r, v);
  r->mass = size_of(r);
  f_settle(r, q, site);
}
static void f_times(F *r, const F *a, double by, double v, const Mode *q, int64_t site) {
  double lo = a->lo * by, hi = a->hi * by;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  f_spread(r, v, lo - 3.0 * q->eps * fabs(lo), hi + 3.0 * q->eps * fabs(hi), q, site);
}
static void f_radians(F *r, const F *a, const Mode *q, int64_t site) {
  f_times(r, a, PI / 180.0, single(a->v * (PI / 180.0)), q, site);
}
static void f_degrees(F *r, const F *a, const Mode *q, int64_t site) {
  f_times(r, a, 180.0 / PI, single(a->v / (PI / 180.0)), q, site);
}
/* 2^-11 is promised from -pi to pi. Beyond, nothing is; drivers lose what the argument's rounding to a period loses. */
static void f_wave(F *r, const F *a, double (*way)(double), double top, const Mode *q, int64_t site) {
  double v = single(way(a->v)), size = size_of(a), err, lo, hi, one = 1.0 + 4.0 * q->eps;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  err = 0.00048828125 * (size <= PI ? 1.0 : 1.0 + size / 1024.0);
  if (size > 32768.0) { f_between(r, v, -one, one); return; }
  if (a->hi - a->lo >= 6.25) { f_between(r, v, -one, one); return; }
  lo = way(a->lo);
  hi = way(a->hi);
  if (lo > hi) { double other = lo; lo = hi; hi = other; }
  if (floor((a->hi - top) / (2.0 * PI)) > floor((a->lo - top) / (2.0 * PI))) hi = 1.0;
  if (floor((a->hi - top - PI) / (2.0 * PI)) > floor((a->lo - top - PI) / (2.0 * PI))) lo = -1.0;
  f_spread(r, v, larger(lo - err, -one), smaller(hi + err, one), q, site);
}
static void f_sin(F *r, const F *a, const Mode *q, int64_t site) { f_wave(r, a, sin, PI / 2.0, q, site); }
static void f_cos(F *r, const F *a, const Mode *q, int64_t site) { f_wave(r, a, cos, 0.0, q, site); }
static void f_tan(F *r, const F *a, const Mode *q, int64_t site) {
  F above, below;
  f_sin(&above, a, q, site);
  f_cos(&below, a, q, site);
  if (!IS_ANY(&below)) if (below.lo <= 0.0) if (below.hi >= 0.0) { f_bad(r, single(tan(a->v)), ROUNDING, site); return; }
  f_div(r, &above, &below, q, site);
  f_include(r, single(tan(a->v)));
}
/* Measured in drivers: 2^-10 beside the 4096 units that the formula, atan2(x, sqrt(1 - x * x)), inherits. */
static void f_arc(F *r, const F *a, double (*way)(double), int falling, const Mode *q, int64_t site) {
  double v = single(way(a->v)), lo, hi;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (size_of(a) > 1.0) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
  lo = way(falling ? a->hi : a->lo);
  hi = way(falling ? a->lo : a->hi);
  f_spread(r, v, lo - 0.0009765625 - fabs(lo) * 0.00048828125, hi + 0.0009765625 + fabs(hi) * 0.00048828125, q, site);
}
static void f_asin(F *r, const F *a, const Mode *q, int64_t site) { f_arc(r, a, asin, 0, q, site); }
static void f_acos(F *r, const F *a, const Mode *q, int64_t site) { f_arc(r, a, acos, 1, q, site); }
static void f_atan(F *r, const F *a, const Mode *q, int64_t site) {
  double v = single(atan(a->v)), lo, hi;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  lo = atan(a->lo);
  hi = atan(a->hi);
  f_spread(r, v, lo - 4096.0 * q->eps * fabs(lo), hi + 4096.0 * q->eps * fabs(hi), q, site);
}
static void f_atan2(F *r, const F *a, const F *b, const Mode *q, int64_t site) {
  double v = single(atan2(a->v, b->v)), lo, hi, found;
  int64_t k;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (IS_ANY(b)) { f_any(r, v, b->mass); return; }
  if (a->lo <= 0.0) if (a->hi >= 0.0) {
    if (b->lo <= 0.0) if (b->hi >= 0.0) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
    if (b->hi < 0.0) { f_spread(r, v, -PI * 1.0005, PI * 1.0005, q, site); return; }
  }
  lo = hi = atan2(a->lo, b->lo);
  for (k = 1; k < 4; k++) {
    found = atan2(k & 1 ? a->hi : a->lo, k & 2 ? b->hi : b->lo);
    lo = smaller(lo, found);
    hi = larger(hi, found);
  }
  f_spread(r, v, lo - 4096.0 * q->eps * fabs(lo), hi + 4096.0 * q->eps * fabs(hi), q, site);
}
static void f_power_of(F *r, const F *a, double v, double (*way)(double), const Mode *q, int64_t site) {
  double lo, hi;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  lo = way(a->lo);
  hi = way(a->hi);
  lo = lo * (1.0 - (3.0 + 2.0 * fabs(a->lo)) * q->eps);
  hi = hi * (1.0 + (3.0 + 2.0 * fabs(a->hi)) * q->eps);
  f_spread(r, v, larger(lo, 0.0), hi, q, site);
}
static double two_to(double x) { return pow(2.0, x); }
static void f_exp(F *r, const F *a, const Mode *q, int64_t site) { f_power_of(r, a, single(exp(a->v)), exp, q, site); }
static void f_exp2(F *r, const F *a, const Mode *q, int64_t site) {
  f_power_of(r, a, single(two_to(a->v)), two_to, q, site);
}
static double log_error(double x, double found, const Mode *q) {
  double err = 3.0 * q->eps * fabs(found);
  return x > 0.49 ? x < 2.01 ? larger(err, q->relaxed ? 0.0078125 : 4.76837158203125e-07) : err : err;
}
static void f_logarithm(F *r, const F *a, double (*way)(double), const Mode *q, int64_t site) {
  double v = a->v > 0.0 ? single(way(a->v)) : 0.0, lo, hi;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (a->lo <= 0.0) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
  lo = way(a->lo);
  hi = way(a->hi);
  f_spread(r, v, lo - log_error(a->lo, lo, q), hi + log_error(a->hi, hi, q), q, site);
}
static void f_log(F *r, const F *a, const Mode *q, int64_t site) { f_logarithm(r, a, log, q, site); }
static void f_log2(F *r, const F *a, const Mode *q, int64_t site) { f_logarithm(r, a, log2, q, site); }
static void f_rsqrt(F *r, const F *a, const Mode *q, int64_t site) {
  double v = nearest(q, 1.0 / sqrt(a->v));
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (a->lo <= 0.0) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
  f_spread(r, v, (1.0 - 2.0 * q->eps) / sqrt(a->hi), (1.0 + 2.0 * q->eps) / sqrt(a->lo), q, site);
}
/* 1.0 / inversesqrt(x): 2 units, and 2.5 of the division. */
static void f_sqrt(F *r, const F *a, const Mode *q, int64_t site) {
  double v = nearest(q, sqrt(a->v));
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (a->lo < 0.0) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
  if (a->hi == 0.0) { f_zero(r, v); return; }
  f_spread(r, v, sqrt(a->lo) * (1.0 - 5.0 * q->eps), sqrt(a->hi) * (1.0 + 5.0 * q->eps), q, site);
}
/* exp2(y * log2(x)); of 0 it is 0, if y is positive. */
static void f_pow(F *r, const F *a, const F *b, const Mode *q, int64_t site) {
  double v = a->v > 0.0 ? single(pow(a->v, b->v)) : 0.0;
  F base = *a, logarithm, product;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (IS_ANY(b)) { f_any(r, v, b->mass); return; }
  if (a->lo < 0.0) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
  if (a->lo == 0.0) {
    if (b->lo <= 0.0) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
    if (a->hi == 0.0) { f_zero(r, v); return; }
    f_between(&base, a->hi, a->hi, a->hi);
  }
  f_log2(&logarithm, &base, q, site);
  f_mul(&product, b, &logarithm, q, site);
  f_exp2(r, &product, q, site);
  if (a->lo == 0.0) if (!IS_ANY(r)) { r->lo = 0.0; r->grid = 0.0; }
  f_include(r, v);
}

/* ---- what follows from formulas */

static void f_number(F *r, double v) { f_exact(r, v); }
static void f_sinh(F *r, const F *a, const Mode *q, int64_t site) {
  F minus, up_, down_, sum, half;
  f_neg(&minus, a);
  f_exp(&up_, a, q, site);
  f_exp(&down_, &minus, q, site);
  f_sub(&sum, &up_, &down_, q, site);
  f_number(&half, 0.5);
  f_mul(r, &sum, &half, q, site);
  f_include(r, single(v_sinh(a->v)));
}
static void f_cosh(F *r, const F *a, const Mode *q, int64_t site) {
  F minus, up_, down_, sum, half;
  f_neg(&minus, a);
  f_exp(&up_, a, q, site);
  f_exp(&down_, &minus, q, site);
  f_add(&sum, &up_, &down_, q, site);
  f_number(&half, 0.5);
  f_mul(r, &sum, &half, q, site);
  f_include(r, single(cosh(a->v)));
}
static void f_tanh(F *r, const F *a, const Mode *q, int64_t site) {
  F above, below;
  f_sinh(&above, a, q, site);
  f_cosh(&below, a, q, site);
  f_div(r, &above, &below, q, site);
  f_include(r, single(tanh(a->v)));
}
/* log(x + sqrt(x * x + by)) */
static void f_inverse_hyperbolic(F *r, const F *a, double by, double v, const Mode *q, int64_t site) {
  F square, one, sum, root, whole;
  f_number(&one, by);
  f_sqr(&square, a, q, site);
  f_add(&sum, &square, &one, q, site);
  if (!IS_ANY(&sum)) if (sum.lo < 0.0) if (sum.hi >= 0.0) if (a->lo >= 1.0) { sum.lo = 0.0; sum.grid = 0.0; }
  f_sqrt(&root, &sum, q, site);
  f_add(&whole, a, &root, q, site);
  f_log(r, &whole, q, site);
  f_include(r, v);
}
static void f_asinh(F *r, const F *a, const Mode *q, int64_t site) {
  f_inverse_hyperbolic(r, a, 1.0, single(asinh(a->v)), q, site);
}
static void f_acosh(F *r, const F *a, const Mode *q, int64_t site) {
  double v = a->v >= 1.0 ? single(acosh(a->v)) : 0.0;
  if (!IS_ANY(a)) if (a->lo < 1.0) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
  f_inverse_hyperbolic(r, a, -1.0, v, q, site);
}
static void f_atanh(F *r, const F *a, const Mode *q, int64_t site) {
  F one, above, below, ratio, found, half;
  double v = fabs(a->v) < 1.0 ? single(atanh(a->v)) : 0.0;
  if (!IS_ANY(a)) if (size_of(a) >= 1.0) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
  f_number(&one, 1.0);
  f_number(&half, 0.5);
  f_add(&above, &one, a, q, site);
  f_sub(&below, &one, a, q, site);
  f_div(&ratio, &above, &below, q, site);
  f_log(&found, &ratio, q, site);
  f_mul(r, &found, &half, q, site);
  f_include(r, v);
}
/* x * (1 - a) + y * a, or x + a * (y - x), which no compiler keeps apart. */
static void f_mix(F *r, const F *a, const F *b, const F *c, const Mode *q, int64_t site) {
  F one, rest_, left_, right_, by_parts, way, moved, by_way;
  double lo, hi, slack, sizes[3];
  int64_t k;
  f_number(&one, 1.0);
  f_sub(&rest_, &one, c, q, site);
  f_mul(&left_, a, &rest_, q, site);
  f_mul(&right_, b, c, q, site);
  f_add(&by_parts, &left_, &right_, q, site);
  if (IS_ANY(&by_parts)) { *r = by_parts; return; }
  f_sub(&way, b, a, q, site);
  f_mul(&moved, c, &way, q, site);
  f_add(&by_way, a, &moved, q, site);
  if (by_parts.grid > 0.0) if (by_way.grid > 0.0) { *r = by_parts; return; }
  if (IS_ANY(&by_way)) { *r = by_way; return; }
  lo = hi = by_parts.v;
  for (k = 0; k < 8; k++) {
    double x = k & 1 ? a->hi : a->lo, y = k & 2 ? b->hi : b->lo, t = k & 4 ? c->hi : c->lo, found = x + t * (y - x);
    lo = smaller(lo, found);
    hi = larger(hi, found);
  }
  sizes[0] = larger(a->mass, size_of(a));
  sizes[1] = larger(b->mass, size_of(b));
  sizes[2] = larger(c->mass, size_of(c));
  slack = q->eps * (3.0 * (1.0 + sizes[2]) * sizes[0] + 3.0 * (sizes[0] + sizes[1]) * sizes[2] + sizes[0]);
  r->v = by_parts.v;
  r->lo = lo - slack;
  r->hi = hi + slack;
  r->mass = (1.0 + sizes[2]) * sizes[0] + sizes[1] * sizes[2] + slack;
  r->n = 2.0;
  r->grid = 0.0;
  f_settle(r, q, site);
}
static double smooth(double t) { return t * t * (3.0 - 2.0 * t); }
static void f_smooth(F *r, const F *a, const F *b, const F *c, const Mode *q, int64_t site) {
  F above, below, ratio, zero, one, t;
  double v = a->v < b->v ? v_smooth_step(a->v, b->v, c->v) : 0.0;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (IS_ANY(b)) { f_any(r, v, b->mass); return; }
  if (a->hi >= b->lo) { f_bad(r, v, INVALID_ARGUMENT, site); return; }
  f_sub(&above, c, a, q, site);
  f_sub(&below, b, a, q, site);
  f_div(&ratio, &above, &below, q, site);
  f_number(&zero, 0.0);
  f_number(&one, 1.0);
  f_clamp(&t, &ratio, &zero, &one, q, site);
  if (IS_ANY(&t)) { *r = t; r->v = v; return; }
  if (t.hi == 0.0) { f_zero(r, v); return; }
  if (t.lo == 1.0) { f_exact(r, 1.0); r->v = v; return; }
  f_spread(r, v, smooth(t.lo) - 12.0 * q->eps * t.lo * t.lo, smooth(t.hi) + 12.0 * q->eps * t.hi * t.hi, q, site);
}
static void f_fma(F *r, const F *a, const F *b, const F *c, const Mode *q, int64_t site) {
  F product;
  f_mul(&product, a, b, q, site);
  f_add(r, &product, c, q, site);
}
static void f_modf(F *r, F *whole, const F *a, const Mode *q, int64_t site) {
  F parts;
  double v = v_modf(a->v);
  f_trunc(whole, a, q, site);
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (whole->lo == whole->hi) {
    f_sub(&parts, a, whole, q, site);
    *r = parts;
    f_include(r, v);
    return;
  }
  f_between(r, v, a->lo < 0.0 ? -1.0 : 0.0, a->hi > 0.0 ? 1.0 : 0.0);
}
