"""The C of memory barriers, as `FencedWatch` has them: `seen` are rows of the times of all
invocations' last fences.
"""

from __future__ import annotations

from typing import Final

FENCES: Final = r"""
#define FENCED 1
static int64_t members, row_now, fences_met;
static uint32_t *rows, *last, latest;
static int64_t *seen, *uses, *fenced;
static void close_fences(void) {
  free(rows);
  free(last);
  free(seen);
  rows = last = 0;
  seen = 0;
  members = 0;
}
static int64_t room_for_fences(int64_t count) {
  if (count == members) return 0;
  close_fences();
  rows = malloc((count + 2) * (count + 1) * sizeof(uint32_t));
  last = malloc(count * sizeof(uint32_t));
  seen = malloc((3 * count + 2) * sizeof(int64_t));
  if (!rows) return 1;
  if (!last) return 1;
  if (!seen) return 1;
  fenced = seen + count;
  uses = fenced + count;
  members = count;
  return 0;
}
static int64_t open_fences(int64_t count) {
  if (!logging) return 0;
  if (room_for_fences(count)) return 1;
  memset(rows, 0, (count + 1) * sizeof(uint32_t));
  memset(last, 0, count * sizeof(uint32_t));
  memset(seen, 0, (3 * count + 2) * sizeof(int64_t));
  uses[0] = count + 1;
  row_now = fences_met = latest = 0;
  return 0;
}
static void see(int64_t invocation) {
  uses[seen[invocation]]--;
  seen[invocation] = row_now;
  uses[row_now]++;
}
static void fence(void) {
  if (!logging) return;
  if (OWN now >= LAST_TICK) stop(REFUSED);
  last[OWN me] = ++OWN now;
  if (OWN now > latest) latest = OWN now;
  see(OWN me);
  fenced[OWN me] = fences_met = 1;
}
static void meet_fences(void) {
  int64_t k;
  uint32_t *row, least = 0xFFFFFFFFu;
  if (!fences_met) return;
  uses[row_now]--;
  for (row_now = 0; uses[row_now]; row_now++) continue;
  uses[row_now] = 1;
  row = rows + row_now * (members + 1);
  for (k = 0; k < members; k++) {
    row[k] = last[k];
    if (last[k] < least) least = last[k];
    if (fenced[k]) see(k);
    fenced[k] = 0;
  }
  row[members] = least;
  ticks = latest;
  fences_met = 0;
}
static int64_t is_before(int32_t who, uint32_t since, int32_t me) {
  uint32_t *row = rows + seen[me] * (members + 1);
  return row[who < 0 ? members : who] > since;
}
"""
"""Row `members` of each row is the least of its times. As many rows as invocations, and one,
may be in use at once.
"""

NO_FENCES: Final = r"""
#define FENCED 0
static void close_fences(void) { }
static int64_t open_fences(int64_t count) { return 0; }
static void fence(void) { }
static void meet_fences(void) { }
static int64_t is_before(int32_t who, uint32_t since, int32_t me) { return 0; }
"""
"""For programs without, and for those whose invocations never wait."""
