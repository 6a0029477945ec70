/* Runs invocations: pixels one after the other or in quads, workgroups from barrier to barrier. */

static char *own_stack;
static Own *all;
static char *stacks;
static cell *own_cells;
static unsigned char *own_marks;
static int64_t room;
static ucontext_t home, outside;

static int64_t given_kinds(cell *to, const uint64_t *bits, const unsigned char *kinds, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) set_cell(to + k, (int64_t)kinds[k], bits[k]);
  return 0;
}
static int64_t room_for(int64_t count) {
  int64_t k;
  if (count <= room) return 1;
  free(all);
  free(stacks);
  free(own_cells);
  free(own_marks);
  all = calloc((size_t)count, sizeof(Own));
  stacks = PAUSES ? malloc((size_t)count * STACK) : malloc(1);
  own_cells = malloc((size_t)count * (OWN_CELLS + 1) * sizeof(cell));
  own_marks = calloc((size_t)count, OWN_CELLS + 1);
  room = count;
  if (!all) room = 0;
  if (!stacks) room = 0;
  if (!own_cells) room = 0;
  if (!own_marks) room = 0;
  for (k = 0; k < room; k++) {
    all[k].m = own_cells + k * (OWN_CELLS + 1);
    all[k].z = own_marks + k * (OWN_CELLS + 1);
  }
  return room > 0;
}
int64_t open_run(const uint64_t *constants, const unsigned char *constant_kinds, const unsigned char *constant_marks,
                 const uint64_t *blocks, const unsigned char *kinds_of_blocks, const unsigned char *kinds_of_group,
                 int64_t turns) {
  turn_limit = turns;
  block_kinds = kinds_of_blocks;
  group_kinds = kinds_of_group;
  c = malloc((CONSTANT_CELLS + 1) * sizeof(cell));
  cz = malloc(CONSTANT_CELLS + 1);
  w = malloc((BLOCK_CELLS + 1) * sizeof(cell));
  g = malloc((GROUP_CELLS + 1) * sizeof(cell));
  gz = calloc(GROUP_CELLS + 1, 1);
  own_stack = malloc(STACK);
  if (LOGS) {
    buffers.entries = malloc((BLOCK_CELLS + 1) * sizeof(Entry));
    shared.entries = malloc((GROUP_CELLS + 1) * sizeof(Entry));
    buffers.touches = malloc((BLOCK_CELLS + 1) * sizeof(Touch));
    shared.touches = malloc((GROUP_CELLS + 1) * sizeof(Touch));
    if (!buffers.entries) return 1;
    if (!shared.entries) return 1;
    if (!buffers.touches) return 1;
    if (!shared.touches) return 1;
  }
  if (!c) return 1;
  if (!cz) return 1;
  if (!w) return 1;
  if (!g) return 1;
  if (!gz) return 1;
  if (!own_stack) return 1;
  if (!room_for(1)) return 1;
  make_numbers();
  given_kinds(c, constants, constant_kinds, CONSTANT_CELLS);
  memcpy(cz, constant_marks, CONSTANT_CELLS);
  given_kinds(w, blocks, block_kinds, BLOCK_CELLS);
  forget(&buffers, BLOCK_CELLS);
  return 0;
}
void close_run(void) {
  free(c); free(cz); free(w); free(g); free(gz); free(own_stack);
  free(buffers.entries); free(shared.entries); free(buffers.touches); free(shared.touches);
  free(all); free(stacks); free(own_cells); free(own_marks);
  c = w = g = own_cells = 0;
  cz = gz = own_marks = 0;
  own_stack = stacks = 0;
  buffers.entries = shared.entries = 0;
  buffers.touches = shared.touches = 0;
  all = 0;
  room = 0;
}

/* ---- one invocation */

