/* One invocation: its memory, how it waits and ends. The spaces of memory; who touched which cell since a barrier. */

typedef struct {
  jmp_buf jump;
  ucontext_t context;
  cell *m;
  unsigned char *z;
  int64_t ids[16];
  int64_t turns, kind, site, ended, waits, fences, way, width, helper;
  FREEDOM
  NUMBER sent[4], got[6];
} Own;

static Own *own;
static cell *g, *w, *c;
static const unsigned char *block_kinds, *group_kinds;
static unsigned char *gz, *cz;
static int64_t turn_limit;
static int64_t failure[6];
static void wait_here(int64_t site);
static void start_invocation(void);
static void run_entry(void);
static void show(double *out);
static void start_group(void);
static int64_t barrier_semantics(int64_t site);

#define TURN(cost, where) \
  own->turns++; left -= (cost); if (left < 0) stop(LOOP_LIMIT, where); if (own->turns > turn_limit) stop(LOOP_LIMIT, where);
#define SPEND(cost, where) left -= (cost); if (left < 0) stop(LOOP_LIMIT, where);
#define SEND(k, a) own->sent[k] = a;
#define ASK(how, count, site) own->way = how; own->width = count; wait_here(site);
#define PAUSE(site) wait_here(site);
#define FENCE(semantics) own->fences |= (semantics);

static void stop(int64_t kind, int64_t site) {
  own->kind = kind;
  own->site = site;
  longjmp(own->jump, 1);
}

/* ---- races: what each cell of shared memory was last used for, and by whom (scalar/races.py says what it means) */

typedef struct { int32_t group, epoch, index; } Stamp;
typedef struct { Stamp writer, reader, atomic; } Entry;
typedef struct { int32_t group, epoch, index, family, writer, foreign; } Touch;
typedef struct { Entry *entries; Touch *touches; int32_t epoch; } Log;
static Log buffers, shared;
static int32_t group_number;
#define NOBODY (-2)
#define SEVERAL (-2)

static Stamp stamp_of(Log *log) {
  Stamp me;
  me.group = group_number;
  me.epoch = log->epoch;
  me.index = (int32_t)own->ids[12];
  return me;
}
static int is_same(Stamp *a, Stamp *b) {
  if (a->group != b->group) return 0;
  if (a->epoch != b->epoch) return 0;
  return a->index == b->index;
}
static void meet(Stamp *other, Stamp *me, int64_t site) {
  if (other->group == NOBODY) return;
  if (is_same(other, me)) return;
  if (other->group != me->group) stop(RACE, site);
  if (other->epoch == me->epoch) stop(RACE, site);
}
static void join(Stamp *known, Stamp *me) {
  if (is_same(known, me)) return;
  if (known->group == NOBODY) { *known = *me; return; }
  if (known->group != me->group) { known->group = -1; known->epoch = me->epoch; known->index = -1; return; }
  if (known->epoch == me->epoch) { known->index = -1; return; }
  *known = *me;
}
static void note_read(Log *log, uint64_t at, int64_t site) {
  Entry *entry = log->entries + at;
  Stamp me = stamp_of(log);
  meet(&entry->writer, &me, site);
  meet(&entry->atomic, &me, site);
  join(&entry->reader, &me);
}
static void note_write(Log *log, uint64_t at, int64_t site) {
  Entry *entry = log->entries + at;
  Stamp me = stamp_of(log);
  meet(&entry->writer, &me, site);
  meet(&entry->reader, &me, site);
  meet(&entry->atomic, &me, site);
  entry->writer = me;
}
static void note_atomic(Log *log, uint64_t at, int64_t site) {
  Entry *entry = log->entries + at;
  Stamp me = stamp_of(log);
  meet(&entry->writer, &me, site);
  meet(&entry->reader, &me, site);
  join(&entry->atomic, &me);
}
static void forget(Log *log, int64_t count) {
  int64_t k;
  log->epoch = 0;
  if (!log->entries) return;
  for (k = 0; k < count; k++) {
    log->entries[k].writer.group = log->entries[k].reader.group = log->entries[k].atomic.group = NOBODY;
    log->touches[k].group = NOBODY;
  }
}
