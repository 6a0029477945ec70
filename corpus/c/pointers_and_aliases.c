// Pointers that may or may not meet: swaps through aliases, pointers to pointers, moving windows, a ring of owners.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CELLS = 24, OWNERS = 6 };

struct owner {
    int *cell;
    int **shared;
    struct owner *next;
    int visits;
};

static int cells[CELLS];
static int red = 3;
static int green = 5;
static int blue = 7;
static int *chosen = &red;
static int **outer = &chosen;
static int *const fixed = &green;
static struct owner owners[OWNERS];
static long total;
static int same;
static int apart;
static int broken;

static void add_both(int *a, int *b) {
    *a += 1;
    *b += 10;
    *a += *b;
    if (a == b) {
        same++;
    } else {
        apart++;
    }
}

static int read_around_write(const int *watched, int *written) {
    int before = *watched;
    *written = before * 3 + 1;
    int after = *watched;
    return after - before;
}

static void swap_by_addition(int *a, int *b) {
    if (a == b) {
        same++;
        return;
    }
    *a = (*a + *b) % 100003;
    *b = *a - *b;
    *a = *a - *b;
}

static void choose(int which) {
    switch (which % 4) {
    case 0:
        *outer = &red;
        break;
    case 1:
        *outer = fixed;
        break;
    case 2:
        *outer = &blue;
        break;
    default:
        *outer = &cells[which % CELLS];
        break;
    }
}

static int name_of(const int *p) {
    if (p == &red) {
        return 1;
    }
    if (p == &green) {
        return 2;
    }
    if (p == &blue) {
        return 3;
    }
    for (int i = 0; i < CELLS; i++) {
        if (p == &cells[i]) {
            return 100 + i;
        }
    }
    printf("a pointer to nowhere\n");
    broken++;
    return 0;
}

static void shift_window(int *from, int *to, int count) {
    if (from < to) {
        for (int i = count - 1; i >= 0; i--) {
            to[i] = from[i];
        }
    } else {
        for (int i = 0; i < count; i++) {
            to[i] = from[i];
        }
    }
}

static void smear(int *to, const int *from, int count) {
    while (count > 0) {
        *to = *from + 1;
        to++;
        from++;
        count--;
    }
}

static int sum_between(const int *low, const int *high) {
    int sum = 0;
    const int *p = low;
    while (p != high) {
        sum += *p % 1000;
        p++;
    }
    return sum;
}

static int *largest_of(int *a, int *b, int *c) {
    int *largest = a;
    if (*b > *largest) {
        largest = b;
    }
    if (*c > *largest) {
        largest = c;
    }
    return largest;
}

static void link_owners(void) {
    for (int i = 0; i < OWNERS; i++) {
        struct owner *owner = &owners[i];
        owner->cell = &cells[i * 4];
        owner->shared = i % 2 == 0 ? &chosen : &owners[(i + 1) % OWNERS].cell;
        owner->next = &owners[(i + 5) % OWNERS];
        owner->visits = 0;
    }
}

static int walk_owners(int steps) {
    struct owner *at = &owners[0];
    int moved = 0;
    for (int i = 0; i < steps; i++) {
        int *mine = at->cell;
        int *theirs = *at->shared;
        at->visits++;
        if (mine == theirs) {
            same++;
        } else if (*mine < *theirs) {
            *mine = (*mine + *theirs) % 9973;
            *at->shared = mine;
            moved++;
        } else {
            *theirs -= *mine / 3;
        }
        if (at->shared == outer && i % 5 == 4) {
            choose(i);
        }
        at = i % 7 == 6 ? at->next->next : at->next;
    }
    return moved;
}

static uint32_t through_bytes(uint32_t value) {
    unsigned char bytes[4] = {0, 0, 0, 0};
    memcpy(bytes, &value, sizeof bytes);
    unsigned char *first = &bytes[0];
    unsigned char *last = &bytes[3];
    while (first < last) {
        unsigned char kept = *first;
        *first = *last;
        *last = kept;
        first++;
        last--;
    }
    uint32_t turned = 0;
    memcpy(&turned, bytes, sizeof turned);
    return turned;
}

static int nested(int **first, int **second, int depth) {
    int *kept = *first;
    int here = depth * 3;
    if (depth == 0) {
        return **second;
    }
    *first = &here;
    int below = nested(second, first, depth - 1);
    here += below % 50;
    *first = kept;
    return here + **first % 10;
}

static void fill(void) {
    for (int i = 0; i < CELLS; i++) {
        cells[i] = i * i * 5 % 47;
    }
}

static long digest(void) {
    long sum = red + 3L * green + 5L * blue;
    for (int i = 0; i < CELLS; i++) {
        sum = (sum * 7 + cells[i]) % 1000000007L;
    }
    return sum * 200 + name_of(chosen);
}

int main(void) {
    fill();
    link_owners();
    for (int i = 0; i < 12; i++) {
        choose(i);
        add_both(chosen, fixed);
        add_both(&blue, &red);
        red %= 1000;
        green %= 500;
        blue %= 700;
        int change = read_around_write(*outer, &cells[i]);
        total += change;
        int other = read_around_write(&cells[i], &cells[i]);
        total += other * 2;
        swap_by_addition(chosen, &cells[i + 3]);
    }
    printf("red %d green %d blue %d chosen %d\n", red, green, blue, name_of(chosen));
    printf("same %d apart %d total %ld\n", same, apart, total);
    shift_window(&cells[2], &cells[5], 10);
    printf("shifted up %d\n", sum_between(&cells[0], &cells[CELLS]));
    shift_window(&cells[9], &cells[4], 12);
    printf("shifted down %d\n", sum_between(&cells[3], &cells[20]));
    smear(&cells[11], &cells[10], 8);
    printf("smeared %d %d\n", cells[11], cells[18]);
    for (int i = 0; i < 6; i++) {
        int *largest = largest_of(&red, &cells[i], &cells[CELLS - 1 - i]);
        *largest /= 2;
        total = total * 3 % 100019 + name_of(largest);
    }
    printf("total %ld\n", total);
    int moved = walk_owners(60);
    for (int i = 0; i < OWNERS; i++) {
        printf("owner %d: visits %d, cell %d holds %d\n", i, owners[i].visits, name_of(owners[i].cell),
               *owners[i].cell);
    }
    int *one = &red;
    int *two = &green;
    int depth = nested(&one, &two, 9);
    if (one != &red || two != &green) {
        printf("the pointers were lost\n");
        broken++;
    }
    uint32_t turned = through_bytes(0x01020304u);
    printf("moved %d nested %d turned %08x broken %d\n", moved, depth, (unsigned)turned, broken);
    long sum = digest();
    printf("checksum %08lx\n", (unsigned long)(sum + depth + moved) & 0xfffffffful);
    return broken;
}
