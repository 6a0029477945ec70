/* What the driver asks of a number domain. `free`: a decision hung on how a float is rounded, or on what is undefined:
   whatever the invocation gives from there on is legal. */

#define FREEDOM int64_t free, free_cause, free_kind, free_site, pending; uint64_t path; unsigned char did[STORES];
#define NUMBER F
#define MADE_FREE(mine) (mine)->free = (mine)->free_cause = 0; (mine)->path = 0;
#define FREE_END 32
/* `helper` is 2 of an invocation that was free when it was demoted. Of others the pixel is not written, whichever way
   rounding sends them later. */
#define DEMOTE if (!own->helper) own->helper = own->free ? 2 : 1;
#define IS_OPEN(mine) ((mine)->free ? (mine)->helper == 1 ? (mine)->free_kind != ROUNDING : 1 : 0)
#define END_OF(mine) (IS_OPEN(mine) ? FREE_END + (mine)->free_kind : (mine)->kind)
#define SITE_OF(mine) ((mine)->free ? (mine)->free_site : (mine)->site)
#define OUT_NUMBERS 12

/* ---- functions, with the freedom of their instruction: relaxed ones may take and give numbers of 16 bits */

static const Mode *inner(const Mode *q) { return q->relaxed ? &F_FREE : q; }
static void f_one(F *r, void (*way)(F *, const F *, const Mode *, int64_t), const F *a, const Mode *q, int64_t site) {
  F x, made;
  if (!q->relaxed) { way(r, a, q, site); return; }
  x = *a;
  f_relax(&x, site);
  way(&made, &x, &F_FREE, site);
  f_relax(&made, site);
  *r = made;
}
static void f_two(F *r, void (*way)(F *, const F *, const F *, const Mode *, int64_t), const F *a, const F *b, const Mode *q,
                  int64_t site) {
  F x, y, made;
  if (!q->relaxed) { way(r, a, b, q, site); return; }
  x = *a;
  y = *b;
  f_relax(&x, site);
  f_relax(&y, site);
  way(&made, &x, &y, &F_FREE, site);
  f_relax(&made, site);
  *r = made;
}
static void f_three(F *r, void (*way)(F *, const F *, const F *, const F *, const Mode *, int64_t), const F *a, const F *b,
                    const F *c, const Mode *q, int64_t site) {
  F x, y, t, made;
  if (!q->relaxed) { way(r, a, b, c, q, site); return; }
  x = *a;
  y = *b;
  t = *c;
  f_relax(&x, site);
  f_relax(&y, site);
  f_relax(&t, site);
  way(&made, &x, &y, &t, &RELAXED, site);
  f_relax(&made, site);
  *r = made;
}
static void begin_vector(const Mode *q, int64_t site) {
  int64_t i, k;
  if (!q->relaxed) return;
  for (i = 0; i < 3; i++) for (k = 0; k < 16; k++) f_relax(&given[i][k], site);
}
static void end_vector(const Mode *q, int64_t site) {
  int64_t k;
  if (!q->relaxed) return;
  for (k = 0; k < 16; k++) f_relax(found + k, site);
}
static void f_convert(F *r, const F *a, const Mode *from, const Mode *to, int64_t site) {
  double v = nearest(to, a->v), lo, hi;
  if (IS_ANY(a)) { f_any(r, v, a->mass); return; }
  if (a->lo == a->hi) if (nearest(to, a->lo) == a->lo) {
    if (a->grid > 0.0) if (to->digits >= from->digits) { *r = *a; return; }
    if (same_sign(a)) { f_leaf(r, a->lo, to); return; }
  }
  lo = down(to, a->lo);
  hi = up(to, a->hi);
  f_between(r, v, lo, hi);
  f_include(r, v);
  f_settle(r, to, site);
}

/* ---- relaxed integers may have 16 bits; the least and the largest values of what is traced */

static int64_t traced_lo[TRACED], traced_hi[TRACED];
static unsigned char traced_bad[TRACED];
static void j_relax(J *r, int with_sign_, int64_t site) {
  int64_t lo, hi;
  ends_of(r, 32, with_sign_, &lo, &hi);
  if (lo >= (with_sign_ ? -32768 : 0)) if (hi <= (with_sign_ ? 32767 : 65535)) return;
  j_any(r, r->v, r->cause ? r->cause : because(CONVERSION, site));
}
