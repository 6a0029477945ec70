/* What both number domains share: how an invocation stops, the budget, integers that are surely known. */
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { DONE, KILLED, UNINITIALISED, OUT_OF_BOUNDS, DIVISION, OVERFLOWN, SHIFT, CONVERSION, NOT_A_NUMBER,
       INVALID_ARGUMENT, LOOP_LIMIT, RACE, BARRIER, DERIVATIVE, UNREACHABLE, POSITION, ROUNDING, ORDER,
       GROUPING };

static void stop(int64_t kind, int64_t site);
static int64_t left;

#define TRAP(kind, site) stop(kind, site);

/* ---- integers of up to 32 bits: unsigned patterns, `w` is a constant */

#define MASK(w) ((w) == 32 ? 0xFFFFFFFFu : ((uint32_t)1 << ((w) & 31)) - 1u)
#define TOP(w) ((uint32_t)1 << ((w) - 1))
#define SIGNED(a, w) ((int32_t)(((uint32_t)(a) ^ TOP(w)) - TOP(w)))
#define ADD_U(r, a, b, w, site) r = ((a) + (b)) & MASK(w);
#define SUB_U(r, a, b, w, site) r = ((a) - (b)) & MASK(w);
#define MUL_U(r, a, b, w, site) r = ((a) * (b)) & MASK(w);
#define NEG_U(r, a, w, site) r = (0u - (a)) & MASK(w);
#define NOT_U(r, a, w, site) r = (a) ^ MASK(w);
#define AND_U(r, a, b, w, site) r = (a) & (b);
#define OR_U(r, a, b, w, site) r = (a) | (b);
#define XOR_U(r, a, b, w, site) r = (a) ^ (b);
#define UDIV_U(r, a, b, w, site) if ((b) == 0) { BAD(DIVISION, site) r = 0; } else r = (a) / (b);
#define UMOD_U(r, a, b, w, site) if ((b) == 0) { BAD(DIVISION, site) r = 0; } else r = (a) % (b);
#define SIGNED_U(r, call, a, b, w, site) \
  if ((b) == 0) { BAD(DIVISION, site) r = 0; } \
  else if ((b) == MASK(w) ? (a) == TOP(w) : 0) { BAD(OVERFLOWN, site) r = 0; } \
  else r = (uint32_t)call((int64_t)SIGNED(a, w), (int64_t)SIGNED(b, w)) & MASK(w);
#define SDIV_U(r, a, b, w, site) SIGNED_U(r, quotient, a, b, w, site)
/* Vulkan does not define the remainder of a negative integer. */
#define SREM_U(r, a, b, w, site) \
  if ((b) == 0) { BAD(DIVISION, site) r = 0; } \
  else if (((a) | (b)) & TOP(w)) { BAD(INVALID_ARGUMENT, site) r = 0; } \
  else r = (a) % (b);
#define SMOD_U(r, a, b, w, site) SREM_U(r, a, b, w, site)
#define SHL_U(r, a, b, w, site) if ((b) >= (w)) { BAD(SHIFT, site) r = 0; } else r = ((a) << (int)(b)) & MASK(w);
#define SHR_U(r, a, b, w, site) if ((b) >= (w)) { BAD(SHIFT, site) r = 0; } else r = (a) >> (int)(b);
#define SAR_U(r, a, b, w, site) \
  if ((b) >= (w)) { BAD(SHIFT, site) r = 0; } else r = (uint32_t)(SIGNED(a, w) >> (int)(b)) & MASK(w);
