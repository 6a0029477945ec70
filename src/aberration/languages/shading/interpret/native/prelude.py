"""The C that every text begins with, and what runs the invocations."""

from __future__ import annotations

from typing import Final

CELLS: Final = r"""
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
typedef union { int64_t i; double d; } cell;
#define NONE 9221365071651799041LL
#define TRAPPED 1
#define ENDLESS 2
#define DISCARDED 3
#define REFUSED 4
#define ADD(a, b) (int64_t)((uint64_t)(a) + (uint64_t)(b))
#define SUB(a, b) (int64_t)((uint64_t)(a) - (uint64_t)(b))
#define MUL(a, b) (int64_t)((uint64_t)(a) * (uint64_t)(b))
static void stop(int64_t code);
static void wait_at(int64_t number);
static int64_t fell;
static int64_t (*host)(int64_t, cell *, cell *);
void set_host(int64_t (*function)(int64_t, cell *, cell *)) { host = function; }
"""
"""NONE is a NaN that no float of 32 bits becomes, and no integer of 32 bits."""

HELPERS: Final = r"""
static void rounded(double given) { if (given - given == 0.0) stop(TRAPPED); }
static double bounded(double x) {
  x = (double)(float)x;
  if (x - x != 0.0) stop(TRAPPED);
  return x;
}
static double none_float(void) { cell x; x.i = NONE; return x.d; }
static int64_t float_bits(double x) {
  union { float f; uint32_t u; } both;
  both.f = (float)x;
  return (int64_t)both.u;
}
static double bits_float(int64_t x) {
  union { float f; uint32_t u; } both;
  both.u = (uint32_t)x;
  if (both.f - both.f != 0.0f) stop(TRAPPED);
  return (double)both.f;
}
static int64_t defined_divided(int64_t x, int64_t y) {
  if (y == 0) return x;
  if (y == -1) if (x == -2147483648LL) return x;
  return x / y;
}
static int64_t defined_remainder(int64_t x, int64_t y) { return y == 0 ? 0 : x % y; }
static int64_t saturated_int(double x) {
  if (x != x) stop(TRAPPED);
  if (x >= 2147483647.0) return 2147483647LL;
  if (x <= -2147483648.0) return -2147483648LL;
  return (int64_t)x;
}
static int64_t saturated_uint(double x) {
  if (x != x) stop(TRAPPED);
  if (x >= 4294967295.0) return 4294967295LL;
  if (x <= 0.0) return 0;
  return (int64_t)x;
}
static int64_t turns_up(int64_t first, int64_t bound, int64_t step) {
  return first < bound ? (bound - first + step - 1) / step : 0;
}
static void fill(cell *to, int64_t bits, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) to[k].i = bits;
}
static void repeat(cell *to, int64_t size, int64_t count) {
  int64_t k;
  for (k = size; k < size * count; k++) to[k] = to[k - size];
}
static int64_t equal_integers(cell *x, cell *y, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) if (x[k].i != y[k].i) return 0;
  return 1;
}
static int64_t equal_floats(cell *x, cell *y, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) if (x[k].i == NONE ? y[k].i != NONE : x[k].d != y[k].d) return 0;
  return 1;
}
static double clamp_float(double x, double low, double high) {
  if (x < low) x = low;
  return high < x ? high : x;
}
static double smoothstep(double low, double high, double x) {
  double t = clamp_float((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}
static int64_t clamp_integer(int64_t x, int64_t low, int64_t high) {
  if (x < low) x = low;
  return high < x ? high : x;
}
static double dot(cell *x, cell *y, int64_t count) {
  double sum = 0.0;
  int64_t k;
  for (k = 0; k < count; k++) sum = sum + x[k].d * y[k].d;
  return sum;
}
static double distance(cell *x, cell *y, int64_t count) {
  double sum = 0.0;
  int64_t k;
  for (k = 0; k < count; k++) sum = sum + pow(x[k].d - y[k].d, 2.0);
  return sqrt(sum);
}
static int64_t all_zero(cell *x, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) if (x[k].d != 0.0) return 0;
  return 1;
}
static double determinant(cell *x, int64_t side) {
  cell minor[9];
  double sum = 0.0;
  int64_t k, j, row, at;
  if (side == 1) return x[0].d;
  for (k = 0; k < side; k++) {
    at = 0;
    for (j = 0; j < side; j++) if (j != k) for (row = 1; row < side; row++) minor[at++] = x[j * side + row];
    sum = sum + (k % 2 ? -1.0 : 1.0) * x[k * side].d * determinant(minor, side - 1);
  }
  return sum;
}
static void inverse(cell *to, cell *x, int64_t side) {
  cell minor[9];
  double whole = determinant(x, side);
  int64_t j, k, c, r, at;
  if (whole == 0.0) stop(TRAPPED);
  for (j = 0; j < side; j++) for (k = 0; k < side; k++) {
    at = 0;
    for (c = 0; c < side; c++) if (c != k) for (r = 0; r < side; r++) if (r != j) minor[at++] = x[c * side + r];
    to[j * side + k].d = ((j + k) % 2 ? -1.0 : 1.0) * determinant(minor, side - 1) / whole;
  }
}
static void refract(cell *to, cell *x, cell *y, double eta, int64_t count) {
  double along = dot(y, x, count), factor, k = 1.0 - eta * eta * (1.0 - along * along);
  int64_t c;
  if (k < 0.0) { for (c = 0; c < count; c++) to[c].d = 0.0; return; }
  factor = eta * along + sqrt(k);
  for (c = 0; c < count; c++) to[c].d = eta * x[c].d - factor * y[c].d;
}
static int64_t bit_length(uint64_t x) {
  int64_t found = 0;
  for (; x != 0; x >>= 1) found++;
  return found;
}
static int64_t bit_count(int64_t x) {
  uint32_t left = (uint32_t)x;
  int64_t found = 0;
  for (; left != 0; left &= left - 1) found++;
  return found;
}
static int64_t bit_reverse(int64_t x) {
  uint32_t left = (uint32_t)x, found = 0;
  int64_t k;
  for (k = 0; k < 32; k++) { found = (found << 1) | (left & 1); left >>= 1; }
  return (int64_t)found;
}
static int64_t find_lsb(int64_t x) { return bit_length((uint64_t)x & (0 - (uint64_t)x)) - 1; }
static int64_t find_msb(int64_t x) { return bit_length((uint64_t)(x < 0 ? ~x : x)) - 1; }
static int64_t leading_zeros(int64_t x) { return 32 - bit_length((uint64_t)(uint32_t)x); }
static int64_t trailing_zeros(int64_t x) { return x == 0 ? 32 : find_lsb(x); }
static int64_t field_begin(int64_t offset) { return offset < 32 ? offset : 32; }
static int64_t field_size(int64_t offset, int64_t bits) {
  int64_t left = 32 - field_begin(offset);
  return bits < left ? bits : left;
}
static int64_t extract_u(int64_t x, int64_t offset, int64_t bits) {
  return (int64_t)((uint64_t)(uint32_t)x >> offset & (((uint64_t)1 << bits) - 1));
}
static int64_t extract(int64_t x, int64_t offset, int64_t bits) {
  int64_t found = extract_u(x, offset, bits);
  if (bits == 0) return found;
  return found >> (bits - 1) ? found - (int64_t)((uint64_t)1 << bits) : found;
}
static int64_t insert(int64_t base, int64_t added, int64_t offset, int64_t bits) {
  uint64_t mask = (((uint64_t)1 << bits) - 1) << offset;
  return (int64_t)(((uint64_t)(uint32_t)base & ~mask) | ((uint64_t)added << offset & mask));
}
"""

