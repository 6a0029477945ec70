/* What generated text calls where something is not decided, and what the driver calls. */

static void free_in_group(int64_t site);
static void become_free(int64_t cause, int64_t site) {
  freed[site] = 1;
  if (own->free) return;
  if (!cause) cause = because(ROUNDING, site);
  own->free = 1;
  own->free_cause = cause;
  own->free_kind = (int64_t)cause_kinds[cause - 1];
  own->free_site = cause - 1;
  free_in_group(site);
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
/* A depth: outside of 0 to 1 nobody says what is kept. One that is no normal number may be kept as zero. */
static void show_depth(double *out, int64_t k, cell *from, int written, int64_t site) {
  show_channel(out, k, from, written, site);
  if (own->free) return;
  if (from->f.lo < 0.0 ? 1 : from->f.hi > 1.0) become_free(because(INVALID_ARGUMENT, site), site);
  else if (from->f.lo < 1.1754943508222875e-38) out[4 + k] = 0.0;
}
/* An integer as its pattern of 32 bits; bounds may wrap around, as those of words in buffers do. */
static void show_integer(double *out, int64_t k, cell *from, int written, int64_t site) {
  J *j = &from->j;
  if (!written) { become_free(because(UNINITIALISED, site), site); return; }
  out[k] = (double)pattern(j->v, 32);
  out[4 + k] = (double)pattern(j->lo, 32);
  out[8 + k] = (double)pattern(j->hi, 32);
  if (KNOWN_J(j)) return;
  if (j->cause) become_free(j->cause, site);
  else if (j_all(j)) become_free(because(ROUNDING, site), site);
}
static void set_cell(cell *to, int64_t kind, uint64_t bits) {
  if (kind == 0) f_of_bits(&to->f, (int64_t)bits, 0, 32, 0);
  else if (kind == 1) f_of_bits(&to->f, (int64_t)bits, 0, 16, 0);
  else if (kind == 2) f_of_bits(&to->f, (int64_t)bits, 0, 64, 0);
  else if (kind == 5) to->e = bits != 0;
  else j_known(&to->j, (int64_t)bits);
}

/* ---- shared memory: what other implementations may have stored there */

static void spoil(cell *S, int kind, int64_t cause) {
  if (kind == 5) S->e = EITHER(S->e & 1, cause);
  else if (kind > 2) j_any(&S->j, S->j.v, cause);
  else f_any(&S->f, S->f.v, (double)cause);
}
#ifdef GROUPS_RUN
static void start_pending(Own *mine, int64_t site) {
  mine->pending = site;
  memset(mine->did, 0, STORES);
}
static void free_in_group(int64_t site) {
  start_pending(own, site);
  if (risky[site] >= 0) { uncertain = 1; stop(BARRIER, risky[site]); }
}
static void end_pending(Own *mine) {
  int64_t k, i;
  if (!mine->free) return;
  for (k = pending_first[mine->pending]; k < pending_first[mine->pending + 1]; k++) {
    int64_t store = pending_stores[k], at = store_first[store];
    if (store_fixed[store]) if (mine->did[store]) continue;
    for (i = at; i < at + store_count[store]; i++) {
      if (store_shared[store]) { spoil(g + i, (int)group_kinds[i], mine->free_cause); gz[i] = 1; }
      else spoil(w + i, (int)block_kinds[i], mine->free_cause);
    }
  }
}
static void pass_barrier(Own *mine) {
  end_pending(mine);
  if (mine->free) start_pending(mine, mine->waits - 1);
}
static void ended_invocation(Own *mine) { end_pending(mine); }
/* A store whose place is not decided, and that other invocations may see. */
static void spoil_places(cell *S, Weak *weak, uint64_t offset, int64_t site) {
  uint64_t k, place;
  if (weak->count <= 1) return;
  for (k = 0; k < weak->count; k++) {
    place = weak->place + offset + k * weak->stride;
    spoil(S + place, (int)(S == g ? group_kinds[place] : block_kinds[place]), because(ROUNDING, site));
  }
}
/* Atomic operations of one kind may meet in any order; of several kinds, what is left hangs on it. Return whether what
   is left does. A load is of kind -1; 0 stands for several kinds, or one whose order matters. */
static int64_t meet_atomically(Log *log, uint64_t at, int64_t family, int64_t asks, int64_t site) {
  Touch *touch = log->touches + at;
  int32_t me = (int32_t)own->ids[12];
  int64_t fresh = touch->group == NOBODY;
  if (!fresh) if (!touch->foreign) if (touch->group == group_number) fresh = touch->epoch != log->epoch;
  if (fresh) {
    touch->foreign = 0;
    touch->group = group_number;
    touch->epoch = log->epoch;
    touch->index = me;
    touch->family = touch->writer = -1;
  }
  if (touch->group != group_number) touch->foreign = 1;
  if (touch->foreign ? 1 : touch->index != me) touch->index = SEVERAL;
  if (family >= 0) {
    touch->writer = touch->foreign ? SEVERAL : touch->writer == -1 ? me : touch->writer == me ? me : SEVERAL;
    touch->family = touch->family < 0 ? (int32_t)family : touch->family == family ? (int32_t)family : 0;
  }
  if (asks) if (touch->index == SEVERAL) if (touch->writer != -1) doubt(site);
  if (touch->writer != SEVERAL) return 0;
  return family < 0 ? 0 : touch->family == 0;
}
#else
static void pass_barrier(Own *mine) {}
static void ended_invocation(Own *mine) {}
#endif
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
    for (k = 0; k < 4; k++) for (i = 0; i < 6; i++) f_any(&four[k].got[i], 0.0, (double)cause);
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
    if (way == 3) { four[k].got[i] = across; four[k].got[3 + i] = down_; continue; }
    f_abs(&x, &across, &F_FREE, site);
    f_abs(&y, &down_, &F_FREE, site);
    f_add(&four[k].got[i], &x, &y, &F_FREE, site);
  }
  return 1;
}
void forget_doubts(void) {
  int64_t k;
  memset(doubts, 0, sizeof(doubts));
  memset(freed, 0, sizeof(freed));
  memset(traced_bad, 0, sizeof(traced_bad));
  doubted = 0;
  forget_probes();
  for (k = 0; k < TRACED; k++) { traced_lo[k] = INT64_MAX; traced_hi[k] = INT64_MIN; }
}
void told_ranges(int64_t *lo, int64_t *hi, unsigned char *bad) {
  memcpy(lo, traced_lo, sizeof(traced_lo));
  memcpy(hi, traced_hi, sizeof(traced_hi));
  memcpy(bad, traced_bad, sizeof(traced_bad));
}
/* Of all leaves of blocks: the nearest value, the least and the largest, and why it is not known, or 0. Of integers
   that rounding alone leaves open, the patterns of 32 bits from which and up to which they go, which may wrap around. */
