/* The words of generated text for numbers with bounds. `q` is the freedom of an instruction. */

#define ADD_F(r, a, b, q, site) f_add(&(r), &(a), &(b), &q, site);
#define SUB_F(r, a, b, q, site) f_sub(&(r), &(a), &(b), &q, site);
#define MUL_F(r, a, b, q, site) f_mul(&(r), &(a), &(b), &q, site);
#define DIV_F(r, a, b, q, site) f_div(&(r), &(a), &(b), &q, site);
#define SQR_F(r, a, q, site) f_sqr(&(r), &(a), &q, site);
#define REM_F(r, a, b, q, site) f_mod(&(r), &(a), &(b), 1, &q, site);
#define MOD_F(r, a, b, q, site) f_mod(&(r), &(a), &(b), 0, &q, site);
#define NEG_F(r, a) f_neg(&(r), &(a));
#define SELECT_F_B(r, c, a, b, w) if (c) r = a; else r = b;
#define SELECT_F_E(r, c, a, b, w) f_select(&(r), c, &(a), &(b));
#define ANSWER_F(r, k) r = own->got[k];
#define LOAD_F(r, S, o, site) r = S[o].f;
#define FETCH_F(r, S, Z, o, site) if (Z[o]) r = S[o].f; else f_undefined(&(r), site);
#define STORE_F(S, o, a) S[o].f = a;
#define SHARED_STORE_F(S, o, a, site) S[o].f = a; if (own->free) f_any(&S[o].f, S[o].f.v, (double)own->free_cause);
#define WEAK_LOAD_F(r, S, Z, o, weak, at, site) weak_load_f(&(r), S, Z, o, &weak, at, site);
#define WEAK_STORE_F(S, o, a, Z, weak, at, site) weak_store_f(S, o, &(a), Z, &weak, at, site);
#define NEVER_F(r, site) f_undefined(&(r), site);
#define GIVE_F(x) &(x)
#define INPUT_F(o, x) f_leaf(&m[o].f, x, &F_FREE);
#define SHOW_F(out, k, o, site) show_channel(out, k, m + (o), z[o], site);
#define RESULT_F(r, k) r = found[k];
#define U_TO_F_U(r, a, w, q) f_of_whole(&(r), (uint64_t)(a), 0, w, &q);
#define S_TO_F_U(r, a, w, q) f_of_whole(&(r), (uint64_t)(a), 1, w, &q);
#define U_TO_F_L(r, a, w, q) f_of_whole(&(r), a, 0, w, &q);
#define S_TO_F_L(r, a, w, q) f_of_whole(&(r), a, 1, w, &q);
#define U_TO_F_J(r, a, w, q) f_of_j(&(r), &(a), 0, w, &q);
#define S_TO_F_J(r, a, w, q) f_of_j(&(r), &(a), 1, w, &q);
#define CONVERT_F(r, a, from, q, site) f_convert(&(r), &(a), &from##_FREE, &q, site);
#define ADD_H(r, a, b, q, site) f_add(&(r), &(a), &(b), &q, site);
#define SUB_H(r, a, b, q, site) f_sub(&(r), &(a), &(b), &q, site);
#define MUL_H(r, a, b, q, site) f_mul(&(r), &(a), &(b), &q, site);
#define DIV_H(r, a, b, q, site) f_div(&(r), &(a), &(b), &q, site);
#define SQR_H(r, a, q, site) f_sqr(&(r), &(a), &q, site);
#define REM_H(r, a, b, q, site) f_mod(&(r), &(a), &(b), 1, &q, site);
#define MOD_H(r, a, b, q, site) f_mod(&(r), &(a), &(b), 0, &q, site);
#define NEG_H(r, a) f_neg(&(r), &(a));
#define SELECT_H_B(r, c, a, b, w) if (c) r = a; else r = b;
#define SELECT_H_E(r, c, a, b, w) f_select(&(r), c, &(a), &(b));
#define ANSWER_H(r, k) r = own->got[k];
#define LOAD_H(r, S, o, site) r = S[o].f;
#define FETCH_H(r, S, Z, o, site) if (Z[o]) r = S[o].f; else f_undefined(&(r), site);
#define STORE_H(S, o, a) S[o].f = a;
#define SHARED_STORE_H(S, o, a, site) S[o].f = a; if (own->free) f_any(&S[o].f, S[o].f.v, (double)own->free_cause);
#define WEAK_LOAD_H(r, S, Z, o, weak, at, site) weak_load_f(&(r), S, Z, o, &weak, at, site);
#define WEAK_STORE_H(S, o, a, Z, weak, at, site) weak_store_f(S, o, &(a), Z, &weak, at, site);
#define NEVER_H(r, site) f_undefined(&(r), site);
#define GIVE_H(x) &(x)
#define INPUT_H(o, x) f_leaf(&m[o].f, x, &H_FREE);
#define SHOW_H(out, k, o, site) show_channel(out, k, m + (o), z[o], site);
#define RESULT_H(r, k) r = found[k];
#define U_TO_H_U(r, a, w, q) f_of_whole(&(r), (uint64_t)(a), 0, w, &q);
#define S_TO_H_U(r, a, w, q) f_of_whole(&(r), (uint64_t)(a), 1, w, &q);
#define U_TO_H_L(r, a, w, q) f_of_whole(&(r), a, 0, w, &q);
#define S_TO_H_L(r, a, w, q) f_of_whole(&(r), a, 1, w, &q);
#define U_TO_H_J(r, a, w, q) f_of_j(&(r), &(a), 0, w, &q);
#define S_TO_H_J(r, a, w, q) f_of_j(&(r), &(a), 1, w, &q);
#define CONVERT_H(r, a, from, q, site) f_convert(&(r), &(a), &from##_FREE, &q, site);
#define ADD_D(r, a, b, q, site) f_add(&(r), &(a), &(b), &q, site);
#define SUB_D(r, a, b, q, site) f_sub(&(r), &(a), &(b), &q, site);
#define MUL_D(r, a, b, q, site) f_mul(&(r), &(a), &(b), &q, site);
#define DIV_D(r, a, b, q, site) f_div(&(r), &(a), &(b), &q, site);
#define SQR_D(r, a, q, site) f_sqr(&(r), &(a), &q, site);
#define REM_D(r, a, b, q, site) f_mod(&(r), &(a), &(b), 1, &q, site);
#define MOD_D(r, a, b, q, site) f_mod(&(r), &(a), &(b), 0, &q, site);
#define NEG_D(r, a) f_neg(&(r), &(a));
#define SELECT_D_B(r, c, a, b, w) if (c) r = a; else r = b;
#define SELECT_D_E(r, c, a, b, w) f_select(&(r), c, &(a), &(b));
#define ANSWER_D(r, k) r = own->got[k];
#define LOAD_D(r, S, o, site) r = S[o].f;
#define FETCH_D(r, S, Z, o, site) if (Z[o]) r = S[o].f; else f_undefined(&(r), site);
#define STORE_D(S, o, a) S[o].f = a;
#define SHARED_STORE_D(S, o, a, site) S[o].f = a; if (own->free) f_any(&S[o].f, S[o].f.v, (double)own->free_cause);
#define WEAK_LOAD_D(r, S, Z, o, weak, at, site) weak_load_f(&(r), S, Z, o, &weak, at, site);
#define WEAK_STORE_D(S, o, a, Z, weak, at, site) weak_store_f(S, o, &(a), Z, &weak, at, site);
#define NEVER_D(r, site) f_undefined(&(r), site);
#define GIVE_D(x) &(x)
#define INPUT_D(o, x) f_leaf(&m[o].f, x, &D_FREE);
#define SHOW_D(out, k, o, site) show_channel(out, k, m + (o), z[o], site);
#define RESULT_D(r, k) r = found[k];
#define U_TO_D_U(r, a, w, q) f_of_whole(&(r), (uint64_t)(a), 0, w, &q);
#define S_TO_D_U(r, a, w, q) f_of_whole(&(r), (uint64_t)(a), 1, w, &q);
#define U_TO_D_L(r, a, w, q) f_of_whole(&(r), a, 0, w, &q);
#define S_TO_D_L(r, a, w, q) f_of_whole(&(r), a, 1, w, &q);
#define U_TO_D_J(r, a, w, q) f_of_j(&(r), &(a), 0, w, &q);
#define S_TO_D_J(r, a, w, q) f_of_j(&(r), &(a), 1, w, &q);
#define CONVERT_D(r, a, from, q, site) f_convert(&(r), &(a), &from##_FREE, &q, site);