static void prepare(Own *mine) {
  own = mine;
  mine->turns = mine->kind = mine->site = mine->ended = mine->waits = mine->fences = mine->helper = 0;
  MADE_FREE(mine)
}
static void fail(Own *mine) {
  int64_t k;
  failure[0] = mine->kind;
  failure[1] = mine->site;
  for (k = 0; k < 3; k++) failure[2 + k] = mine->ids[k];
}
static int64_t failed_of(Own *some, int64_t count) {
  int64_t k;
  for (k = 0; k < count; k++) if (some[k].kind > KILLED) fail(some + k);
  return 1;
}
static void run_whole(Own *mine, double *out) {
  if (setjmp(mine->jump)) return;
  start_invocation();
  run_entry();
  /* It went on as a helper, whose pixel is left as it was. */
  if (mine->helper) { mine->kind = KILLED; return; }
  if (out) show(out);
}
static void wait_here(int64_t site) {
  own->waits = site + 1;
  swapcontext(&own->context, &home);
}
static void enter(void) {
  run_whole(own, 0);
  own->ended = 1;
  own->waits = 0;
  swapcontext(&own->context, &home);
}
static void plant(Own *mine, char *stack) {
  getcontext(&mine->context);
  mine->context.uc_stack.ss_sp = stack;
  mine->context.uc_stack.ss_size = STACK;
  mine->context.uc_link = &home;
  makecontext(&mine->context, enter, 0);
}
static void resume(Own *mine) {
  own = mine;
  mine->waits = 0;
  swapcontext(&home, &mine->context);
}
static void show_whole(Own *mine, double *out) {
  own = mine;
  if (setjmp(mine->jump)) return;
  show(out);
}

/* ---- pixels, each a fragment or a vertex. `job` is what to draw: x, y, width, height; `out` and `ends` have a place for each of its pixels */

static int64_t job[6], answer;
static double *outs;
static int64_t *ends;

static void set_pixel(Own *mine, int64_t x, int64_t y) {
  mine->ids[0] = x;
  mine->ids[1] = y;
  mine->ids[2] = mine->ids[12] = 0;
}
/* A quad may lie partly outside of what is drawn, on each side. */
static int64_t is_drawn(int64_t x, int64_t y) {
  if (x < job[0] ? 1 : x >= job[0] + job[2]) return 0;
  return y < job[1] ? 0 : y < job[1] + job[3];
}
static int64_t note_end(Own *mine, int64_t x, int64_t y) {
  int64_t at;
  if (!is_drawn(x, y)) return 0;
  at = (y - job[1]) * job[2] + x - job[0];
  ends[3 * at] = END_OF(mine);
  ends[3 * at + 1] = SITE_OF(mine);
  ends[3 * at + 2] = mine->turns;
  return 0;
}
static double *place_of(int64_t x, int64_t y) {
  if (!is_drawn(x, y)) return 0;
  return outs + OUT_NUMBERS * ((y - job[1]) * job[2] + x - job[0]);
}
static int64_t draw_alone(void) {
  int64_t x, y;
  for (y = job[1]; y < job[1] + job[3]; y++) for (x = job[0]; x < job[0] + job[2]; x++) {
    prepare(all);
    set_pixel(all, x, y);
    run_whole(all, place_of(x, y));
    if (all->kind > KILLED) { fail(all); return 1; }
    note_end(all, x, y);
  }
  return 0;
}
static int64_t draw_quad(int64_t x, int64_t y) {
  int64_t k, waiting, together;
  for (k = 0; k < 4; k++) {
    prepare(all + k);
    set_pixel(all + k, x + k % 2, y + k / 2);
    plant(all + k, stacks + k * STACK);
  }
  do {
    waiting = 0;
    together = 1;
    for (k = 0; k < 4; k++) {
      if (all[k].ended) { together = 0; continue; }
      resume(all + k);
      if (all[k].kind > KILLED) { fail(all + k); return 1; }
      if (all[k].ended) together = 0;
      else waiting++;
    }
    for (k = 1; k < 4; k++) if (all[k].waits != all[0].waits) together = 0;
    if (waiting) if (!exchange(all, together)) return failed_of(all, 4);
  } while (waiting);
  for (k = 0; k < 4; k++) {
    double *out = place_of(all[k].ids[0], all[k].ids[1]);
    if (out) if (all[k].kind == DONE) show_whole(all + k, out);
    if (all[k].kind > KILLED) { fail(all + k); return 1; }
    note_end(all + k, all[k].ids[0], all[k].ids[1]);
  }
  return 0;
}
static int64_t draw_quads(void) {
  int64_t x, y;
  for (y = job[1] & ~(int64_t)1; y < job[1] + job[3]; y += 2)
    for (x = job[0] & ~(int64_t)1; x < job[0] + job[2]; x += 2)
      if (draw_quad(x, y)) return 1;
  return 0;
}

