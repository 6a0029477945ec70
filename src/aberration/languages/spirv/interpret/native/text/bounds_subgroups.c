/* Operations of subgroups. A result is that of the operand alone where all that may take part in the same instance of the
   instruction give the same: those that come to it in the same rounds of its loops, by the same calls. */

#define GROUPED_J(r, site) j_any(&(r), (r).v, because(GROUPING, site));
#define GROUPED_E(r, site) r = EITHER((r) & 1, because(GROUPING, site));
#define GROUPED_F(r, site) f_any(&(r), (r).v, (double)because(GROUPING, site));
#define GROUPED_RANGE(r, lo, hi, site) j_range(&(r), (r).v, lo, hi, 32, because(GROUPING, site));
#define INSTANCE(before, number) instance_of(before, (uint64_t)(number))
#define CALL(instance, call) { uint64_t before_ = own->path; own->path = instance; call own->path = before_; }
#define ALIKE_BEGIN alike_open = alike_count = 0;
#define ALIKE_U(a) alike_give((int64_t)(uint64_t)(a), 0, 0);
#define ALIKE_L(a) alike_give((int64_t)(a), 0, 0);
#define ALIKE_B(a) alike_give((a) != 0, 0, 0);
#define ALIKE_J(a) if (!KNOWN_J(&(a))) alike_open = 1; alike_give((a).v, 0, 0);
#define ALIKE_E(a) if (!DECIDED(a)) alike_open = 1; alike_give((a) & 1, 0, 0);
#define ALIKE_F(a) alike_float(&(a));
#define ALIKE_EXACT_F(a) if ((a).lo != (a).hi) alike_open = 1; alike_float(&(a));

enum { ALIKE_LEAVES = 4, ALIKE_MOST = 1 << 16 };
typedef struct { uint64_t instance; int64_t slot, parts[ALIKE_LEAVES][3]; } Meeting;
static Meeting *meetings, alike_now;
static int64_t meeting_room, meeting_count, alike_open, alike_count;

static uint64_t instance_of(uint64_t before, uint64_t number) {
  uint64_t mixed = (before ^ (number + 1)) * 0x9E3779B97F4A7C15ull;
  return mixed ^ mixed >> 29;
}
static void alike_give(int64_t a, int64_t b, int64_t d) {
  alike_now.parts[alike_count][0] = a;
  alike_now.parts[alike_count][1] = b;
  alike_now.parts[alike_count][2] = d;
  alike_count++;
}
static int64_t alike_last(void) { return alike_now.parts[alike_count - 1][0]; }
static void alike_float(const F *a) {
  if (IS_ANY(a)) alike_open = 1;
  alike_give((int64_t)bits_of_double(a->v), (int64_t)bits_of_double(a->lo), (int64_t)bits_of_double(a->hi));
}
static int64_t alike_differs(const Meeting *other) {
  int64_t k, i;
  for (k = 0; k < alike_count; k++) for (i = 0; i < 3; i++)
    if (alike_now.parts[k][i] != other->parts[k][i]) return 1;
  return 0;
}
/* The place of what was given to an instance before, or a free one of slot -1. */
static Meeting *meeting_of(uint64_t instance, int64_t slot) {
  uint64_t at = (instance ^ (uint64_t)slot) & (uint64_t)(meeting_room - 1);
  while (meetings[at].slot >= 0) {
    if (meetings[at].instance == instance) if (meetings[at].slot == slot) break;
    at = (at + 1) & (uint64_t)(meeting_room - 1);
  }
  return meetings + at;
}
static int64_t more_meetings(void) {
  Meeting *old = meetings;
  int64_t k, before = meeting_room;
  if (2 * meeting_count < meeting_room) return 1;
  if (meeting_count >= ALIKE_MOST) return 0;
  meeting_room = before ? 2 * before : 64;
  meetings = malloc((size_t)meeting_room * sizeof(Meeting));
  if (!meetings) { meetings = old; meeting_room = before; return 0; }
  for (k = 0; k < meeting_room; k++) meetings[k].slot = -1;
  for (k = 0; k < before; k++) if (old[k].slot >= 0) *meeting_of(old[k].instance, old[k].slot) = old[k];
  free(old);
  return 1;
}
static int64_t is_alike(int64_t slot, uint64_t instance) {
  Meeting *here;
  if (alike_open) return 0;
  if (!more_meetings()) return 0;
  here = meeting_of(instance, slot);
  if (here->slot >= 0) return !alike_differs(here);
  alike_now.instance = instance;
  alike_now.slot = slot;
  *here = alike_now;
  meeting_count++;
  return 1;
}
static void forget_alike(void) {
  free(meetings);
  meetings = 0;
  meeting_room = meeting_count = 0;
}