#define LT_X(r, a, b, q, site) r = f_less(&(a), &(b), 0, &q);
#define LE_X(r, a, b, q, site) r = f_less(&(a), &(b), 1, &q);
#define GT_X(r, a, b, q, site) r = f_less(&(b), &(a), 0, &q);
#define GE_X(r, a, b, q, site) r = f_less(&(b), &(a), 1, &q);
#define EQ_X(r, a, b, q, site) r = f_equal(&(a), &(b), &q);
#define NE_X(r, a, b, q, site) r = not_e(f_equal(&(a), &(b), &q));
#define SELF_X(r, a, same, site) r = IS_ANY(&(a)) ? EITHER(same, (int64_t)(a).mass) : (E)(same);
#define IS_NAN_X(r, a, site) SELF_X(r, a, 0, site)
#define IS_INF_X(r, a, site) SELF_X(r, a, 0, site)
#define ORDERED_X(r, a, b, site) r = IS_ANY(&(a)) ? EITHER(1, (int64_t)(a).mass) : IS_ANY(&(b)) ? EITHER(1, (int64_t)(b).mass) : 1;
#define UNORDERED_X(r, a, b, site) r = IS_ANY(&(a)) ? EITHER(0, (int64_t)(a).mass) : IS_ANY(&(b)) ? EITHER(0, (int64_t)(b).mass) : 0;
#define ROUND_X(r, a, q, site) f_one(&(r), f_round, &(a), &q, site);
#define TRUNC_X(r, a, q, site) f_one(&(r), f_trunc, &(a), &q, site);
#define ABS_X(r, a, q, site) f_one(&(r), f_abs, &(a), &q, site);
#define SIGN_X(r, a, q, site) f_one(&(r), f_sign, &(a), &q, site);
#define FLOOR_X(r, a, q, site) f_one(&(r), f_floor, &(a), &q, site);
#define CEIL_X(r, a, q, site) f_one(&(r), f_ceil, &(a), &q, site);
#define MIN_X(r, a, b, q, site) f_two(&(r), f_min, &(a), &(b), &q, site);
#define MAX_X(r, a, b, q, site) f_two(&(r), f_max, &(a), &(b), &q, site);
#define STEP_X(r, a, b, q, site) f_two(&(r), f_step, &(a), &(b), &q, site);
#define NMIN_X(r, a, b, q, site) f_two(&(r), f_nmin, &(a), &(b), &q, site);
#define NMAX_X(r, a, b, q, site) f_two(&(r), f_nmax, &(a), &(b), &q, site);
#define CLAMP_X(r, a, b, c, q, site) f_three(&(r), f_clamp, &(a), &(b), &(c), &q, site);
#define NCLAMP_X(r, a, b, c, q, site) f_three(&(r), f_nclamp, &(a), &(b), &(c), &q, site);
#define FRACT_F(r, a, q, site) f_one(&(r), f_fract, &(a), &q, site);
#define SQRT_F(r, a, q, site) f_one(&(r), f_sqrt, &(a), &q, site);
#define RSQRT_F(r, a, q, site) f_one(&(r), f_rsqrt, &(a), &q, site);
#define MIX_F(r, a, b, c, q, site) f_three(&(r), f_mix, &(a), &(b), &(c), &q, site);
#define FMA_F(r, a, b, c, q, site) f_three(&(r), f_fma, &(a), &(b), &(c), &q, site);
#define FRACT_D(r, a, q, site) f_one(&(r), f_fract, &(a), &q, site);
#define SQRT_D(r, a, q, site) f_one(&(r), f_sqrt, &(a), &q, site);
#define RSQRT_D(r, a, q, site) f_one(&(r), f_rsqrt, &(a), &q, site);
#define MIX_D(r, a, b, c, q, site) f_three(&(r), f_mix, &(a), &(b), &(c), &q, site);
#define FMA_D(r, a, b, c, q, site) f_three(&(r), f_fma, &(a), &(b), &(c), &q, site);
#define RADIANS_F(r, a, q, site) f_one(&(r), f_radians, &(a), &q, site);
#define DEGREES_F(r, a, q, site) f_one(&(r), f_degrees, &(a), &q, site);
#define SIN_F(r, a, q, site) f_one(&(r), f_sin, &(a), &q, site);
#define COS_F(r, a, q, site) f_one(&(r), f_cos, &(a), &q, site);
#define TAN_F(r, a, q, site) f_one(&(r), f_tan, &(a), &q, site);
#define ASIN_F(r, a, q, site) f_one(&(r), f_asin, &(a), &q, site);
#define ACOS_F(r, a, q, site) f_one(&(r), f_acos, &(a), &q, site);
#define ATAN_F(r, a, q, site) f_one(&(r), f_atan, &(a), &q, site);
#define SINH_F(r, a, q, site) f_one(&(r), f_sinh, &(a), &q, site);
#define COSH_F(r, a, q, site) f_one(&(r), f_cosh, &(a), &q, site);
#define TANH_F(r, a, q, site) f_one(&(r), f_tanh, &(a), &q, site);
#define ASINH_F(r, a, q, site) f_one(&(r), f_asinh, &(a), &q, site);
#define ACOSH_F(r, a, q, site) f_one(&(r), f_acosh, &(a), &q, site);
#define ATANH_F(r, a, q, site) f_one(&(r), f_atanh, &(a), &q, site);
#define EXP_F(r, a, q, site) f_one(&(r), f_exp, &(a), &q, site);
#define EXP2_F(r, a, q, site) f_one(&(r), f_exp2, &(a), &q, site);
#define LOG_F(r, a, q, site) f_one(&(r), f_log, &(a), &q, site);
#define LOG2_F(r, a, q, site) f_one(&(r), f_log2, &(a), &q, site);
#define ATAN2_F(r, a, b, q, site) f_two(&(r), f_atan2, &(a), &(b), &q, site);
#define POW_F(r, a, b, q, site) f_two(&(r), f_pow, &(a), &(b), &q, site);
#define SMOOTH_F(r, a, b, c, q, site) f_three(&(r), f_smooth, &(a), &(b), &(c), &q, site);
#define LDEXP_F_U(r, a, b, w, q, site) f_ldexp(&(r), &(a), (int64_t)(b), 0, &q, site);
#define LDEXP_F_J(r, a, b, w, q, site) f_ldexp(&(r), &(a), (b).v, &(b), &q, site);
#define MODF_F(r, s, a, q, site) f_modf(&(r), &(s), &(a), &q, site);
#define FREXP_F(r, s, a, q, site) f_frexp(&(r), &(s), &(a), &q, site);
#define QUANTIZE_F(r, a, q, site) f_convert(&(r), &(a), &F_FREE, &H_FREE, site);
#define F_TO_S(r, a, w, q, site) f_to_j(&(r), &(a), 1, w, &q, site);
#define F_TO_U(r, a, w, q, site) f_to_j(&(r), &(a), 0, w, &q, site);
#define F_TO_BITS(r, a, site) f_to_bits(&(r), &(a), 32, site);
#define F_OF_BITS_U(r, a, site) f_of_bits(&(r), (int64_t)(a), 0, 32, site);
#define F_OF_BITS_J(r, a, site) f_of_bits(&(r), (a).v, &(a), 32, site);
#define H_TO_BITS(r, a, site) f_to_bits(&(r), &(a), 16, site);
#define H_OF_BITS_U(r, a, site) f_of_bits(&(r), (int64_t)(a), 0, 16, site);
#define H_OF_BITS_J(r, a, site) f_of_bits(&(r), (a).v, &(a), 16, site);
#define D_TO_BITS(r, a, site) f_to_bits(&(r), &(a), 64, site);
#define D_OF_BITS_L(r, a, site) f_of_bits(&(r), (int64_t)(a), 0, 64, site);
#define D_OF_BITS_J(r, a, site) f_of_bits(&(r), (a).v, &(a), 64, site);

