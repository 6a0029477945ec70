/* What generated text calls where something is not decided, and what the driver calls. */

static void become_free(int64_t cause, int64_t site) {
  freed[site] = 1;
  if (own->free) return;
  own->free = 1;
  own->free_cause = cause;
  own->free_kind = cause ? (int64_t)cause_kinds[cause - 1] : ROUNDING;
  own->free_site = cause ? cause - 1 : site;
}
static int64_t decide_j(const J *a, int64_t site) {
  if (!KNOWN_J(a)) become_free(a->cause, site);
  return a->v;
}
/* An index that may lie outside: nobody may run this. */
static void trap_maybe(const J *a, int64_t site) {
  uncertain = 1;
  own->free_cause = a->cause;
  stop(OUT_OF_BOUNDS, site);
}
static void check_index(const J *a, int64_t length, int w, int64_t site) {
  int64_t lo, hi;
  if ((uint64_t)pattern(a->v, w) >= (uint64_t)length) { uncertain = !KNOWN_J(a); stop(OUT_OF_BOUNDS, site); }
  if (KNOWN_J(a)) return;
  if (w == 64) trap_maybe(a, site);
  ends_of(a, w, 0, &lo, &hi);
  if (hi >= length) trap_maybe(a, site);
}
static uint64_t loose_index(uint64_t at, Weak *weak, const J *a, uint64_t stride, uint64_t length, int w, int64_t site) {
  int64_t lo = 0, hi = 0;
  uint64_t v = (uint64_t)pattern(a->v, w);
  check_index(a, (int64_t)length, w, site);
  if (KNOWN_J(a)) { weak->place += v * stride; return at + v * stride; }
  ends_of(a, w, 0, &lo, &hi);
  if (weak->count > 1) {
    /* Two indices at once that are not decided: too many places to follow. */
    become_free(a->cause, site);
    weak->place += v * stride;
    return at + v * stride;
  }
  weak->place += (uint64_t)lo * stride;
  weak->stride = stride;
  weak->count = (uint64_t)(hi - lo + 1);
  return at + v * stride;
}
static void weak_load_f(F *r, cell *S, unsigned char *Z, uint64_t at, Weak *weak, uint64_t offset, int64_t site) {
  F made, one;
  uint64_t k;
  if (Z ? !Z[at] : 0) f_undefined(&made, site);
  else made = S[at].f;
  for (k = 0; k < (weak->count > 1 ? weak->count : 0); k++) {
    uint64_t place = weak->place + offset + k * weak->stride;
    if (Z ? !Z[place] : 0) f_undefined(&one, site);
    else one = S[place].f;
    f_hull(&made, made.v, &made, &one);
  }
  left -= (int64_t)weak->count;
  *r = made;
}
static void weak_load_j(J *r, cell *S, unsigned char *Z, uint64_t at, Weak *weak, uint64_t offset, int w, int64_t site) {
  J made, one, whole;
  uint64_t k;
  if (Z ? !Z[at] : 0) j_undefined(&made, site);
  else made = S[at].j;
  for (k = 0; k < (weak->count > 1 ? weak->count : 0); k++) {
    uint64_t place = weak->place + offset + k * weak->stride;
    if (Z ? !Z[place] : 0) j_undefined(&one, site);
    else one = S[place].j;
    j_hull(&whole, made.v, &made, &one, w);
    made = whole;
  }
  left -= (int64_t)weak->count;
  *r = made;
}
static void weak_load_e(E *r, cell *S, unsigned char *Z, uint64_t at, Weak *weak, uint64_t offset, int64_t site) {
  E made, one;
  uint64_t k;
  if (Z ? !Z[at] : 0) e_undefined(&made, site);
  else made = S[at].e;
  for (k = 0; k < (weak->count > 1 ? weak->count : 0); k++) {
    uint64_t place = weak->place + offset + k * weak->stride;
    if (Z ? !Z[place] : 0) e_undefined(&one, site);
    else one = S[place].e;
    made = select_e(EITHER(1, 0), made, one);
  }
  *r = made;
}
/* A store whose place is not decided: each may have the new value, or the old one. One that has none stays so. */
static void weak_store_f(cell *S, uint64_t at, const F *a, unsigned char *Z, Weak *weak, uint64_t offset, int64_t site) {
  uint64_t k;
  F value = *a;
  if (weak->count <= 1) { S[at].f = value; return; }
  for (k = 0; k < weak->count; k++) {
    uint64_t place = weak->place + offset + k * weak->stride;
    if (Z ? !Z[place] : 0) { if (place == at) f_undefined(&S[at].f, site); continue; }
    f_hull(&S[place].f, place == at ? value.v : S[place].f.v, &S[place].f, &value);
  }
  left -= (int64_t)weak->count;
}
static void weak_store_j(cell *S, uint64_t at, const J *a, unsigned char *Z, Weak *weak, uint64_t offset, int64_t site) {
  uint64_t k;
  J value = *a, made;
  if (weak->count <= 1) { S[at].j = value; return; }
  for (k = 0; k < weak->count; k++) {
    uint64_t place = weak->place + offset + k * weak->stride;
    if (Z ? !Z[place] : 0) { if (place == at) j_undefined(&S[at].j, site); continue; }
    j_hull(&made, place == at ? value.v : S[place].j.v, &S[place].j, &value, 32);
    S[place].j = made;
  }
  left -= (int64_t)weak->count;
}
static void weak_store_e(cell *S, uint64_t at, E value, unsigned char *Z, Weak *weak, uint64_t offset, int64_t site) {
  uint64_t k;
  if (weak->count <= 1) { S[at].e = value; return; }
  for (k = 0; k < weak->count; k++) {
    uint64_t place = weak->place + offset + k * weak->stride;
    if (Z ? !Z[place] : 0) { if (place == at) e_undefined(&S[at].e, site); continue; }
    S[place].e = select_e(EITHER(place == at, 0), value, S[place].e);
  }
}

