/* Samples, gathers and fetches where each coordinate is one number. */

static double texel_at[5], filtered[4];
static int64_t texel_index[4], texels[4];
#define TEXELS_BEGIN
#define PLACE_F(k, a, q, site) texel_at[k] = (double)(a);
#define PLACE_NUMBER(k, a) texel_at[k] = a;
#define INDEX_U(k, a, with_sign, site) texel_index[k] = (with_sign) ? (int64_t)SIGNED(a, 32) : (int64_t)(uint64_t)(a);
#define INDEX_NUMBER(k, a) texel_index[k] = a;
#define SAMPLED(p, site) if (!sampled_texels(texels, texel_at, texel_at, texel_at, &p)) TRAP(INVALID_ARGUMENT, site)
#define FILTERED(p, site) if (!filtered_texels(filtered, texel_at, &p)) TRAP(INVALID_ARGUMENT, site)
#define GATHERED(p, site) if (!gathered_texels(texels, texel_at, texel_at, texel_at, &p)) TRAP(INVALID_ARGUMENT, site)
#define COMPARED(p, site) if (!compared_texels(texels, texel_at, texel_at, texel_at, &p)) TRAP(INVALID_ARGUMENT, site)
#define GATHERED_COMPARISONS(p, site) if (!gathered_comparisons(texels, texel_at, texel_at, texel_at, &p)) TRAP(INVALID_ARGUMENT, site)
#define FETCHED(p, site) if (!fetched_texels(texels, texel_index, &p)) TRAP(INVALID_ARGUMENT, site)
#define ASKED(p, site) if (!asked_texels(texels, texel_index, &p)) TRAP(INVALID_ARGUMENT, site)
#define TEXEL_F(r, k, site) r = (float)((double)texels[k] / (TEXEL_MODULUS - 1));
#define FILTERED_F(r, k, site) r = (float)filtered[k];
#define TEXEL_U(r, k, site) r = (uint32_t)texels[k];
