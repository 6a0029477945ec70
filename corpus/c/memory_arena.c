// An allocator over a static array of units: first fit and best fit, splitting, merging, moving, and a map of holes.
#include <stdint.h>
#include <stdio.h>

enum { UNITS = 512, HANDLES = 40, NOWHERE = -1 };
enum policy { FIRST_FIT, BEST_FIT, NEXT_FIT, POLICIES };

// A block is a header (its length, and whether it is used) and `length` units of contents.
struct unit {
    int length;
    int used;
};

static struct unit arena[UNITS];
static uint32_t contents[UNITS];
static int handles[HANDLES];
static uint32_t stamps[HANDLES];
static int rover;
static int splits;
static int merges;
static int moves;
static int refusals;
static int damages;
static uint32_t random_state;

static int draw(int limit) {
    random_state = random_state * 1103515245u + 12345u;
    return (int)(random_state >> 16 & 0x7fffu) % limit;
}

static void reset(uint32_t seed) {
    random_state = seed;
    rover = 0;
    splits = 0;
    merges = 0;
    moves = 0;
    refusals = 0;
    for (int i = 0; i < UNITS; i++) {
        arena[i].length = 0;
        arena[i].used = 0;
        contents[i] = 0;
    }
    arena[0].length = UNITS - 1;
    for (int i = 0; i < HANDLES; i++) {
        handles[i] = NOWHERE;
        stamps[i] = 0;
    }
}

static int after(int block) {
    return block + 1 + arena[block].length;
}

static void merge_following(int block) {
    for (;;) {
        int next = after(block);
        if (next >= UNITS || arena[next].used) {
            return;
        }
        if (rover == next) {
            rover = block;
        }
        arena[block].length += arena[next].length + 1;
        merges++;
    }
}

static int fits(int block, int length) {
    return !arena[block].used && arena[block].length >= length;
}

static int find_first(int from, int to, int length) {
    for (int block = from; block < to; block = after(block)) {
        if (!arena[block].used) {
            merge_following(block);
        }
        if (fits(block, length)) {
            return block;
        }
    }
    return NOWHERE;
}

static int find_best(int length) {
    int best = NOWHERE;
    for (int block = 0; block < UNITS; block = after(block)) {
        if (!arena[block].used) {
            merge_following(block);
        }
        if (!fits(block, length)) {
            continue;
        }
        if (best == NOWHERE || arena[block].length < arena[best].length) {
            best = block;
        }
        if (arena[best].length == length) {
            break;
        }
    }
    return best;
}

static int find(enum policy policy, int length) {
    switch (policy) {
    case FIRST_FIT:
        return find_first(0, UNITS, length);
    case BEST_FIT:
        return find_best(length);
    case NEXT_FIT: {
        int block = find_first(rover, UNITS, length);
        if (block == NOWHERE) {
            block = find_first(0, UNITS, length);
        }
        return block;
    }
    default:
        damages++;
        return NOWHERE;
    }
}

static int allocate(enum policy policy, int length) {
    int block = find(policy, length);
    if (block == NOWHERE) {
        refusals++;
        return NOWHERE;
    }
    int spare = arena[block].length - length;
    if (spare > 1) {
        arena[block].length = length;
        int rest = after(block);
        arena[rest].length = spare - 1;
        arena[rest].used = 0;
        splits++;
    }
    arena[block].used = 1;
    rover = block;
    return block;
}

static void release(int block) {
    if (block < 0 || !arena[block].used) {
        printf("released twice: %d\n", block);
        damages++;
        return;
    }
    arena[block].used = 0;
    merge_following(block);
}

static void fill(int handle) {
    int block = handles[handle];
    uint32_t value = stamps[handle];
    for (int i = 1; i <= arena[block].length; i++) {
        contents[block + i] = value;
        value = value * 5u + 1u;
    }
}

static void verify(int handle) {
    int block = handles[handle];
    uint32_t value = stamps[handle];
    for (int i = 1; i <= arena[block].length; i++) {
        if (contents[block + i] != value) {
            printf("handle %d is damaged at %d\n", handle, i);
            damages++;
            return;
        }
        value = value * 5u + 1u;
    }
}

static void resize(enum policy policy, int handle, int length) {
    int block = handles[handle];
    if (length <= arena[block].length) {
        return;
    }
    int old = arena[block].length;
    merge_following(block);
    if (arena[block].length < length) {
        int moved = allocate(policy, length);
        if (moved == NOWHERE) {
            refusals++;
            fill(handle);
            return;
        }
        for (int i = 1; i <= old; i++) {
            contents[moved + i] = contents[block + i];
        }
        release(block);
        handles[handle] = moved;
        moves++;
    }
    fill(handle);
}

static int slide_together(void) {
    int to = 0;
    int slid = 0;
    for (int block = 0; block < UNITS;) {
        int next = after(block);
        int length = arena[block].length;
        if (arena[block].used) {
            if (to != block) {
                for (int handle = 0; handle < HANDLES; handle++) {
                    if (handles[handle] == block) {
                        handles[handle] = to;
                        break;
                    }
                }
                for (int i = 1; i <= length; i++) {
                    contents[to + i] = contents[block + i];
                }
                arena[to].length = length;
                arena[to].used = 1;
                slid++;
            }
            to += length + 1;
        }
        block = next;
    }
    if (to < UNITS) {
        arena[to].length = UNITS - to - 1;
        arena[to].used = 0;
    }
    rover = 0;
    return slid;
}

static int count_holes(int *largest) {
    int holes = 0;
    *largest = 0;
    for (int block = 0; block < UNITS; block = after(block)) {
        if (arena[block].used) {
            continue;
        }
        holes++;
        if (arena[block].length > *largest) {
            *largest = arena[block].length;
        }
    }
    return holes;
}

static uint32_t exercise(enum policy policy, uint32_t seed) {
    static const char *const names[POLICIES] = {"first fit", "best fit", "next fit"};
    reset(seed);
    for (int turn = 0; turn < 500; turn++) {
        int handle = draw(HANDLES);
        int length = 1 + draw(24);
        if (handles[handle] == NOWHERE) {
            int block = allocate(policy, length);
            if (block != NOWHERE) {
                handles[handle] = block;
                stamps[handle] = (uint32_t)turn * 7u + 1u;
                fill(handle);
            }
        } else if (length % 3 == 0) {
            resize(policy, handle, length);
        } else {
            verify(handle);
            release(handles[handle]);
            handles[handle] = NOWHERE;
        }
    }
    int largest = 0;
    int holes = count_holes(&largest);
    printf("%s: %d holes, largest %d, %d splits, %d merges\n", names[policy], holes, largest, splits, merges);
    int slid = slide_together();
    int packed = count_holes(&largest);
    printf("%s: %d moves, %d refusals, %d slid, ", names[policy], moves, refusals, slid);
    printf("%d hole of %d\n", packed, largest);
    uint32_t sum = 0;
    for (int handle = 0; handle < HANDLES; handle++) {
        if (handles[handle] != NOWHERE) {
            verify(handle);
            sum = sum * 31u + (uint32_t)handles[handle];
        }
    }
    return sum + (uint32_t)(splits * 7 + merges * 3 + moves);
}

int main(void) {
    uint32_t total = 0;
    for (int policy = FIRST_FIT; policy < POLICIES; policy++) {
        for (uint32_t seed = 1; seed <= 2; seed++) {
            uint32_t part = exercise((enum policy)policy, seed * 100u);
            total = (total << 7 | total >> 25) ^ part;
        }
    }
    printf("damages %d\n", damages);
    printf("checksum %08x\n", (unsigned)total);
    return damages != 0;
}
