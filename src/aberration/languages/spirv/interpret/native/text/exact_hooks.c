#define INPUT_F(o, x) m[o].f = (float)(x);
#define INPUT_U(o, x) m[o].u = (uint32_t)(x);
#define INPUT_B(o, x) m[o].b = (x);
#define GIVE_F(x) x
#define GIVE_H(x) x
#define GIVE_D(x) x
#define GIVE_U(x) x
#define GIVE_L(x) x
#define GIVE_B(x) x
#define SHOW_PLAIN(out, k, x) out[k] = x;
#define SHOW_X(out, k, o, site, x) \
  if (!z[o]) TRAP(UNINITIALISED, site) if ((x) - (x) != 0.0) TRAP(NOT_A_NUMBER, site) out[k] = x;
#define SHOW_F(out, k, o, site) SHOW_X(out, k, o, site, (double)m[o].f)
#define SHOW_H(out, k, o, site) SHOW_X(out, k, o, site, (double)m[o].f)
#define SHOW_D(out, k, o, site) SHOW_X(out, k, o, site, m[o].d)
#define SHOW_U(out, k, o, site) SHOW_X(out, k, o, site, (double)m[o].u)
#define SHOW_DEPTH(out, k, o, site) \
  SHOW_F(out, k, o, site) if (out[k] < 0.0) TRAP(INVALID_ARGUMENT, site) if (out[k] > 1.0) TRAP(INVALID_ARGUMENT, site)
#define POINT_F(o, x, site) if (!z[o]) TRAP(UNINITIALISED, site) if ((double)m[o].f != (x)) TRAP(POSITION, site)

static void set_cell(cell *to, int64_t kind, uint64_t bits) {
  if (kind == 0) to->f = (float)single_of_bits((uint32_t)bits);
  else if (kind == 1) to->f = (float)half_of_bits((uint32_t)bits);
  else if (kind == 2) to->d = double_of_bits(bits);
  else if (kind == 3) to->u = (uint32_t)bits;
  else if (kind == 4) to->l = bits;
  else to->b = bits != 0;
}
void take_cells(uint64_t *to, const unsigned char *kinds, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) {
    int64_t kind = (int64_t)kinds[k];
    if (kind == 0) to[k] = (uint64_t)bits_of_single(w[k].f);
    else if (kind == 1) to[k] = (uint64_t)bits_of_half(w[k].f);
    else if (kind == 2) to[k] = bits_of_double(w[k].d);
    else if (kind == 3) to[k] = (uint64_t)w[k].u;
    else to[k] = w[k].l;
  }
}
static void make_numbers(void) {}
static void pass_barrier(Own *mine) {}
static void ended_invocation(Own *mine) {}
static int64_t exchange(Own *four, int64_t together) {
  int64_t k, i, furthest = 0;
  if (!together) {
    for (k = 0; k < 4; k++) if (four[k].waits > furthest) furthest = four[k].waits;
    for (k = 0; k < 4; k++) if (four[k].waits != furthest) {
      four[k].kind = DERIVATIVE;
      four[k].site = furthest - 1;
      return 0;
    }
  }
  for (i = 0; i < four[0].width; i++) for (k = 0; k < 4; k++) {
    int64_t row = k & 2, column = k & 1, way = four[0].way & 3;
    double across = single(four[row + 1].sent[i] - four[row].sent[i]);
    double down = single(four[column + 2].sent[i] - four[column].sent[i]);
    if (way == 3) { four[k].got[i] = across; four[k].got[3 + i] = down; continue; }
    four[k].got[i] = way == 0 ? across : way == 1 ? down : single(fabs(across) + fabs(down));
  }
  return 1;
}