#define REVERSE_U(r, a, w, site) r = (uint32_t)bits_reversed(a, w);
#define COUNT_U(r, a, w, site) r = (uint32_t)bits_counted(a);
#define ULT_U(r, a, b, w, site) r = (a) < (b);
#define ULE_U(r, a, b, w, site) r = (a) <= (b);
#define UGT_U(r, a, b, w, site) r = (a) > (b);
#define UGE_U(r, a, b, w, site) r = (a) >= (b);
#define SLT_U(r, a, b, w, site) r = ((a) ^ TOP(w)) < ((b) ^ TOP(w));
#define SLE_U(r, a, b, w, site) r = ((a) ^ TOP(w)) <= ((b) ^ TOP(w));
#define SGT_U(r, a, b, w, site) r = ((a) ^ TOP(w)) > ((b) ^ TOP(w));
#define SGE_U(r, a, b, w, site) r = ((a) ^ TOP(w)) >= ((b) ^ TOP(w));
#define EQ_U(r, a, b, w, site) r = (a) == (b);
#define NE_U(r, a, b, w, site) r = (a) != (b);
#define SABS_U(r, a, w, site) r = (a) < TOP(w) ? (a) : (0u - (a)) & MASK(w);
#define SSIGN_U(r, a, w, site) r = (a) < TOP(w) ? ((a) != 0 ? 1u : 0u) : MASK(w);
#define UMIN_U(r, a, b, w, site) r = (a) < (b) ? (a) : (b);
#define UMAX_U(r, a, b, w, site) r = (a) > (b) ? (a) : (b);
#define SMIN_U(r, a, b, w, site) r = ((a) ^ TOP(w)) < ((b) ^ TOP(w)) ? (a) : (b);
#define SMAX_U(r, a, b, w, site) r = ((a) ^ TOP(w)) > ((b) ^ TOP(w)) ? (a) : (b);
#define UCLAMP_U(r, a, b, c, w, site) \
  if ((b) > (c)) BAD(INVALID_ARGUMENT, site) r = (a) < (b) ? (b) : (a) > (c) ? (c) : (a);
#define SCLAMP_U(r, a, b, c, w, site) \
  if (((b) ^ TOP(w)) > ((c) ^ TOP(w))) BAD(INVALID_ARGUMENT, site) \
  r = ((a) ^ TOP(w)) < ((b) ^ TOP(w)) ? (b) : ((a) ^ TOP(w)) > ((c) ^ TOP(w)) ? (c) : (a);
#define LSB_U(r, a, w, site) r = (uint32_t)lowest_bit(a);
#define UMSB_U(r, a, w, site) r = (uint32_t)highest_bit(a);
#define SMSB_U(r, a, w, site) r = (uint32_t)highest_bit((a) >> 31 ? ~(a) : (a));
#define CARRY_U(r, a, b, w, site) r = (uint32_t)(((uint64_t)(a) + (uint64_t)(b)) >> (w));
#define BORROW_U(r, a, b, w, site) r = (a) < (b) ? 1u : 0u;
#define UHIGH_U(r, a, b, w, site) r = (uint32_t)(((uint64_t)(a) * (uint64_t)(b)) >> (w));
#define SHIGH_U(r, a, b, w, site) r = (uint32_t)(((int64_t)SIGNED(a, w) * (int64_t)SIGNED(b, w)) >> (w)) & MASK(w);
#define FIELD_BAD(o, n, w, site) if ((uint64_t)(o) + (uint64_t)(n) > (w)) { BAD(INVALID_ARGUMENT, site) }
#define INSERT_U(r, a, b, o, n, w, site) FIELD_BAD(o, n, w, site) r = (uint32_t)field_inserted(a, b, o, n) & MASK(w);
#define FIELD_U_U(r, a, o, n, w, site) FIELD_BAD(o, n, w, site) r = (uint32_t)field_plain(a, o, n);
#define FIELD_S_U(r, a, o, n, w, site) FIELD_BAD(o, n, w, site) r = (uint32_t)field_signed(a, o, n) & MASK(w);

/* ---- integers of 64 bits */

