/* Functions of whole vectors: operands lie in `given`, results in `found`; `alike` says which operand is the first. */

static F given[3][16], found[16];
static J packed_word;
static int64_t alike;

static void f_dot(F *r, const F *x, const F *y, int64_t n, int same, const Mode *q, int64_t site) {
  F total, term, sum;
  int64_t k;
  if (same) f_sqr(&total, x, q, site);
  else f_mul(&total, x, y, q, site);
  for (k = 1; k < n; k++) {
    if (same) f_sqr(&term, x + k, q, site);
    else f_mul(&term, x + k, y + k, q, site);
    f_add(&sum, &total, &term, q, site);
    total = sum;
  }
  if (same) if (!IS_ANY(&total)) if (total.lo < 0.0) total.lo = 0.0;
  *r = total;
}
static void f_length(F *r, const F *x, int64_t n, const Mode *q, int64_t site) {
  F square;
  if (n == 1) { f_abs(r, x, q, site); return; }
  f_dot(&square, x, x, n, 1, q, site);
  f_sqrt(r, &square, q, site);
}
static void x_length(int64_t n, const Mode *q, int64_t site) { F r; f_length(&r, given[0], n, q, site); found[0] = r; }
static void x_distance(int64_t n, const Mode *q, int64_t site) {
  F way[4];
  int64_t k;
  for (k = 0; k < n; k++) f_sub(way + k, given[0] + k, given[1] + k, q, site);
  f_length(found, way, n, q, site);
}
/* x / length(x), or x * inversesqrt(dot(x, x)): no component is longer than the whole. */
static void x_normalize(int64_t n, const Mode *q, int64_t site) {
  F size, r;
  double one = 1.0 + 8.0 * q->eps;
  int64_t k;
  f_length(&size, given[0], n, q, site);
  if (!IS_ANY(&size)) if (size.lo <= 0.0) {
    for (k = 0; k < n; k++) f_bad(found + k, size.v == 0.0 ? 0.0 : single(given[0][k].v / size.v), INVALID_ARGUMENT, site);
    return;
  }
  for (k = 0; k < n; k++) {
    f_div(&r, given[0] + k, &size, q, site);
    if (!IS_ANY(&r)) if (r.lo != r.hi) {
      r.lo = larger(r.lo - 3.0 * q->eps * fabs(r.lo), -one);
      r.hi = smaller(r.hi + 3.0 * q->eps * fabs(r.hi), one);
      f_include(&r, r.v);
    }
    found[k] = r;
  }
}
static void x_cross(const Mode *q, int64_t site) {
  F left_, right_;
  int64_t k;
  for (k = 0; k < 3; k++) {
    int64_t i = (k + 1) % 3, j = (k + 2) % 3;
    f_mul(&left_, given[0] + i, given[1] + j, q, site);
    f_mul(&right_, given[1] + i, given[0] + j, q, site);
    f_sub(found + k, &left_, &right_, q, site);
  }
}
static void x_face_forward(int64_t n, const Mode *q, int64_t site) {
  F angle, zero, other;
  E less;
  int64_t k;
  f_dot(&angle, given[2], given[1], n, 0, q, site);
  f_number(&zero, 0.0);
  less = f_less(&angle, &zero, 0, q);
  for (k = 0; k < n; k++) {
    f_neg(&other, given[0] + k);
    f_select(found + k, less, given[0] + k, &other);
  }
}
static void x_reflect(int64_t n, const Mode *q, int64_t site) {
  F angle, twice, two, part;
  int64_t k;
  f_dot(&angle, given[1], given[0], n, alike == 1, q, site);
  f_number(&two, 2.0);
  f_mul(&twice, &two, &angle, q, site);
  for (k = 0; k < n; k++) {
    f_mul(&part, &twice, given[1] + k, q, site);
    f_sub(found + k, given[0] + k, &part, q, site);
  }
}
static void x_refract(int64_t n, const Mode *q, int64_t site) {
  F angle, one, square, left_, eta = given[2][0], eta2, k, root, along, factor, part, other, zero;
  int64_t c;
  f_number(&one, 1.0);
  f_number(&zero, 0.0);
  f_dot(&angle, given[1], given[0], n, alike == 1, q, site);
  f_sqr(&square, &angle, q, site);
  f_sub(&left_, &one, &square, q, site);
  f_sqr(&eta2, &eta, q, site);
  f_mul(&part, &eta2, &left_, q, site);
  f_sub(&k, &one, &part, q, site);
  if (IS_ANY(&k)) { for (c = 0; c < n; c++) f_any(found + c, 0.0, k.mass); return; }
  if (k.hi < 0.0) { for (c = 0; c < n; c++) f_exact(found + c, 0.0); return; }
  root = k;
  if (root.lo < 0.0) { root.lo = 0.0; root.grid = 0.0; }
  if (root.v < 0.0) root.v = 0.0;
  f_sqrt(&left_, &root, q, site);
  f_mul(&along, &eta, &angle, q, site);
  f_add(&factor, &along, &left_, q, site);
  for (c = 0; c < n; c++) {
    f_mul(&part, &eta, given[0] + c, q, site);
    f_mul(&other, &factor, given[1] + c, q, site);
    f_sub(&square, &part, &other, q, site);
    if (k.v < 0.0) f_hull(found + c, 0.0, &zero, &square);
    else if (k.lo < 0.0) f_hull(found + c, square.v, &zero, &square);
    else found[c] = square;
  }
}
/* Nothing is promised of these: what expanding by minors gives, with room for another way. */
static void f_determinant(F *r, const F *x, int64_t side, const Mode *q, int64_t site) {
  F minor[9], part, term, sum, total;
  int64_t k, j, row, at;
  if (side == 1) { *r = x[0]; return; }
  for (k = 0; k < side; k++) {
    at = 0;
    for (j = 0; j < side; j++) if (j != k) for (row = 1; row < side; row++) minor[at++] = x[j * side + row];
    f_determinant(&part, minor, side - 1, q, site);
    f_mul(&term, x + k * side, &part, q, site);
    if (k == 0) { total = term; continue; }
    if (k % 2) f_sub(&sum, &total, &term, q, site);
    else f_add(&sum, &total, &term, q, site);
    total = sum;
  }
  if (!IS_ANY(&total)) if (total.grid == 0.0) {
    total.lo -= 8.0 * q->eps * total.mass;
    total.hi += 8.0 * q->eps * total.mass;
  }
  *r = total;
}
static void values_of(double *to, const F *x, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) to[k] = x[k].v;
}
static void x_determinant(int64_t side, const Mode *q, int64_t site) {
  double v[16];
  F r;
  values_of(v, given[0], side * side);
  f_determinant(&r, given[0], side, q, site);
  f_include(&r, single(v_determinant(v, side)));
  found[0] = r;
}
static void x_inverse(int64_t side, const Mode *q, int64_t site) {
  double v[16], whole_v;
  F whole, minor[9], part, r;
  int64_t c, d, column, row, at;
  values_of(v, given[0], side * side);
  whole_v = v_determinant(v, side);
  f_determinant(&whole, given[0], side, q, site);
  for (c = 0; c < side; c++) for (row = 0; row < side; row++) {
    at = 0;
    for (column = 0; column < side; column++) if (column != row)
      for (d = 0; d < side; d++) if (d != c) minor[at++] = given[0][column * side + d];
    f_determinant(&part, minor, side - 1, q, site);
    if ((c + row) % 2) { F minus; f_neg(&minus, &part); part = minus; }
    f_div(&r, &part, &whole, q, site);
    if (!IS_ANY(&r)) if (r.grid == 0.0) {
      r.lo -= 4.0 * q->eps * fabs(r.lo);
      r.hi += 4.0 * q->eps * fabs(r.hi);
    }
    if (whole_v != 0.0) f_include(&r, single(((c + row) % 2 ? -1.0 : 1.0) * v_minor(v, side, row, c) / whole_v));
    found[c * side + row] = r;
  }
}