/* ---- results */

static void show_channel(double *out, int64_t k, cell *from, int written, int64_t site) {
  F *x = &from->f;
  if (!written) { become_free(because(UNINITIALISED, site), site); return; }
  out[k] = x->v;
  out[4 + k] = x->lo;
  out[8 + k] = x->hi;
  if (IS_ANY(x)) become_free((int64_t)x->mass, site);
  else if (!FINITE(x->v)) become_free(because(NOT_A_NUMBER, site), site);
}
static void set_cell(cell *to, int64_t kind, uint64_t bits) {
  if (kind == 0) f_of_bits(&to->f, (int64_t)bits, 0, 32, 0);
  else if (kind == 1) f_of_bits(&to->f, (int64_t)bits, 0, 16, 0);
  else if (kind == 2) f_of_bits(&to->f, (int64_t)bits, 0, 64, 0);
  else if (kind == 5) to->e = bits != 0;
  else j_known(&to->j, (int64_t)bits);
}
static void pass_barrier(Own *mine) {}
static void ended_invocation(Own *mine) {}
static void difference(F *r, const F *from, const F *to, int64_t site) { f_sub(r, to, from, &F_FREE, site); }
/* Derivatives are taken in one row or column of the quad: the pixel's own, or where it is not said, either. */
static int64_t exchange(Own *four, int64_t together) {
  int64_t k, i, unsure = !together, site = 0, cause;
  for (k = 0; k < 4; k++) {
    if (four[k].waits) site = four[k].waits - 1;
    if (four[k].free) unsure = 1;
  }
  if (unsure) {
    own = four;
    cause = because(together ? ROUNDING : DERIVATIVE, site);
    for (k = 0; k < 4; k++) for (i = 0; i < 4; i++) f_any(&four[k].got[i], 0.0, (double)cause);
    return 1;
  }
  for (i = 0; i < four[0].width; i++) for (k = 0; k < 4; k++) {
    F across, down_, other, x, y, hull;
    int64_t row = k & 2, column = k & 1, way = four[0].way & 3, fine = four[0].way & 4;
    difference(&across, &four[row].sent[i], &four[row + 1].sent[i], site);
    difference(&down_, &four[column].sent[i], &four[column + 2].sent[i], site);
    if (!fine) {
      difference(&other, &four[2 - row].sent[i], &four[3 - row].sent[i], site);
      f_hull(&hull, across.v, &across, &other);
      across = hull;
      difference(&other, &four[1 - column].sent[i], &four[3 - column].sent[i], site);
      f_hull(&hull, down_.v, &down_, &other);
      down_ = hull;
    }
    if (way == 0) { four[k].got[i] = across; continue; }
    if (way == 1) { four[k].got[i] = down_; continue; }
    f_abs(&x, &across, &F_FREE, site);
    f_abs(&y, &down_, &F_FREE, site);
    f_add(&four[k].got[i], &x, &y, &F_FREE, site);
  }
  return 1;
}
void forget_doubts(void) { memset(doubts, 0, sizeof(doubts)); doubted = 0; memset(freed, 0, sizeof(freed)); }
void told(unsigned char *to_doubts, unsigned char *to_freed, int64_t *numbers) {
  memcpy(to_doubts, doubts, sizeof(doubts));
  memcpy(to_freed, freed, sizeof(freed));
  numbers[0] = doubted;
  numbers[1] = uncertain;
}
