"""The C that runs invocations: logs of memory that several use, one invocation after the other,
or side by side.
"""

from __future__ import annotations

from typing import Final

LOGS: Final = """
typedef struct { int32_t writer, reader, atomic, group_writer, group_reader, group_atomic; \
uint32_t since[3]; } Entry;
typedef struct { cell *base; Entry *entries; uint32_t begun; int32_t groups, coherent; } Log;
static Log watch, local, incoherent;
static int64_t logging;
static int32_t group;
#define LAST_TICK 0xFFFFFFF0u
static uint32_t ticks;
static int64_t is_before(int32_t who, uint32_t since, int32_t me);
static void close_fences(void);
static void forget(Log *log) { log->begun = ++ticks; }
static void refuse(int32_t who, uint32_t since, Log *log) {
  if (since < log->begun) return;
  if (who == (int32_t)OWN me) return;
  if (log->coherent) if (is_before(who, since, (int32_t)OWN me)) return;
  stop(TRAPPED);
}
static void refuse_group(int32_t who, Log *log) {
  if (log->groups) if (who != -2) if (who != group) stop(TRAPPED);
}
static void join(int32_t *who, uint32_t *since, Log *log) {
  int64_t alone = 1;
  if (*since >= log->begun) if (*who != (int32_t)OWN me)
    alone = log->coherent ? is_before(*who, *since, (int32_t)OWN me) : 0;
  *who = alone ? (int32_t)OWN me : -1;
  if (alone) *since = OWN now;
  else if (*since < OWN now) *since = OWN now;
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
static int64_t begin_group(int64_t *numbers) {
  if (ticks >= LAST_TICK) return REFUSED;
  forget(&watch);
  forget(&local);
  incoherent.begun = watch.begun;
  group = (int32_t)numbers[0];
  return 0;
}
static int64_t open_log(Log *log, cell *base, int64_t count, int64_t groups) {
  int64_t k;
  log->base = base;
  log->begun = ticks = 1;
  log->coherent = 0;
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
  watch.entries = local.entries = incoherent.entries = 0;
  close_fences();
}
"""
"""`since` is a time of an invocation's clock, `now`, which ticks at its fences; `ticks` is that
of all at a barrier. No clock goes beyond `LAST_TICK`, lest it begin again at 0: then the Python
path takes over, whose clocks have no end.
"""

ALONE: Final = r"""
static void stop(int64_t code) { longjmp(own.jump, (int)code); }
static void wait_at(int64_t number, int64_t workgroup, int64_t storage) { stop(REFUSED); }
static int64_t invocation(int64_t me, int64_t turns, cell *out) {
  int code = setjmp(own.jump);
  if (code != 0) return code;
  own.me = me;
  memcpy(own.ids, ids, sizeof(ids));
  own.now = ticks;
  own.turns = turns;
  begin();
  run(out);
  return 0;
}
int64_t draw(int64_t x, int64_t y, int64_t count, int64_t *size, int64_t turns, \
cell *colours, int64_t *ends) {
  int64_t k;
  ids[3] = size[0];
  ids[4] = size[1];
  for (k = 0; k < count; k++) {
    ids[0] = x + k;
    ids[1] = y;
    ids[2] = 0;
    ends[k] = invocation(0, turns, colours + 4 * k);
    if (ends[k] != 0) if (ends[k] != DISCARDED) return k;
  }
  return count;
}
int64_t work(int64_t *numbers, int64_t size, int64_t reverse, int64_t turns) {
  int64_t k, code;
  if (begin_group(numbers)) return REFUSED;
  for (k = 0; k < size; k++) {
    number_invocation(numbers, reverse ? size - 1 - k : k);
    code = invocation(ids[9], turns, 0);
    if (code != 0) if (code != DISCARDED) return code;
  }
  return 0;
}
"""
"""For invocations that never wait for each other: one after the other."""

TOGETHER: Final = """
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
static void wait_at(int64_t number, int64_t workgroup, int64_t storage) {
  own->waits = number;
  own->workgroup = workgroup;
  own->storage = storage;
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
  own->now = ticks;
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
      if (way == 3) {
        four[k].got[c].d = a;
        four[k].got[four[k].width + c].d = b;
        four[k].got[2 * four[k].width + c].d = across[1 - k / 2];
        four[k].got[3 * four[k].width + c].d = down[1 - k % 2];
        continue;
      }
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
int64_t draw_quads(int64_t x, int64_t y, int64_t count, int64_t *size, int64_t turns, \
cell *colours, int64_t *ends) {
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
    if (ticks >= LAST_TICK) return REFUSED;
    meet_fences();
    if (all[0].workgroup) forget(&local);
    if (all[0].storage) forget(&watch);
    for (k = 0; k < size; k++) all[k].now = ticks;
  }
}
int64_t work(int64_t *numbers, int64_t size, int64_t reverse, int64_t turns) {
  int64_t k, code;
  if (begin_group(numbers)) return REFUSED;
  if (room_for(size)) return -1;
  if (open_fences(size)) return -1;
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

OPEN: Final = """
int64_t open_run(cell *given, int64_t count, int64_t *at, cell *shared, int64_t shared_count, \
int64_t with_logs) {
  logging = with_logs;
  place(given, at, shared);
  make();
  if (open_log(&watch, given, count, 1)) return 1;
  incoherent = watch;
  watch.coherent = FENCED;
  return open_log(&local, shared, shared_count, 0);
}
void open_group(void) { make_shared(); }
"""