/* ---- vectors */

#define ARG(i, k, a) given[i][k] = a;
#define ALIKE(i) alike = i;
#define RESULT_J(r, k) r = packed_word;
#define LENGTH(n, q, site) begin_vector(&q, site); x_length(n, inner(&q), site); end_vector(&q, site);
#define DISTANCE(n, q, site) begin_vector(&q, site); x_distance(n, inner(&q), site); end_vector(&q, site);
#define NORMALIZE(n, q, site) begin_vector(&q, site); x_normalize(n, inner(&q), site); end_vector(&q, site);
#define CROSS(n, q, site) begin_vector(&q, site); x_cross(inner(&q), site); end_vector(&q, site);
#define FACE_FORWARD(n, q, site) begin_vector(&q, site); x_face_forward(n, inner(&q), site); end_vector(&q, site);
#define REFLECT(n, q, site) begin_vector(&q, site); x_reflect(n, inner(&q), site); end_vector(&q, site);
#define REFRACT(n, q, site) begin_vector(&q, site); x_refract(n, inner(&q), site); end_vector(&q, site);
#define DETERMINANT_F(n, q, site) begin_vector(&q, site); x_determinant(n, inner(&q), site); end_vector(&q, site);
#define INVERSE(n, q, site) begin_vector(&q, site); x_inverse(n, inner(&q), site); end_vector(&q, site);
#define PACK(n, width, with_sign, scale, site) x_pack(n, width, with_sign, scale, site);
#define PACK_HALF(site) x_pack_half(site);
#define UNPACK_U(n, width, with_sign, scale, a) x_unpack(n, width, with_sign, scale, a, 0);
#define UNPACK_J(n, width, with_sign, scale, a) x_unpack(n, width, with_sign, scale, (uint32_t)(a).v, &(a));
#define UNPACK_HALF_U(a) x_unpack_half(a, 0, 0);
#define UNPACK_HALF_J(a) x_unpack_half((uint32_t)(a).v, &(a), 0);