LOGS: Final = r"""
typedef struct { int32_t writer, reader, atomic, group_writer, group_reader, group_atomic; uint32_t since[3]; } Entry;
typedef struct { cell *base; Entry *entries; uint32_t now; int32_t groups; } Log;
static Log watch, local;
static int64_t logging;
static int32_t group;
static void refuse(int32_t who, uint32_t since, Log *log) {
  if (since == log->now) if (who != (int32_t)OWN me) stop(TRAPPED);
}
static void refuse_group(int32_t who, Log *log) {
  if (log->groups) if (who != -2) if (who != group) stop(TRAPPED);
}
static void join(int32_t *who, uint32_t *since, Log *log) {
  if (*since == log->now) { if (*who != (int32_t)OWN me) *who = -1; return; }
  *who = (int32_t)OWN me;
  *since = log->now;
}
static void join_group(int32_t *who) { *who = *who == -2 ? group : *who == group ? group : -1; }
static void note_read(Log *log, cell *at) {
  Entry *entry;
  if (at->i == NONE) stop(TRAPPED);
  if (!logging) return;
  entry = log->entries + (at - log->base);
  refuse(entry->writer, entry->since[0], log);
  refuse(entry->atomic, entry->since[2], log);
  refuse_group(entry->group_writer, log);
  refuse_group(entry->group_atomic, log);
  join(&entry->reader, &entry->since[1], log);
  join_group(&entry->group_reader);
}
static void note_write(Log *log, cell *at) {
  Entry *entry;
  if (!logging) return;
  entry = log->entries + (at - log->base);
  refuse(entry->writer, entry->since[0], log);
  refuse(entry->reader, entry->since[1], log);
  refuse(entry->atomic, entry->since[2], log);
  refuse_group(entry->group_writer, log);
  refuse_group(entry->group_reader, log);
  refuse_group(entry->group_atomic, log);
  join(&entry->writer, &entry->since[0], log);
  join_group(&entry->group_writer);
}
static int64_t begin_atomic(Log *log, cell *at) {
  Entry *entry;
  if (at->i == NONE) stop(TRAPPED);
  if (!logging) return at->i;
  entry = log->entries + (at - log->base);
  refuse(entry->writer, entry->since[0], log);
  refuse(entry->reader, entry->since[1], log);
  refuse_group(entry->group_writer, log);
  refuse_group(entry->group_reader, log);
  join(&entry->atomic, &entry->since[2], log);
  join_group(&entry->group_atomic);
  return at->i;
}
static void copy_logged(Log *log, cell *from, cell *to, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) { note_read(log, from + k); to[k] = from[k]; }
}
static void replace_logged(Log *log, cell *to, cell *from, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) { to[k] = from[k]; note_write(log, to + k); }
}
static int64_t open_log(Log *log, cell *base, int64_t count, int64_t groups) {
  int64_t k;
  log->base = base;
  log->now = 1;
  log->groups = (int32_t)groups;
  if (!logging) return 0;
  log->entries = malloc((count + 1) * sizeof(Entry));
  if (!log->entries) return 1;
  for (k = 0; k < count; k++) {
    memset(log->entries + k, 0, sizeof(Entry));
    log->entries[k].group_writer = log->entries[k].group_reader = log->entries[k].group_atomic = -2;
  }
  return 0;
}
void close_logs(void) {
  free(watch.entries);
  free(local.entries);
  watch.entries = local.entries = 0;
}
"""