void take_limits(double *numbers, int64_t *bits, int64_t *causes, const unsigned char *kinds, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) {
    int64_t kind = (int64_t)kinds[k];
    if (kind > 2) {
      J *j = &w[k].j;
      bits[k] = j->v;
      causes[k] = KNOWN_J(j) ? 0 : j->cause ? j->cause : j_all(j) ? -1 : 0;
      numbers[3 * k + 1] = causes[k] ? 0.0 : (double)pattern(j->lo, 32);
      numbers[3 * k + 2] = causes[k] ? 0.0 : (double)pattern(j->hi, 32);
      continue;
    }
    numbers[3 * k] = w[k].f.v;
    numbers[3 * k + 1] = w[k].f.lo;
    numbers[3 * k + 2] = w[k].f.hi;
    bits[k] = kind == 0 ? (int64_t)bits_of_single(w[k].f.v) : kind == 1 ? (int64_t)bits_of_half(w[k].f.v) : (int64_t)bits_of_double(w[k].f.v);
    causes[k] = IS_ANY(&w[k].f) ? (w[k].f.mass > 0.0 ? (int64_t)w[k].f.mass : -1) : 0;
  }
}
int64_t kind_of_cause(int64_t cause) { return cause > 0 ? (int64_t)cause_kinds[cause - 1] : ROUNDING; }
void told(unsigned char *to_doubts, unsigned char *to_freed, int64_t *numbers) {
  memcpy(to_doubts, doubts, sizeof(doubts));
  memcpy(to_freed, freed, sizeof(freed));
  numbers[0] = doubted;
  numbers[1] = uncertain;
}