/* ---- integers and booleans */

#define ADD_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_ADD, w, site);
#define SUB_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_SUB, w, site);
#define MUL_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_MUL, w, site);
#define UDIV_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_UDIV, w, site);
#define UMOD_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_UMOD, w, site);
#define SDIV_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_SDIV, w, site);
#define SREM_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_SREM, w, site);
#define SMOD_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_SMOD, w, site);
#define AND_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_AND, w, site);
#define OR_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_OR, w, site);
#define XOR_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_XOR, w, site);
#define SHL_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_SHL, w, site);
#define SHR_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_SHR, w, site);
#define SAR_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_SAR, w, site);
#define UMIN_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_UMIN, w, site);
#define UMAX_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_UMAX, w, site);
#define SMIN_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_SMIN, w, site);
#define SMAX_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_SMAX, w, site);
#define CARRY_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_CARRY, w, site);
#define BORROW_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_BORROW, w, site);
#define UHIGH_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_UHIGH, w, site);
#define SHIGH_J(r, a, b, w, site) j_op(&(r), &(a), &(b), J_SHIGH, w, site);
#define NEG_J(r, a, w, site) j_op(&(r), &(a), &(a), J_NEG, w, site);
#define NOT_J(r, a, w, site) j_op(&(r), &(a), &(a), J_NOT, w, site);
#define REVERSE_J(r, a, w, site) j_op(&(r), &(a), &(a), J_REVERSE, w, site);
#define COUNT_J(r, a, w, site) j_op(&(r), &(a), &(a), J_COUNT, w, site);
#define SABS_J(r, a, w, site) j_op(&(r), &(a), &(a), J_SABS, w, site);
#define SSIGN_J(r, a, w, site) j_op(&(r), &(a), &(a), J_SSIGN, w, site);
#define LSB_J(r, a, w, site) j_op(&(r), &(a), &(a), J_LSB, w, site);
#define UMSB_J(r, a, w, site) j_op(&(r), &(a), &(a), J_UMSB, w, site);
#define SMSB_J(r, a, w, site) j_op(&(r), &(a), &(a), J_SMSB, w, site);
#define ULT_J(r, a, b, w, site) r = j_less(&(a), &(b), 0, 0, w);
#define UGT_J(r, a, b, w, site) r = j_less(&(b), &(a), 0, 0, w);
#define ULE_J(r, a, b, w, site) r = j_less(&(a), &(b), 1, 0, w);
#define UGE_J(r, a, b, w, site) r = j_less(&(b), &(a), 1, 0, w);
#define SLT_J(r, a, b, w, site) r = j_less(&(a), &(b), 0, 1, w);
#define SGT_J(r, a, b, w, site) r = j_less(&(b), &(a), 0, 1, w);
#define SLE_J(r, a, b, w, site) r = j_less(&(a), &(b), 1, 1, w);
#define SGE_J(r, a, b, w, site) r = j_less(&(b), &(a), 1, 1, w);
#define EQ_J(r, a, b, w, site) r = j_equal(&(a), &(b), w);
#define NE_J(r, a, b, w, site) r = not_e(j_equal(&(a), &(b), w));
#define UCLAMP_J(r, a, b, c, w, site) j_clamp(&(r), &(a), &(b), &(c), 0, w, site);
#define SCLAMP_J(r, a, b, c, w, site) j_clamp(&(r), &(a), &(b), &(c), 1, w, site);
#define INSERT_J(r, a, b, o, n, w, site) j_field(&(r), &(a), &(b), &(o), &(n), 0, w, site);
#define FIELD_U_J(r, a, o, n, w, site) j_field(&(r), &(a), &(a), &(o), &(n), 1, w, site);
#define FIELD_S_J(r, a, o, n, w, site) j_field(&(r), &(a), &(a), &(o), &(n), 2, w, site);
#define WIDEN_J_J(r, a, from, to) j_widen(&(r), &(a), 0, from, to);
#define EXTEND_J_J(r, a, from, to) j_widen(&(r), &(a), 1, from, to);
#define J_OF_U(r, a, w) j_known(&(r), (int64_t)(uint64_t)(a));
#define J_OF_L(r, a, w) j_known(&(r), (int64_t)(a));
#define E_OF_B(r, a, w) r = (E)(a);
#define AND_E(r, a, b) r = and_e(a, b);
#define OR_E(r, a, b) r = or_e(a, b);
#define EQ_E(r, a, b) r = same_e(a, b);
#define NE_E(r, a, b) r = not_e(same_e(a, b));
#define NOT_E(r, a) r = not_e(a);
#define SELECT_J_B(r, c, a, b, w) if (c) r = a; else r = b;
#define SELECT_J_E(r, c, a, b, w) { J made_; j_select(&made_, c, &(a), &(b), w); r = made_; }
#define SELECT_E_B(r, c, a, b, w) r = (c) ? (a) : (b);
#define SELECT_E_E(r, c, a, b, w) r = select_e(c, a, b);
#define DECIDE(a, site) decide(a, site)
#define DECIDE_J(a, site) (uint64_t)decide_j(&(a), site)
#define CHECK_J(a, length, w, site) check_index(&(a), length, w, site);
#define ONE_PLACE(weak, o) weak.place = o; weak.stride = 1; weak.count = 1;
#define LOOSE_INDEX(o, weak, a, stride, bound, w, site) o = loose_index(o, &weak, &(a), stride, bound, w, site);