ALONE: Final = r"""
static void stop(int64_t code) { longjmp(own.jump, (int)code); }
static void wait_at(int64_t number) { stop(REFUSED); }
static int64_t invocation(int64_t me, int64_t turns, cell *out) {
  int code = setjmp(own.jump);
  if (code != 0) return code;
  own.me = me;
  memcpy(own.ids, ids, sizeof(ids));
  own.turns = turns;
  begin();
  run(out);
  return 0;
}
int64_t draw(int64_t x, int64_t y, int64_t count, int64_t turns, cell *colours, int64_t *ends) {
  int64_t k;
  for (k = 0; k < count; k++) {
    ids[0] = x + k;
    ids[1] = y;
    ids[2] = 0;
    ends[k] = invocation(0, turns, colours + 4 * k);
    if (ends[k] == TRAPPED || ends[k] == ENDLESS) return k;
  }
  return count;
}
int64_t work(int64_t *numbers, int64_t size, int64_t reverse, int64_t turns) {
  int64_t k, code;
  watch.now++;
  local.now++;
  group = (int32_t)numbers[0];
  for (k = 0; k < size; k++) {
    number_invocation(numbers, reverse ? size - 1 - k : k);
    code = invocation(ids[9], turns, 0);
    if (code != 0) if (code != DISCARDED) return code;
  }
  return 0;
}
"""
"""For invocations that never wait for each other: one after the other."""

