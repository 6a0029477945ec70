/* Samples, gathers and fetches where a coordinate may have several values: a texel is known where all of them, with the
   margin on both sides, lie in it. Of one that is not known, anything is legal. With a linear filter, all that these values may give is. */

static double texel_at[LODS], texel_lo[LODS], texel_hi[LODS], filtered[4], filtered_lo[4], filtered_hi[4];
static double slope_at[SLOPES], slope_lo[SLOPES], slope_hi[SLOPES], bias_at[3];
static int64_t texel_index[4], texels[4], texels_open, texels_cause;
#define TEXELS_BEGIN texels_open = texels_cause = 0;
#define PLACE_F(k, a, q, site) number_f(texel_at + k, texel_lo + k, texel_hi + k, &(a), &q, site);
#define PLACE_NUMBER(k, a) texel_at[k] = texel_lo[k] = texel_hi[k] = a;
#define LOD_NAMED lods_are(texel_at[4], texel_lo[4], texel_hi[4]);
#define LOD_OPEN lods_are(open_lods[0], open_lods[1], open_lods[2]);
#define SLOPE_F(k, a, q, site) number_f(slope_at + k, slope_lo + k, slope_hi + k, &(a), &q, site);
#define SLOPE_GOT(k, site) number_f(slope_at + k, slope_lo + k, slope_hi + k, own->got + k, &F_FREE, site);
#define SLOPE_NUMBER(k, a) slope_at[k] = slope_lo[k] = slope_hi[k] = a;
#define BIAS_F(a, q, site) number_f(bias_at, bias_at + 1, bias_at + 2, &(a), &q, site);
#define NO_BIAS bias_at[0] = bias_at[1] = bias_at[2] = 0.0;
#define LOD_OF_SLOPES(p) lod_of_slopes(&p);
#define BLENDED(p, site) blend_known(&p, site);
#define INDEX_U(k, a, with_sign, site) texel_index[k] = (with_sign) ? (int64_t)SIGNED(a, 32) : (int64_t)(uint64_t)(a);
#define INDEX_J(k, a, with_sign, site) index_j(k, &(a), with_sign);
#define INDEX_NUMBER(k, a) texel_index[k] = a;
#define SAMPLED(p, site) texels_known(sampled_texels(texels, texel_at, texel_lo, texel_hi, &p), ROUNDING, site);
#define FILTERED(p, site) filter_known(&p, site);
#define GATHERED(p, site) texels_known(gathered_texels(texels, texel_at, texel_lo, texel_hi, &p), ROUNDING, site);
#define COMPARED(p, site) texels_known(compared_texels(texels, texel_at, texel_lo, texel_hi, &p), ROUNDING, site);
#define GATHERED_COMPARISONS(p, site) texels_known(gathered_comparisons(texels, texel_at, texel_lo, texel_hi, &p), ROUNDING, site);
#define FETCHED(p, site) texels_known(fetched_texels(texels, texel_index, &p), INVALID_ARGUMENT, site);
#define ASKED(p, site) texels_known(asked_texels(texels, texel_index, &p), INVALID_ARGUMENT, site);
#define TEXEL_F(r, k, site) texel_f(&(r), k);
#define FILTERED_F(r, k, site) filtered_f(&(r), k);
#define TEXEL_U(r, k, site) if (texels_open) doubt(site); r = (uint32_t)texels[k];
#define TEXEL_J(r, k, site) texel_j(&(r), k);

static void number_f(double *at, double *lo, double *hi, const F *a, const Mode *q, int64_t site) {
  F x = *a;
  double slack;
  if (q->relaxed) f_relax(&x, site);
  *at = x.v;
  *lo = *hi = 0.0;
  if (IS_ANY(&x)) { texels_open = 1; texels_cause = (int64_t)x.mass; return; }
  /* The size of the texture may be multiplied into the terms of a sum, and each product rounded. */
  slack = 2.0 * q->eps * x.mass;
  *lo = x.lo - slack;
  *hi = x.hi + slack;
}
static void lods_are(double ideal, double least, double most) {
  texel_at[4] = ideal;
  texel_lo[4] = least;
  texel_hi[4] = most;
  texel_at[5] = texel_lo[5] = least;
  texel_at[6] = texel_hi[6] = most;
}
static void lod_of_slopes(const Picture *p) {
  double lods[3];
  lods_of_slopes(lods, slope_at, slope_lo, slope_hi, bias_at, LODS_PROMISED, p);
  lods_are(lods[0], lods[1], lods[2]);
}
static void index_j(int64_t k, const J *a, int signed_) {
  texel_index[k] = signed_ ? with_sign((uint64_t)pattern(a->v, 32), 32) : pattern(a->v, 32);
  if (KNOWN_J(a)) return;
  texels_open = 1;
  texels_cause = a->cause;
}
static void texels_known(int64_t known, int64_t kind, int64_t site) {
  if (known) return;
  if (texels_open) return;
  texels_open = 1;
  texels_cause = because(kind, site);
}
static void texel_f(F *r, int64_t k) {
  double v = (double)texels[k] / (TEXEL_MODULUS - 1);
  if (texels_open) f_any(r, v, (double)texels_cause);
  else f_exact(r, v);
}
static void filter_known(const Picture *p, int64_t site) {
  int64_t known = filtered_texels(filtered, texel_at, p);
  if (known) if (!texels_open) known = filter_bounds(filtered_lo, filtered_hi, texel_lo, texel_hi, p);
  texels_known(known, ROUNDING, site);
}
static void blend_known(const Picture *p, int64_t site) {
  int64_t known = blended_texels(filtered, texel_at, p);
  if (known) if (!texels_open) known = blend_bounds(filtered_lo, filtered_hi, texel_lo, texel_hi, p);
  texels_known(known, ROUNDING, site);
}
static void filtered_f(F *r, int64_t k) {
  double v = single(filtered[k]);
  if (texels_open) f_any(r, v, (double)texels_cause);
  else f_between(r, v, filtered_lo[k], filtered_hi[k]);
}
static void texel_j(J *r, int64_t k) {
  if (texels_open) j_any(r, texels[k], texels_cause);
  else j_known(r, texels[k]);
}