/* ---- memory */

#define COPY(to, from, n) memcpy(to, from, (n) * sizeof(cell));
#define LOAD_U(r, S, o, site) r = (uint32_t)S[o].j.v; if (!KNOWN_J(&S[o].j)) doubt(site);
#define FETCH_U(r, S, Z, o, site) if (Z[o]) { LOAD_U(r, S, o, site) } else { r = 0; doubt(site); }
#define STORE_U(S, o, a) j_known(&S[o].j, (int64_t)(uint64_t)(a));
#define SHARED_STORE_U(S, o, a, site) STORE_U(S, o, a) if (own->free) j_any(&S[o].j, S[o].j.v, own->free_cause);
#define WEAK_LOAD_U(r, S, Z, o, weak, at, site) { J made_; weak_load_j(&made_, S, Z, o, &weak, at, 32, site); r = (uint32_t)made_.v; if (!KNOWN_J(&made_)) doubt(site); }
#define WEAK_STORE_U(S, o, a, Z, weak, at, site) { J made_; j_known(&made_, (int64_t)(uint64_t)(a)); weak_store_j(S, o, &made_, Z, &weak, at, site); }
#define GIVE_U(x) x
#define LOAD_L(r, S, o, site) r = (uint64_t)S[o].j.v; if (!KNOWN_J(&S[o].j)) doubt(site);
#define FETCH_L(r, S, Z, o, site) if (Z[o]) { LOAD_L(r, S, o, site) } else { r = 0; doubt(site); }
#define STORE_L(S, o, a) j_known(&S[o].j, (int64_t)(uint64_t)(a));
#define SHARED_STORE_L(S, o, a, site) STORE_L(S, o, a) if (own->free) j_any(&S[o].j, S[o].j.v, own->free_cause);
#define WEAK_LOAD_L(r, S, Z, o, weak, at, site) { J made_; weak_load_j(&made_, S, Z, o, &weak, at, 64, site); r = (uint64_t)made_.v; if (!KNOWN_J(&made_)) doubt(site); }
#define WEAK_STORE_L(S, o, a, Z, weak, at, site) { J made_; j_known(&made_, (int64_t)(uint64_t)(a)); weak_store_j(S, o, &made_, Z, &weak, at, site); }
#define GIVE_L(x) x
#define INPUT_U(o, x) j_known(&m[o].j, (int64_t)(uint32_t)(x));
#define LOAD_J(r, S, o, site) r = S[o].j;
#define FETCH_J(r, S, Z, o, site) if (Z[o]) r = S[o].j; else j_undefined(&(r), site);
#define STORE_J(S, o, a) S[o].j = a;
#define SHARED_STORE_J(S, o, a, site) S[o].j = a; if (own->free) j_any(&S[o].j, S[o].j.v, own->free_cause);
#define WEAK_LOAD_J(r, S, Z, o, weak, at, site) weak_load_j(&(r), S, Z, o, &weak, at, 32, site);
#define WEAK_STORE_J(S, o, a, Z, weak, at, site) weak_store_j(S, o, &(a), Z, &weak, at, site);
#define NEVER_J(r, site) j_undefined(&(r), site);
#define GIVE_J(x) &(x)
#define LOAD_B(r, S, o, site) r = (int)(S[o].e & 1); if (!DECIDED(S[o].e)) doubt(site);
#define FETCH_B(r, S, Z, o, site) if (Z[o]) { LOAD_B(r, S, o, site) } else { r = 0; doubt(site); }
#define STORE_B(S, o, a) S[o].e = (E)(a);
#define SHARED_STORE_B(S, o, a, site) SHARED_STORE_E(S, o, (E)(a), site)
#define WEAK_LOAD_B(r, S, Z, o, weak, at, site) { E made_; weak_load_e(&made_, S, Z, o, &weak, at, site); r = (int)(made_ & 1); if (!DECIDED(made_)) doubt(site); }
#define WEAK_STORE_B(S, o, a, Z, weak, at, site) weak_store_e(S, o, (E)(a), Z, &weak, at, site);
#define GIVE_B(x) x
#define INPUT_B(o, x) m[o].e = (E)(x);
#define LOAD_E(r, S, o, site) r = S[o].e;
#define FETCH_E(r, S, Z, o, site) if (Z[o]) r = S[o].e; else e_undefined(&(r), site);
#define STORE_E(S, o, a) S[o].e = a;
#define SHARED_STORE_E(S, o, a, site) S[o].e = own->free ? EITHER((a) & 1, own->free_cause) : (a);
#define WEAK_LOAD_E(r, S, Z, o, weak, at, site) weak_load_e(&(r), S, Z, o, &weak, at, site);
#define WEAK_STORE_E(S, o, a, Z, weak, at, site) weak_store_e(S, o, a, Z, &weak, at, site);
#define NEVER_E(r, site) e_undefined(&(r), site);
#define GIVE_E(x) x
#define SHOW_U(out, k, o, site) show_integer(out, k, m + (o), z[o], site);
#define SHOW_DEPTH(out, k, o, site) show_depth(out, k, m + (o), z[o], site);
#define SHOW_PLAIN(out, k, x) out[k] = out[4 + (k)] = out[8 + (k)] = x;

