/* Integers of which only a range may be known: `lo` to `hi`, which stand for what they are modulo 2^w. `v` is the
   nearest one's pattern, without a sign. Known is what lies between equal ends; all of int64 stands for anything. */

#define KNOWN_J(a) ((a)->lo == (a)->hi)
static int64_t pattern(int64_t x, int w) { return w == 64 ? x : x & (int64_t)low_bits((uint64_t)w); }
static int64_t two_to_the(int w) { return (int64_t)1 << w; }
static void j_known(J *r, int64_t v) {
  r->v = r->lo = r->hi = v;
  r->cause = 0;
}
static void j_any(J *r, int64_t v, int64_t cause) {
  r->v = v;
  r->lo = INT64_MIN;
  r->hi = INT64_MAX;
  r->cause = cause;
}
static void j_undefined(J *r, int64_t site) { j_any(r, 0, because(UNINITIALISED, site)); }
static int j_all(const J *a) { return a->lo == INT64_MIN ? a->hi == INT64_MAX : 0; }
/* The range of an integer of w < 64 bits, moved by multiples of 2^w; too wide a one is anything. */
static void j_range(J *r, int64_t v, int64_t lo, int64_t hi, int w, int64_t cause) {
  if (hi - lo >= two_to_the(w)) { j_any(r, pattern(v, w), cause); return; }
  r->v = pattern(v, w);
  r->lo = lo;
  r->hi = hi;
  r->cause = cause;
}
static int64_t cause_of(const J *a, const J *b) { return a->cause ? a->cause : b->cause; }
/* Ends as numbers with a sign, or without; the whole range where they wrap around. */
static void ends_of(const J *a, int w, int with_sign, int64_t *lo, int64_t *hi) {
  int64_t bottom = with_sign ? -two_to_the(w - 1) : 0, size = two_to_the(w), by;
  *lo = bottom;
  *hi = bottom + size - 1;
  if (j_all(a)) return;
  by = a->lo - bottom;
  by = by >= 0 ? by / size : -((size - 1 - by) / size);
  if (a->hi - by * size > bottom + size - 1) return;
  *lo = a->lo - by * size;
  *hi = a->hi - by * size;
}
static int small(int64_t x) { return x > -2147483648LL * 2 ? x < 2147483648LL * 2 : 0; }
static int fit(const J *a) { return small(a->lo / 1024) ? small(a->hi / 1024) : 0; }

/* ---- arithmetic: of known operands as always, of ranges where that is easy */

static uint64_t plain(int how, uint64_t a, uint64_t b, int w, int64_t *bad);
enum { J_ADD, J_SUB, J_MUL, J_UDIV, J_UMOD, J_SDIV, J_SREM, J_SMOD, J_AND, J_OR, J_XOR, J_SHL, J_SHR, J_SAR,
       J_UMIN, J_UMAX, J_SMIN, J_SMAX, J_CARRY, J_BORROW, J_UHIGH, J_SHIGH,
       J_NEG, J_NOT, J_REVERSE, J_COUNT, J_SABS, J_SSIGN, J_LSB, J_UMSB, J_SMSB,
       J_ULT, J_ULE, J_UGT, J_UGE, J_SLT, J_SLE, J_SGT, J_SGE, J_EQ, J_NE };