TOGETHER: Final = r"""
static ucontext_t home;
static Own *all;
static char *stacks;
static int64_t room;
static int64_t room_for(int64_t count) {
  if (count <= room) return 0;
  free(all);
  free(stacks);
  all = malloc(count * sizeof(Own));
  stacks = malloc(count * STACK);
  room = all ? stacks ? count : 0 : 0;
  return room == 0;
}
static void stop(int64_t code) { longjmp(own->jump, (int)code); }
static void wait_at(int64_t number) {
  own->waits = number;
  swapcontext(&own->context, &home);
}
static void enter(void) {
  int code = setjmp(own->jump);
  if (code == 0) run(own->colour);
  own->code = code;
  own->ended = 1;
  swapcontext(&own->context, &home);
}
static int64_t prepared(Own *mine, int64_t me, int64_t turns) {
  int code;
  memset(mine, 0, sizeof(Own));
  own = mine;
  code = setjmp(own->jump);
  if (code != 0) return code;
  own->me = me;
  memcpy(own->ids, ids, sizeof(ids));
  own->turns = turns;
  begin();
  return 0;
}
void close_stacks(void) {
  free(all);
  free(stacks);
  all = 0;
  stacks = 0;
  room = 0;
}
static void planted(Own *mine, char *stack) {
  getcontext(&mine->context);
  mine->context.uc_stack.ss_sp = stack;
  mine->context.uc_stack.ss_size = STACK;
  mine->context.uc_link = &home;
  makecontext(&mine->context, enter, 0);
}
static void resumed(Own *mine) {
  own = mine;
  swapcontext(&home, &mine->context);
}
static double apart(double from, double to) { return (double)(float)(to - from); }
static void exchange(Own *four) {
  int64_t k, c, way = four[0].way;
  for (c = 0; c < four[0].width; c++) {
    double across[2], down[2];
    across[0] = apart(four[0].sent[c].d, four[1].sent[c].d);
    across[1] = apart(four[2].sent[c].d, four[3].sent[c].d);
    down[0] = apart(four[0].sent[c].d, four[2].sent[c].d);
    down[1] = apart(four[1].sent[c].d, four[3].sent[c].d);
    for (k = 0; k < 4; k++) {
      double a = across[k / 2], b = down[k % 2];
      four[k].got[c].d = way == 0 ? a : way == 1 ? b : (double)(float)(fabs(a) + fabs(b));
    }
  }
}
static int64_t quad(Own *four, char *stacks, int64_t x, int64_t y, int64_t *size, int64_t turns) {
  int64_t k, code;
  for (k = 0; k < 4; k++) {
    ids[0] = x + k % 2;
    ids[1] = y + k / 2;
    ids[2] = ids[0] >= size[0] ? 1 : ids[1] >= size[1] ? 1 : 0;
    code = prepared(four + k, 0, turns);
    if (code != 0) return code;
    planted(four + k, stacks + k * STACK);
  }
  for (;;) {
    int64_t ended = 0, discarded = 0, apart_ = 0;
    for (k = 0; k < 4; k++) {
      resumed(four + k);
      if (four[k].ended) {
        if (four[k].code == DISCARDED) discarded++;
        else if (four[k].code != 0) return four[k].code;
        ended++;
      }
    }
    if (ended == 4) return 0;
    if (discarded) if (!DISCARD_RETURNS) return REFUSED;
    for (k = 1; k < 4; k++) if (four[k].waits != four[0].waits) apart_ = 1;
    if (ended) return TRAPPED;
    if (apart_) return TRAPPED;
    exchange(four);
  }
}
int64_t draw_quads(int64_t x, int64_t y, int64_t count, int64_t *size, int64_t turns, cell *colours, int64_t *ends) {
  int64_t k, q, code;
  if (room_for(4)) return -1;
  for (q = 0; q < count; q++) {
    code = quad(all, stacks, x + 2 * q, y, size, turns);
    if (code != 0) { ends[4 * q] = code; return q; }
    for (k = 0; k < 4; k++) {
      ends[4 * q + k] = all[k].code;
      memcpy(colours + 4 * (4 * q + k), all[k].colour, 4 * sizeof(cell));
    }
  }
  return count;
}
static int64_t rounds(int64_t size) {
  int64_t k;
  for (;;) {
    int64_t ended = 0, apart_ = 0, waits = -1;
    for (k = 0; k < size; k++) {
      resumed(all + k);
      if (!all[k].ended) {
        if (waits != -1) if (waits != all[k].waits) apart_ = 1;
        waits = all[k].waits;
        continue;
      }
      if (all[k].code != 0) if (all[k].code != DISCARDED) return all[k].code;
      ended++;
    }
    if (ended == size) return 0;
    if (ended) return TRAPPED;
    if (apart_) return TRAPPED;
    watch.now++;
    local.now++;
  }
}
int64_t work(int64_t *numbers, int64_t size, int64_t reverse, int64_t turns) {
  int64_t k, code;
  watch.now++;
  local.now++;
  group = (int32_t)numbers[0];
  if (room_for(size)) return -1;
  for (k = 0; k < size; k++) {
    number_invocation(numbers, reverse ? size - 1 - k : k);
    code = prepared(all + k, ids[9], turns);
    if (code != 0) return code;
    planted(all + k, stacks + k * STACK);
  }
  return rounds(size);
}
"""
"""For those that wait: each has a stack of its own, and goes on from where it waits in its turn."""

NUMBERS: Final = r"""
static void number_invocation(int64_t *numbers, int64_t index) {
  int64_t *of = numbers + 1, *size = numbers + 4, *groups = numbers + 7, k;
  ids[3] = index % size[0];
  ids[4] = index / size[0] % size[1];
  ids[5] = index / (size[0] * size[1]);
  for (k = 0; k < 3; k++) {
    ids[k] = of[k] * size[k] + ids[3 + k];
    ids[6 + k] = of[k];
    ids[10 + k] = groups[k];
  }
  ids[9] = index;
}
"""
"""What an invocation of a compute shader knows of itself."""

OPEN: Final = r"""
int64_t open_run(cell *given, int64_t count, int64_t *at, cell *shared, int64_t shared_count, int64_t with_logs) {
  logging = with_logs;
  place(given, at, shared);
  make();
  if (open_log(&watch, given, count, 1)) return 1;
  return open_log(&local, shared, shared_count, 0);
}
void open_group(void) { make_shared(); }
"""