#define TOP_L 0x8000000000000000ull
#define ADD_L(r, a, b, w, site) r = (a) + (b);
#define SUB_L(r, a, b, w, site) r = (a) - (b);
#define MUL_L(r, a, b, w, site) r = (a) * (b);
#define NEG_L(r, a, w, site) r = 0ull - (a);
#define NOT_L(r, a, w, site) r = ~(a);
#define AND_L(r, a, b, w, site) r = (a) & (b);
#define OR_L(r, a, b, w, site) r = (a) | (b);
#define XOR_L(r, a, b, w, site) r = (a) ^ (b);
#define UDIV_L(r, a, b, w, site) if ((b) == 0) { BAD(DIVISION, site) r = 0; } else r = (a) / (b);
#define UMOD_L(r, a, b, w, site) if ((b) == 0) { BAD(DIVISION, site) r = 0; } else r = (a) % (b);
#define SIGNED_L(r, call, a, b, site) \
  if ((b) == 0) { BAD(DIVISION, site) r = 0; } \
  else if ((b) == ~0ull ? (a) == TOP_L : 0) { BAD(OVERFLOWN, site) r = 0; } \
  else r = (uint64_t)call((int64_t)(a), (int64_t)(b));
#define SDIV_L(r, a, b, w, site) SIGNED_L(r, quotient, a, b, site)
#define SREM_L(r, a, b, w, site) \
  if ((b) == 0) { BAD(DIVISION, site) r = 0; } \
  else if (((a) | (b)) & TOP_L) { BAD(INVALID_ARGUMENT, site) r = 0; } \
  else r = (a) % (b);
#define SMOD_L(r, a, b, w, site) SREM_L(r, a, b, w, site)
#define SHL_L(r, a, b, w, site) if ((b) >= 64) { BAD(SHIFT, site) r = 0; } else r = (a) << (int)(b);
#define SHR_L(r, a, b, w, site) if ((b) >= 64) { BAD(SHIFT, site) r = 0; } else r = (a) >> (int)(b);
#define SAR_L(r, a, b, w, site) \
  if ((b) >= 64) { BAD(SHIFT, site) r = 0; } else r = (uint64_t)((int64_t)(a) >> (int)(b));
#define REVERSE_L(r, a, w, site) r = bits_reversed(a, 64);
#define COUNT_L(r, a, w, site) r = (uint64_t)bits_counted(a);
#define ULT_L(r, a, b, w, site) r = (a) < (b);
#define ULE_L(r, a, b, w, site) r = (a) <= (b);
#define UGT_L(r, a, b, w, site) r = (a) > (b);
#define UGE_L(r, a, b, w, site) r = (a) >= (b);
#define SLT_L(r, a, b, w, site) r = ((a) ^ TOP_L) < ((b) ^ TOP_L);
#define SLE_L(r, a, b, w, site) r = ((a) ^ TOP_L) <= ((b) ^ TOP_L);
#define SGT_L(r, a, b, w, site) r = ((a) ^ TOP_L) > ((b) ^ TOP_L);
#define SGE_L(r, a, b, w, site) r = ((a) ^ TOP_L) >= ((b) ^ TOP_L);
#define EQ_L(r, a, b, w, site) r = (a) == (b);
#define NE_L(r, a, b, w, site) r = (a) != (b);
#define SABS_L(r, a, w, site) r = (a) < TOP_L ? (a) : 0ull - (a);
#define SSIGN_L(r, a, w, site) r = (a) < TOP_L ? ((a) != 0 ? 1ull : 0ull) : ~0ull;
#define UMIN_L(r, a, b, w, site) r = (a) < (b) ? (a) : (b);
#define UMAX_L(r, a, b, w, site) r = (a) > (b) ? (a) : (b);
#define SMIN_L(r, a, b, w, site) r = ((a) ^ TOP_L) < ((b) ^ TOP_L) ? (a) : (b);
#define SMAX_L(r, a, b, w, site) r = ((a) ^ TOP_L) > ((b) ^ TOP_L) ? (a) : (b);
#define UCLAMP_L(r, a, b, c, w, site) \
  if ((b) > (c)) BAD(INVALID_ARGUMENT, site) r = (a) < (b) ? (b) : (a) > (c) ? (c) : (a);
#define SCLAMP_L(r, a, b, c, w, site) \
  if (((b) ^ TOP_L) > ((c) ^ TOP_L)) BAD(INVALID_ARGUMENT, site) \
  r = ((a) ^ TOP_L) < ((b) ^ TOP_L) ? (b) : ((a) ^ TOP_L) > ((c) ^ TOP_L) ? (c) : (a);
