
/* ---- probes: how often a place is passed, and the joint values of a few integers and booleans there */

static int64_t probe_count[PROBES], probe_lo[PROBES][PROBED_VALUES], probe_hi[PROBES][PROBED_VALUES];
static int64_t probe_states[PROBES][PROBED_STATES][PROBED_VALUES];
static int32_t probe_size[PROBES], probe_table[PROBES][2 * PROBED_STATES];
#define PROBE_U(x, with_sign) ((with_sign) ? (int64_t)(int32_t)(x) : (int64_t)(uint32_t)(x))
#define PROBE_B(x, with_sign) ((x) ? 1 : 0)
#define PROBE_J(x, with_sign) PROBE_U((x).v, with_sign)
#define PROBE_E(x, with_sign) ((x) & 1)
static void forget_probes(void) {
  memset(probe_count, 0, sizeof(probe_count));
  memset(probe_size, 0, sizeof(probe_size));
  memset(probe_table, 0, sizeof(probe_table));
}
static void probe(int64_t k, int64_t count, const int64_t *row) {
  int64_t i;
  uint64_t at = 0;
  for (i = 0; i < count; i++) {
    if (!probe_count[k] || row[i] < probe_lo[k][i]) probe_lo[k][i] = row[i];
    if (!probe_count[k] || row[i] > probe_hi[k][i]) probe_hi[k][i] = row[i];
    at = (at ^ (uint64_t)row[i]) * 0x9E3779B97F4A7C15ull;
    at ^= at >> 29;
  }
  probe_count[k]++;
  if (probe_size[k] < 0) return;
  for (at %= 2 * PROBED_STATES; probe_table[k][at]; at = (at + 1) % (2 * PROBED_STATES)) {
    const int64_t *known = probe_states[k][probe_table[k][at] - 1];
    for (i = 0; i < count; i++) if (known[i] != row[i]) break;
    if (i == count) return;
  }
  if (probe_size[k] == PROBED_STATES) { probe_size[k] = -1; return; }
  for (i = 0; i < count; i++) probe_states[k][probe_size[k]][i] = row[i];
  probe_table[k][at] = ++probe_size[k];
}
/* `numbers`: how often the place was passed, and how many states there are; the states, row by row; both ends. */
void told_probe(int64_t k, int64_t *numbers, int64_t *states, int64_t *lo, int64_t *hi) {
  numbers[0] = probe_count[k];
  numbers[1] = probe_size[k];
  memcpy(states, probe_states[k], sizeof(probe_states[k]));
  memcpy(lo, probe_lo[k], sizeof(probe_lo[k]));
  memcpy(hi, probe_hi[k], sizeof(probe_hi[k]));
}