static int64_t with_sign(uint64_t a, int w) {
  uint64_t top = (uint64_t)1 << (w - 1);
  return w == 64 ? (int64_t)a : (int64_t)((a ^ top) - top);
}
static uint64_t plain(int how, uint64_t a, uint64_t b, int w, int64_t *bad) {
  int64_t x = with_sign(a, w), y = with_sign(b, w);
  uint64_t found = 0;
  switch (how) {
    case J_ADD: found = a + b; break;
    case J_SUB: found = a - b; break;
    case J_MUL: found = a * b; break;
    case J_UDIV: if (b == 0) *bad = DIVISION; else found = a / b; break;
    case J_UMOD: if (b == 0) *bad = DIVISION; else found = a % b; break;
    case J_SDIV:
      if (b == 0) *bad = DIVISION;
      else if (y == -1 ? x == with_sign((uint64_t)1 << (w - 1), w) : 0) *bad = OVERFLOWN;
      else found = (uint64_t)quotient(x, y);
      break;
    case J_SREM: case J_SMOD:
      if (b == 0) *bad = DIVISION;
      else if (x < 0 ? 1 : y < 0) *bad = INVALID_ARGUMENT;
      else found = a % b;
      break;
    case J_AND: found = a & b; break;
    case J_OR: found = a | b; break;
    case J_XOR: found = a ^ b; break;
    case J_SHL: if (b >= (uint64_t)w) *bad = SHIFT; else found = a << b; break;
    case J_SHR: if (b >= (uint64_t)w) *bad = SHIFT; else found = a >> b; break;
    case J_SAR: if (b >= (uint64_t)w) *bad = SHIFT; else found = (uint64_t)(x >> b); break;
    case J_UMIN: found = a < b ? a : b; break;
    case J_UMAX: found = a > b ? a : b; break;
    case J_SMIN: found = x < y ? a : b; break;
    case J_SMAX: found = x > y ? a : b; break;
    case J_CARRY: found = w == 64 ? (a + b < a ? 1 : 0) : (a + b) >> w; break;
    case J_BORROW: found = a < b ? 1 : 0; break;
    case J_UHIGH: found = w == 64 ? high_product(a, b) : (a * b) >> w; break;
    case J_SHIGH:
      found = w == 64 ? high_product(a, b) - (x < 0 ? b : 0) - (y < 0 ? a : 0) : (uint64_t)((x * y) >> w);
      break;
    case J_NEG: found = 0 - a; break;
    case J_NOT: found = ~a; break;
    case J_REVERSE: found = bits_reversed(a, w); break;
    case J_COUNT: found = (uint64_t)bits_counted(a); break;
    case J_SABS: found = x < 0 ? 0 - a : a; break;
    case J_SSIGN: found = x < 0 ? ~(uint64_t)0 : x > 0 ? 1 : 0; break;
    case J_LSB: found = (uint64_t)lowest_bit(a); break;
    case J_UMSB: found = (uint64_t)highest_bit(a); break;
    case J_SMSB: found = (uint64_t)highest_bit(x < 0 ? (uint64_t)~x : a); break;
  }
  return (uint64_t)pattern((int64_t)found, w);
}
static int is_signed_operation(int how) {
  switch (how) {
    case J_SABS: case J_SSIGN: case J_SMIN: case J_SMAX: case J_MUL: case J_SDIV: return 1;
  }
  return 0;
}
static void j_unknown(J *r, int64_t v, int how, const J *a, const J *b, int w) {
  int64_t lo, hi, x, y, cause = cause_of(a, b);
  if (w == 64) { j_any(r, v, cause); return; }
  if (how == J_ADD) if (!j_all(a)) if (!j_all(b)) if (fit(a)) if (fit(b)) {
    j_range(r, v, a->lo + b->lo, a->hi + b->hi, w, cause);
    return;
  }
  if (how == J_SUB) if (!j_all(a)) if (!j_all(b)) if (fit(a)) if (fit(b)) {
    j_range(r, v, a->lo - b->hi, a->hi - b->lo, w, cause);
    return;
  }
  if (how == J_NEG) if (!j_all(a)) { j_range(r, v, -a->hi, -a->lo, w, cause); return; }
  if (how == J_NOT) if (!j_all(a)) { j_range(r, v, -1 - a->hi, -1 - a->lo, w, cause); return; }
  ends_of(a, w, is_signed_operation(how), &lo, &hi);
  ends_of(b, w, is_signed_operation(how), &x, &y);
  switch (how) {
    case J_MUL:
      if (w <= 32) {
        int64_t p = lo * x, q = lo * y, s = hi * x, t = hi * y, first = p, last = p;
        if (q < first) first = q;
        if (s < first) first = s;
        if (t < first) first = t;
        if (q > last) last = q;
        if (s > last) last = s;
        if (t > last) last = t;
        if (last / 2 - first / 2 < two_to_the(w - 1)) { j_range(r, v, first, last, w, cause); return; }
      }
      break;
    case J_UDIV: if (x > 0) { j_range(r, v, lo / y, hi / x, w, cause); return; } break;
    case J_UMOD: case J_SREM: case J_SMOD:
      if (x == y) if (lo / x == hi / x) { j_range(r, v, lo % x, hi % x, w, cause); return; }
      if (x > 0) { j_range(r, v, 0, y - 1 < hi ? y - 1 : hi, w, cause); return; }
      break;
    case J_SDIV: if (x > 0) if (x == y) { j_range(r, v, lo / x, hi / x, w, cause); return; } break;
    case J_AND: j_range(r, v, 0, hi < y ? hi : y, w, cause); return;
    case J_OR: case J_XOR:
      j_range(r, v, 0, (int64_t)low_bits((uint64_t)(highest_bit((uint64_t)(hi | y)) + 1)), w, cause);
      return;
    case J_SHL:
      if (x == y) if (x < 31) if (hi < 2147483648LL) { j_range(r, v, lo << x, hi << x, w, cause); return; }
      break;
    case J_SHR: if (x == y) if (x < w) { j_range(r, v, lo >> x, hi >> x, w, cause); return; } break;
    case J_SAR:
      ends_of(a, w, 1, &lo, &hi);
      if (x == y) if (x < w) { j_range(r, v, lo >> x, hi >> x, w, cause); return; }
      break;
    case J_UMIN: case J_SMIN: j_range(r, v, lo < x ? lo : x, hi < y ? hi : y, w, cause); return;
    case J_UMAX: case J_SMAX: j_range(r, v, lo > x ? lo : x, hi > y ? hi : y, w, cause); return;
    case J_CARRY: case J_BORROW: j_range(r, v, 0, 1, w, cause); return;
    case J_COUNT: j_range(r, v, 0, w, w < 8 ? 8 : w, cause); return;
    case J_SABS: if (lo >= 0) { *r = *a; return; } j_range(r, v, 0, -lo > hi ? -lo : hi, w, cause); return;
    case J_SSIGN: j_range(r, v, lo < 0 ? -1 : lo > 0, hi < 0 ? -1 : hi > 0, w, cause); return;
    case J_LSB: case J_UMSB: case J_SMSB: j_range(r, v, -1, w - 1, w, cause); return;
  }
  j_any(r, v, cause);
}
static int may_be_negative(const J *a, int w) {
  int64_t lo, hi;
  if (KNOWN_J(a)) return with_sign((uint64_t)pattern(a->v, w), w) < 0;
  if (w == 64) return 1;
  ends_of(a, w, 1, &lo, &hi);
  return lo < 0;
}
static void j_op(J *r, const J *a, const J *b, int how, int w, int64_t site) {
  int64_t bad = 0, v = (int64_t)plain(how, (uint64_t)pattern(a->v, w), (uint64_t)pattern(b->v, w), w, &bad);
  int64_t lo, hi, maybe = bad;
  J made;
  if (KNOWN_J(a)) if (KNOWN_J(b)) {
    if (bad) { j_any(r, v, because(bad, site)); return; }
    j_known(r, v);
    return;
  }
  if (w < 64) ends_of(b, w, 0, &lo, &hi);
  else { lo = KNOWN_J(b) ? b->v : INT64_MIN; hi = KNOWN_J(b) ? b->v : INT64_MAX; }
  if (how >= J_UDIV) if (how <= J_SMOD) if (lo <= 0) if (hi >= 0) maybe = DIVISION;
  if (how == J_SDIV) if (hi == (int64_t)low_bits((uint64_t)w)) maybe = maybe ? maybe : OVERFLOWN;
  if (how == J_SREM ? 1 : how == J_SMOD) if (!maybe) if (may_be_negative(a, w) ? 1 : may_be_negative(b, w)) maybe = INVALID_ARGUMENT;
  if (how >= J_SHL) if (how <= J_SAR) if (!maybe) if (lo < 0 ? 1 : hi >= w) maybe = SHIFT;
  if (maybe) { j_any(r, v, cause_of(a, b) ? cause_of(a, b) : because(maybe, site)); return; }
  j_unknown(&made, v, how, a, b, w);
  *r = made;
}
static E j_less(const J *a, const J *b, int or_equal, int with_sign_, int w) {
  int64_t alo, ahi, blo, bhi;
  E v;
  uint64_t x = (uint64_t)pattern(a->v, w), y = (uint64_t)pattern(b->v, w);
  if (with_sign_) v = or_equal ? with_sign(x, w) <= with_sign(y, w) : with_sign(x, w) < with_sign(y, w);
  else v = or_equal ? x <= y : x < y;
  if (KNOWN_J(a)) if (KNOWN_J(b)) return v;
  if (w == 64) return EITHER(v, cause_of(a, b));
  ends_of(a, w, with_sign_, &alo, &ahi);
  ends_of(b, w, with_sign_, &blo, &bhi);
  if (or_equal ? ahi <= blo : ahi < blo) return 1;
  if (or_equal ? alo > bhi : alo >= bhi) return 0;
  return EITHER(v, cause_of(a, b));
}
static E j_equal(const J *a, const J *b, int w) {
  int64_t alo, ahi, blo, bhi;
  E v = pattern(a->v, w) == pattern(b->v, w);
  if (KNOWN_J(a)) if (KNOWN_J(b)) return v;
  if (w == 64) return EITHER(v, cause_of(a, b));
  ends_of(a, w, 0, &alo, &ahi);
  ends_of(b, w, 0, &blo, &bhi);
  if (ahi < blo) return 0;
  if (bhi < alo) return 0;
  ends_of(a, w, 1, &alo, &ahi);
  ends_of(b, w, 1, &blo, &bhi);
  if (ahi < blo) return 0;
  if (bhi < alo) return 0;
  return EITHER(v, cause_of(a, b));
}
static void j_hull(J *r, int64_t v, const J *a, const J *b, int w) {
  int64_t alo, ahi, blo, bhi, lo, hi, other_lo, other_hi;
  if (KNOWN_J(a)) if (KNOWN_J(b)) if (pattern(a->v, w) == pattern(b->v, w)) { j_known(r, pattern(v, w)); return; }
  if (w == 64 ? 1 : j_all(a) ? 1 : j_all(b)) { j_any(r, pattern(v, w), cause_of(a, b)); return; }
  ends_of(a, w, 0, &alo, &ahi);
  ends_of(b, w, 0, &blo, &bhi);
  lo = alo < blo ? alo : blo;
  hi = ahi > bhi ? ahi : bhi;
  ends_of(a, w, 1, &alo, &ahi);
  ends_of(b, w, 1, &blo, &bhi);
  other_lo = alo < blo ? alo : blo;
  other_hi = ahi > bhi ? ahi : bhi;
  if (other_hi - other_lo < hi - lo) { lo = other_lo; hi = other_hi; }
  j_range(r, v, lo, hi, w, cause_of(a, b));
}
static void j_select(J *r, E c, const J *a, const J *b, int w) {
  if (DECIDED(c)) {
    if (c & 1) *r = *a;
    else *r = *b;
    return;
  }
  j_hull(r, c & 1 ? a->v : b->v, a, b, w);
  if (!r->cause) r->cause = c >> 2;
}
static void j_clamp(J *r, const J *a, const J *b, const J *c, int signed_, int w, int64_t site) {
  J raised;
  E wrong = j_less(c, b, 0, signed_, w);
  if (DECIDED(wrong) ? wrong & 1 : 1) { j_any(r, a->v, cause_of(b, c) ? cause_of(b, c) : because(INVALID_ARGUMENT, site)); return; }
  j_op(&raised, a, b, signed_ ? J_SMAX : J_UMAX, w, site);
  j_op(r, &raised, c, signed_ ? J_SMIN : J_UMIN, w, site);
}
static void j_field(J *r, const J *a, const J *b, const J *o, const J *n, int how, int w, int64_t site) {
  uint64_t x = (uint64_t)pattern(a->v, w), found;
  int64_t at = pattern(o->v, 32), count = pattern(n->v, 32);
  if (at + count > w) { j_any(r, 0, because(INVALID_ARGUMENT, site)); return; }
  if (how == 0) found = field_inserted(x, (uint64_t)b->v, (uint64_t)at, (uint64_t)count);
  else found = how == 1 ? field_plain(x, (uint64_t)at, (uint64_t)count) : field_signed(x, (uint64_t)at, (uint64_t)count);
  found = (uint64_t)pattern((int64_t)found, w);
  if (KNOWN_J(a)) if (KNOWN_J(b)) if (KNOWN_J(o)) if (KNOWN_J(n)) { j_known(r, (int64_t)found); return; }
  if (KNOWN_J(o)) if (KNOWN_J(n)) if (how == 1) if (count < w) if (w < 64) {
    j_range(r, (int64_t)found, 0, (int64_t)low_bits((uint64_t)count), w, a->cause);
    return;
  }
  j_any(r, (int64_t)found, a->cause ? a->cause : b->cause ? b->cause : cause_of(o, n));
}
static void j_widen(J *r, const J *a, int extend, int from, int to) {
  int64_t lo, hi, v = pattern(extend ? with_sign((uint64_t)pattern(a->v, from), from) : pattern(a->v, from), to);
  if (KNOWN_J(a)) { j_known(r, v); return; }
  if (from == 64 ? 1 : j_all(a)) {
    if (from == 64 ? 1 : to == 64 ? 1 : to <= from) { j_any(r, v, a->cause); return; }
  }
  if (to == 64) { j_any(r, v, a->cause); return; }
  if (to <= from) { j_range(r, v, a->lo, a->hi, to, a->cause); return; }
  ends_of(a, from, extend, &lo, &hi);
  j_range(r, v, lo, hi, to, a->cause);
}