#define CARRY_L(r, a, b, w, site) r = (a) + (b) < (a) ? 1ull : 0ull;
#define BORROW_L(r, a, b, w, site) r = (a) < (b) ? 1ull : 0ull;
#define UHIGH_L(r, a, b, w, site) r = high_product(a, b);
#define SHIGH_L(r, a, b, w, site) \
  r = high_product(a, b) - ((a) & TOP_L ? (b) : 0ull) - ((b) & TOP_L ? (a) : 0ull);
#define INSERT_L(r, a, b, o, n, w, site) FIELD_BAD(o, n, w, site) r = field_inserted(a, b, o, n);
#define FIELD_U_L(r, a, o, n, w, site) FIELD_BAD(o, n, w, site) r = field_plain(a, o, n);
#define FIELD_S_L(r, a, o, n, w, site) FIELD_BAD(o, n, w, site) r = field_signed(a, o, n);

/* ---- from one width to another, and booleans that are surely known */

#define WIDEN_U_U(r, a, from, to) r = (a) & MASK(to);
#define WIDEN_U_L(r, a, from, to) r = (uint64_t)(a);
#define WIDEN_L_U(r, a, from, to) r = (uint32_t)((a) & (uint64_t)MASK(to));
#define WIDEN_L_L(r, a, from, to) r = (a);
#define EXTEND_U_U(r, a, from, to) r = (uint32_t)SIGNED(a, from) & MASK(to);
#define EXTEND_U_L(r, a, from, to) r = (uint64_t)(int64_t)SIGNED(a, from);
#define EXTEND_L_U(r, a, from, to) WIDEN_L_U(r, a, from, to)
#define EXTEND_L_L(r, a, from, to) r = (a);
#define AND_B(r, a, b) r = (a) & (b);
#define OR_B(r, a, b) r = (a) | (b);
#define EQ_B(r, a, b) r = (a) == (b);
#define NE_B(r, a, b) r = (a) != (b);
#define NOT_B(r, a) r = !(a);
#define SELECT_U_B(r, c, a, b, w) r = (c) ? (a) : (b);
#define SELECT_L_B(r, c, a, b, w) r = (c) ? (a) : (b);
#define SELECT_B_B(r, c, a, b, w) r = (c) ? (a) : (b);

static int64_t quotient(int64_t a, int64_t b) { return a / b; }
static uint64_t bits_reversed(uint64_t a, int64_t w) {
  uint64_t found = 0;
  int64_t k;
  for (k = 0; k < w; k++) { found = (found << 1) | (a & 1); a >>= 1; }
  return found;
}
static int64_t bits_counted(uint64_t a) {
  int64_t found = 0;
  for (; a != 0; a &= a - 1) found++;
  return found;
}
static int64_t highest_bit(uint64_t a) {
  int64_t found = -1;
  for (; a != 0; a >>= 1) found++;
  return found;
}
static int64_t lowest_bit(uint64_t a) { return highest_bit(a & (0 - a)); }
static uint64_t high_product(uint64_t a, uint64_t b) {
  uint64_t a0 = a & 0xFFFFFFFFull, a1 = a >> 32, b0 = b & 0xFFFFFFFFull, b1 = b >> 32;
  uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xFFFFFFFFull);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}
static uint64_t low_bits(uint64_t n) { return n >= 64 ? ~0ull : ((uint64_t)1 << n) - 1; }
static uint64_t field_plain(uint64_t a, uint64_t o, uint64_t n) { return o >= 64 ? 0 : (a >> o) & low_bits(n); }
static uint64_t field_signed(uint64_t a, uint64_t o, uint64_t n) {
  uint64_t found = field_plain(a, o, n), sign;
  if (n == 0) return 0;
  if (n > 64) return 0;
  sign = (uint64_t)1 << (n - 1);
  return (found ^ sign) - sign;
}
static uint64_t field_inserted(uint64_t a, uint64_t b, uint64_t o, uint64_t n) {
  uint64_t mask;
  if (o >= 64) return a;
  mask = low_bits(n) << o;
  return (a & ~mask) | ((b << o) & mask);
}