/* The point of a vertex that is free may lie elsewhere: whoever asks for a proof looks at that. */
#define POINT_F(o, x, site) \
  if (!own->free) { if (!z[o]) TRAP(UNINITIALISED, site) if (m[o].f.lo != (x)) TRAP(POSITION, site) \
    if (m[o].f.hi != (x)) TRAP(POSITION, site) if (m[o].f.v != (x)) TRAP(POSITION, site) }

/* ---- what is noted of results */

#define RELAX_F(r, with_sign, site) f_relax(&(r), site);
#define RELAX_U(r, with_sign, site) \
  if ((with_sign) ? (uint32_t)(r) + 32768u > 65535u : (uint32_t)(r) > 65535u) doubt(site);
#define RELAX_J(r, with_sign, site) j_relax(&(r), with_sign, site);
#define TRACE_U(k, x, with_sign) \
  { int64_t seen_ = (with_sign) ? (int64_t)(int32_t)(x) : (int64_t)(uint64_t)(x); \
    if (seen_ < traced_lo[k]) traced_lo[k] = seen_; if (seen_ > traced_hi[k]) traced_hi[k] = seen_; }
#define TRACE_B(k, x, with_sign) { if (x) traced_hi[k] = 1; else traced_lo[k] = 0; }
#define TRACE_J(k, x, with_sign) if (KNOWN_J(&(x))) { TRACE_U(k, (uint32_t)(x).v, with_sign) } else traced_bad[k] = 1;
#define TRACE_E(k, x, with_sign) if (DECIDED(x)) { TRACE_B(k, (x) & 1, 0) } else traced_bad[k] = 1;

/* ---- shared memory */

#define STORED(k) if (own->free) own->did[k] = 1;
#define SHARED_WEAK(S, o, weak, at, site) spoil_places(S, &weak, at, site);
#define NEED_ONE(weak, site) if (weak.count > 1) become_free(0, site);
#define MEET(log, S, o, family, asks, site) \
  if (meet_atomically(&log, o, family, asks, site)) j_any(&S[o].j, S[o].j.v, because(ORDER, site));
#define ANY_ORDER(r, site) j_any(&(r), (r).v, because(ORDER, site));
