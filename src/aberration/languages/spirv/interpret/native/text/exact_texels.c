/* Samples, gathers and fetches where each coordinate is one number. */

static double texel_at[LODS], slope_at[SLOPES], bias_at[3], filtered[4];
static int64_t texel_index[4], texels[4];
#define TEXELS_BEGIN
#define PLACE_F(k, a, q, site) texel_at[k] = (double)(a);
#define PLACE_NUMBER(k, a) texel_at[k] = a;
#define LOD_NAMED texel_at[5] = texel_at[6] = texel_at[4];
#define LOD_OPEN texel_at[4] = open_lods[0]; texel_at[5] = open_lods[1]; texel_at[6] = open_lods[2];
#define SLOPE_F(k, a, q, site) slope_at[k] = (double)(a);
#define SLOPE_GOT(k, site) slope_at[k] = own->got[k];
#define SLOPE_NUMBER(k, a) slope_at[k] = a;
#define BIAS_F(a, q, site) bias_at[0] = bias_at[1] = bias_at[2] = (double)(a);
#define NO_BIAS bias_at[0] = bias_at[1] = bias_at[2] = 0.0;
#define LOD_OF_SLOPES(p) lods_of_slopes(texel_at + 4, slope_at, slope_at, slope_at, bias_at, LODS_PROMISED, &p);
#define BLENDED(p, site) if (!blended_texels(filtered, texel_at, &p)) TRAP(INVALID_ARGUMENT, site)
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