/* ---- between integers and floats */

static void f_of_number(F *r, double v, double lo, double hi, const Mode *q, int64_t site) {
  if (lo == hi) if (nearest(q, lo) == lo) { f_leaf(r, lo, q); return; }
  f_between(r, nearest(q, v), down(q, lo), up(q, hi));
  f_include(r, nearest(q, v));
  f_settle(r, q, site);
}
static void f_of_whole(F *r, uint64_t bits, int signed_, int w, const Mode *q) {
  int64_t x = with_sign(bits, w), negative = signed_ ? x < 0 : 0;
  uint64_t size = negative ? 0 - (uint64_t)x : bits;
  double v = w < 64 ? (double)(int64_t)size : q->width == 64 ? nearest_double(size) : (double)nearest_single(size, 0);
  if (negative) v = -v;
  f_of_number(r, v, v, v, q, 0);
  if (w == 64) if (size >> 53) f_between(r, r->v, r->lo - fabs(r->lo) * q->eps, r->hi + fabs(r->hi) * q->eps);
}
static void f_of_j(F *r, const J *a, int signed_, int w, const Mode *q) {
  int64_t lo, hi;
  F made;
  f_of_whole(&made, (uint64_t)pattern(a->v, w), signed_, w, q);
  if (KNOWN_J(a)) { *r = made; return; }
  if (w == 64 ? 1 : a->cause ? j_all(a) : 0) { f_any(r, made.v, (double)a->cause); return; }
  ends_of(a, w, signed_, &lo, &hi);
  f_of_number(r, made.v, (double)lo, (double)hi, q, 0);
}
static void f_to_j(J *r, const F *a, int signed_, int w, const Mode *q, int64_t site) {
  double size = w == 64 ? 18446744073709551616.0 : (double)two_to_the(w < 63 ? w : 62), lo, hi, bottom, v = trunc(a->v);
  int64_t bits;
  bottom = signed_ ? -size / 2.0 : 0.0;
  bits = 0;
  if (v >= bottom) if (v < bottom + size) {
    bits = v >= 9223372036854775808.0 ? (int64_t)(v - 9223372036854775808.0) ^ INT64_MIN : (int64_t)v;
  }
  bits = pattern(bits, w);
  if (IS_ANY(a)) { j_any(r, bits, (int64_t)a->mass); return; }
  lo = a->grid > 0.0 ? a->lo : least_float(q, a->lo);
  hi = a->grid > 0.0 ? a->hi : largest_float(q, a->hi);
  if (lo > hi) { lo = a->lo; hi = a->hi; }
  lo = trunc(lo);
  hi = trunc(hi);
  if (lo < bottom) { j_any(r, bits, because(CONVERSION, site)); return; }
  if (hi >= bottom + size) { j_any(r, bits, because(CONVERSION, site)); return; }
  if (lo == hi) { j_known(r, bits); return; }
  if (w == 64) { j_any(r, bits, 0); return; }
  j_range(r, bits, (int64_t)lo, (int64_t)hi, w, 0);
}
static int same_sign(const F *a) {
  if (a->lo == 0.0) if (a->hi == 0.0) return bits_of_double(a->lo) == bits_of_double(a->hi);
  return a->lo > 0.0 ? 1 : a->hi < 0.0;
}
static void f_to_bits(J *r, const F *a, int width, int64_t site) {
  int64_t bits = width == 64 ? (int64_t)bits_of_double(a->v) : width == 16 ? (int64_t)bits_of_half(a->v) : (int64_t)bits_of_single(a->v);
  double lo, hi;
  if (IS_ANY(a)) { j_any(r, bits, (int64_t)a->mass); return; }
  if (a->lo == a->hi) if (same_sign(a)) { j_known(r, bits); return; }
  if (width != 32 ? 1 : !same_sign(a)) { j_any(r, bits, 0); return; }
  lo = least_float(&F_FREE, a->lo);
  hi = largest_float(&F_FREE, a->hi);
  if (a->hi < 0.0) j_range(r, bits, (int64_t)bits_of_single(hi), (int64_t)bits_of_single(lo), 32, 0);
  else j_range(r, bits, (int64_t)bits_of_single(lo), (int64_t)bits_of_single(hi), 32, 0);
}
static void f_of_bits(F *r, int64_t bits, const J *j, int width, int64_t site) {
  double v = width == 64 ? double_of_bits((uint64_t)bits) : width == 16 ? half_of_bits((uint32_t)bits) : single_of_bits((uint32_t)bits);
  if (j) if (!KNOWN_J(j)) { f_any(r, v, (double)j->cause); return; }
  if (!FINITE(v)) { f_bad(r, v, NOT_A_NUMBER, site); return; }
  f_leaf(r, v, width == 64 ? &D_FREE : width == 16 ? &H_FREE : &F_FREE);
}
static void f_ldexp(F *r, const F *a, int64_t bits, const J *j, const Mode *q, int64_t site) {
  int64_t power = with_sign((uint64_t)pattern(bits, 32), 32);
  double by, v;
  if (power > 128) { f_bad(r, a->v, INVALID_ARGUMENT, site); return; }
  by = ldexp(1.0, (int)(power < -400 ? -400 : power));
  v = single(a->v * by);
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (j) if (!KNOWN_J(j)) { f_any(r, v, (double)j->cause); return; }
  if (power < -300) { f_between(r, v, smaller(a->lo * by, 0.0), larger(a->hi * by, 0.0)); f_settle(r, q, site); return; }
  f_scale(r, a, by, v, q, site);
}
static void f_frexp(F *r, J *s, const F *a, const Mode *q, int64_t site) {
  int power = 0, low = 0, high = 0;
  double v = FINITE(a->v) ? frexp(a->v, &power) : 0.0, first, last;
  if (IS_ANY(a)) { f_any(r, v, a->mass); j_any(s, pattern(power, 32), (int64_t)a->mass); return; }
  if (a->grid > 0.0) { f_exact(r, v); j_known(s, pattern(power, 32)); return; }
  first = frexp(a->lo, &low);
  last = frexp(a->hi, &high);
  if (same_sign(a)) if (low == high) { f_between(r, v, first, last); j_known(s, pattern(power, 32)); return; }
  f_between(r, v, a->lo < 0.0 ? -1.0 : 0.0, a->hi > 0.0 ? 1.0 : 0.0);
  j_any(s, pattern(power, 32), 0);
}

/* ---- dot products that saturate: known, or anything */

static int64_t dot_open, dot_cause;
static void give_loose_dot(int side, int k, const J *a, int w, int with_sign_) {
  if (side + k == 0) dot_open = dot_cause = 0;
  give_dot(side, k, (uint64_t)a->v, w, with_sign_);
  if (KNOWN_J(a)) return;
  dot_open = 1;
  if (!dot_cause) dot_cause = a->cause;
}
static void j_saturate(J *r, const J *a, int64_t count, int with_sign_, int w, int64_t site) {
  int64_t bad = 0, v = (int64_t)saturated_dot((uint64_t)pattern(a->v, w), count, with_sign_, w, &bad);
  if (dot_open ? 0 : KNOWN_J(a)) {
    if (bad) j_any(r, 0, because(OVERFLOWN, site));
    else j_known(r, v);
    return;
  }
  j_any(r, v, dot_cause ? dot_cause : a->cause);
}
#define DOT_J(side, k, a, w, with_sign) give_loose_dot(side, k, &(a), w, with_sign);
#define SATURATE_J(r, a, n, with_sign, w, site) j_saturate(&(r), &(a), n, with_sign, w, site);