/* ---- workgroups. `job`: number of the group, its place, how many there are */

static void number_invocation(Own *mine, int64_t index) {
  int64_t k;
  mine->ids[3] = index % SIZE_X;
  mine->ids[4] = index / SIZE_X % SIZE_Y;
  mine->ids[5] = index / (SIZE_X * SIZE_Y);
  mine->ids[12] = index;
  for (k = 0; k < 3; k++) {
    int64_t size = k == 0 ? SIZE_X : k == 1 ? SIZE_Y : SIZE_Z;
    mine->ids[6 + k] = job[1 + k];
    mine->ids[k] = job[1 + k] * size + mine->ids[3 + k];
  }
}
static int64_t end_invocation(Own *mine) {
  if (mine->kind > KILLED) { fail(mine); return 1; }
  ended_invocation(mine);
  return 0;
}
static int64_t work_alone(void) {
  int64_t k;
  for (k = 0; k < SIZE_X * SIZE_Y * SIZE_Z; k++) {
    prepare(all);
    number_invocation(all, k);
    run_whole(all, 0);
    if (end_invocation(all)) return 1;
    ends[k] = all->turns;
  }
  return 0;
}
static int64_t missed(int64_t k, int64_t site) {
  all[k].kind = BARRIER;
  all[k].site = site - 1;
  fail(all + k);
  return 1;
}
static int64_t work_together(void) {
  int64_t k, size = SIZE_X * SIZE_Y * SIZE_Z, waits, seen, fences;
  for (k = 0; k < size; k++) {
    prepare(all + k);
    number_invocation(all + k, k);
    plant(all + k, stacks + k * STACK);
  }
  for (;;) {
    waits = -1;
    fences = ~(int64_t)0;
    for (k = 0; k < size; k++) {
      all[k].fences = 0;
      resume(all + k);
      if (all[k].kind > KILLED) { fail(all + k); return 1; }
      seen = all[k].ended ? 0 : all[k].waits;
      if (waits != -1) if (seen != waits) return missed(k, seen ? seen : waits);
      waits = seen;
      fences &= all[k].fences;
    }
    if (waits == 0) break;
    for (k = 0; k < size; k++) pass_barrier(all + k);
    fences |= barrier_semantics(waits - 1);
    if (fences & 0x40) buffers.epoch++;
    if (fences & 0x100) shared.epoch++;
  }
  for (k = 0; k < size; k++) {
    if (end_invocation(all + k)) return 1;
    ends[k] = all[k].turns;
  }
  return 0;
}

static void on_own_stack(void) {
#ifdef PIXELS
  answer = PAUSES ? draw_quads() : draw_alone();
#else
  answer = PAUSES ? work_together() : work_alone();
#endif
  swapcontext(&home, &outside);
}
static int64_t on_stack(void) {
  getcontext(&home);
  home.uc_stack.ss_sp = own_stack;
  home.uc_stack.ss_size = STACK;
  home.uc_link = &outside;
  makecontext(&home, on_own_stack, 0);
  swapcontext(&outside, &home);
  return answer;
}
int64_t draw(int64_t x, int64_t y, int64_t width, int64_t height, double *colours, int64_t *how) {
  if (!room_for(PAUSES ? 4 : 1)) return 2;
  job[0] = x;
  job[1] = y;
  job[2] = width;
  job[3] = height;
  outs = colours;
  ends = how;
  return on_stack();
}
int64_t work(int64_t number, const int64_t *place, int64_t *turns) {
  if (!room_for(PAUSES ? SIZE_X * SIZE_Y * SIZE_Z : 1)) return 2;
  job[0] = number;
  job[1] = place[0];
  job[2] = place[1];
  job[3] = place[2];
  ends = turns;
  group_number = (int32_t)number;
  memset(gz, 0, GROUP_CELLS + 1);
  start_group();
  forget(&shared, GROUP_CELLS);
  return on_stack();
}
void set_budget(int64_t steps) { left = steps; }
int64_t budget_left(void) { return left; }
void last_failure(int64_t *to) { memcpy(to, failure, sizeof(failure)); }