/* ---- packing. A word is known where each of its parts is */

static void x_pack(int64_t n, int64_t width, int64_t with_sign, double scale, int64_t site) {
  int64_t k, word = 0, lo = 0, hi = 0, mask = ((int64_t)1 << width) - 1, cause = 0, open = 0;
  for (k = 0; k < n; k++) {
    F *x = &given[0][k];
    double low = with_sign ? -1.0 : 0.0, slack = scale * 2.384185791015625e-07;
    int64_t first, last, v = FINITE(x->v) ? v_packed(x->v, low, scale) : 0;
    word |= (v & mask) << width * k;
    if (IS_ANY(x)) { cause = (int64_t)x->mass; open = 1; continue; }
    first = v_packed(x->lo, low, scale);
    last = v_packed(x->hi, low, scale);
    /* The product may be rounded, and a half go either way. */
    if (x->lo > low) if (x->lo < 1.0) first = (int64_t)ceil(x->lo * scale - slack - 0.5);
    if (x->hi > low) if (x->hi < 1.0) last = (int64_t)floor(x->hi * scale + slack + 0.5);
    if (first < (int64_t)(low * scale)) first = (int64_t)(low * scale);
    if (last > (int64_t)scale) last = (int64_t)scale;
    if (first != last) if (first < 0) open = 1;
    lo |= (first & mask) << width * k;
    hi |= (last & mask) << width * k;
  }
  if (open) { j_any(&packed_word, word, cause); return; }
  packed_word.v = word;
  packed_word.lo = lo;
  packed_word.hi = hi;
  packed_word.cause = 0;
}
static void x_unpack(int64_t n, int64_t width, int64_t with_sign, double scale, uint32_t a, const J *j) {
  int64_t k;
  for (k = 0; k < n; k++) {
    uint64_t bits = (uint64_t)a >> width * k & low_bits(width);
    double v = v_unpacked(bits, width, with_sign, scale);
    if (j) if (j->lo != j->hi) { f_between(found + k, v, with_sign ? -1.0 : 0.0, 1.0); continue; }
    f_between(found + k, v, v - 3.0 * F_FREE.eps * fabs(v), smaller(v + 3.0 * F_FREE.eps * fabs(v), 1.0));
    if (v == 0.0) f_exact(found + k, v);
  }
}
static void x_pack_half(int64_t site) {
  int64_t k, word = 0, lo = 0, hi = 0, cause = 0, open = 0;
  for (k = 0; k < 2; k++) {
    F *x = &given[0][k];
    double first, last;
    word |= (int64_t)bits_of_half(x->v) << 16 * k;
    if (IS_ANY(x)) { cause = (int64_t)x->mass; open = 1; continue; }
    if (half_of(x->v) == x->v) if (x->lo == x->hi) if (fabs(x->v) >= 6.103515625e-05) {
      lo |= (int64_t)bits_of_half(x->v) << 16 * k;
      hi |= (int64_t)bits_of_half(x->v) << 16 * k;
      continue;
    }
    if (bits_of_double(x->lo) == bits_of_double(x->hi)) if (x->lo == 0.0) {
      lo |= (int64_t)bits_of_half(x->lo) << 16 * k;
      hi |= (int64_t)bits_of_half(x->lo) << 16 * k;
      continue;
    }
    first = x->lo - fabs(x->lo) * 0.00048828125 - 5.9604644775390625e-08;
    last = x->hi + fabs(x->hi) * 0.00048828125 + 5.9604644775390625e-08;
    if (first <= 6.103515625e-05) { open = 1; continue; }
    lo |= (int64_t)bits_of_half(first) << 16 * k;
    hi |= (int64_t)bits_of_half(last) << 16 * k;
  }
  if (open) { j_any(&packed_word, word, cause); return; }
  packed_word.v = word;
  packed_word.lo = lo;
  packed_word.hi = hi;
  packed_word.cause = 0;
}
static void x_unpack_half(uint32_t a, const J *j, int64_t site) {
  int64_t k;
  for (k = 0; k < 2; k++) {
    double v = half_of_bits(a >> 16 * k & 0xFFFFu);
    if (j) if (j->lo != j->hi) { f_any(found + k, v, (double)j->cause); continue; }
    f_leaf(found + k, v, &H_FREE);
  }
}
