// Simulations on a grid: a life-like automaton, an ant, a sand pile, a one-row rule and a forest fire.
#include <stdint.h>
#include <stdio.h>

enum { WIDTH = 20, HEIGHT = 12, EDGE = 16 };
enum cell { BARE, TREE, FIRE, ASH };
enum heading { NORTH, EAST, SOUTH, WEST };

static unsigned char world[HEIGHT][WIDTH];
static unsigned char next_world[HEIGHT][WIDTH];
static int sand[EDGE][EDGE];
static enum cell forest[HEIGHT][WIDTH];
static int topplings;
static int spilled;
static int births;
static int deaths;
static int errors;

static int around(int row, int column) {
    int count = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0) {
                continue;
            }
            int y = (row + dy + HEIGHT) % HEIGHT;
            int x = (column + dx + WIDTH) % WIDTH;
            count += world[y][x];
        }
    }
    return count;
}

static int step_world(unsigned born, unsigned stays) {
    int living = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            int neighbours = around(y, x);
            int was = world[y][x];
            int is = 0;
            if (was) {
                is = (int)(stays >> neighbours & 1u);
                if (!is) {
                    deaths++;
                }
            } else {
                is = (int)(born >> neighbours & 1u);
                if (is) {
                    births++;
                }
            }
            next_world[y][x] = (unsigned char)is;
            living += is;
        }
    }
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            world[y][x] = next_world[y][x];
        }
    }
    return living;
}

static uint32_t world_hash(void) {
    uint32_t hash = 2166136261u;
    for (int y = 0; y < HEIGHT; y++) {
        uint32_t row = 0;
        for (int x = 0; x < WIDTH; x++) {
            row = row << 1 | world[y][x];
        }
        hash = (hash ^ row) * 16777619u;
    }
    return hash;
}

static uint32_t run_life(void) {
    static const unsigned char start[3][5] = {{0, 1, 1, 0, 1}, {1, 1, 0, 0, 1}, {0, 1, 0, 1, 0}};
    uint32_t seen[60] = {0};
    for (int y = 0; y < 3; y++) {
        for (int x = 0; x < 5; x++) {
            world[y + 4][x + 7] = start[y][x];
        }
    }
    int generation = 0;
    int period = 0;
    int living = 0;
    for (; generation < 60 && period == 0; generation++) {
        uint32_t hash = world_hash();
        for (int before = generation - 1; before >= 0; before--) {
            if (seen[before] == hash) {
                period = generation - before;
                break;
            }
        }
        seen[generation] = hash;
        living = step_world(1u << 3, 1u << 2 | 1u << 3);
        if (generation % 12 == 0) {
            printf("generation %d: %d living\n", generation, living);
        }
        if (living == 0) {
            printf("all are dead\n");
            break;
        }
    }
    printf("period %d after %d, births %d, deaths %d\n", period, generation, births, deaths);
    return world_hash() + (uint32_t)births * 3u + (uint32_t)deaths;
}

static uint32_t run_ant(int steps) {
    int row = HEIGHT / 2;
    int column = WIDTH / 2;
    enum heading heading = NORTH;
    int wraps = 0;
    for (int i = 0; i < steps; i++) {
        unsigned char *cell = &world[row][column];
        if (*cell) {
            heading = (enum heading)((heading + 3) % 4);
        } else {
            heading = (enum heading)((heading + 1) % 4);
        }
        *cell = !*cell;
        switch (heading) {
        case NORTH:
            row--;
            break;
        case EAST:
            column++;
            break;
        case SOUTH:
            row++;
            break;
        case WEST:
            column--;
            break;
        default:
            errors++;
            break;
        }
        if (row < 0 || row >= HEIGHT || column < 0 || column >= WIDTH) {
            row = (row + HEIGHT) % HEIGHT;
            column = (column + WIDTH) % WIDTH;
            wraps++;
        }
    }
    printf("ant at %d %d heading %d, wraps %d\n", row, column, (int)heading, wraps);
    return world_hash() ^ (uint32_t)wraps;
}

static void drop(int row, int column) {
    if (row < 0 || row >= EDGE || column < 0 || column >= EDGE) {
        spilled++;
        return;
    }
    sand[row][column]++;
    if (sand[row][column] < 4) {
        return;
    }
    sand[row][column] -= 4;
    topplings++;
    drop(row - 1, column);
    drop(row + 1, column);
    drop(row, column - 1);
    drop(row, column + 1);
}

static uint32_t run_sand(int grains) {
    uint32_t sum = 0;
    int counts[4] = {0};
    for (int i = 0; i < grains; i++) {
        drop(EDGE / 2, EDGE / 2 - i % 3);
    }
    int left = 0;
    for (int y = 0; y < EDGE; y++) {
        for (int x = 0; x < EDGE; x++) {
            int height = sand[y][x];
            if (height > 3) {
                printf("too steep at %d %d\n", y, x);
                errors++;
                continue;
            }
            counts[height]++;
            left += height;
            sum = sum * 5u + (uint32_t)height;
        }
    }
    printf("sand %d %d %d %d, topplings %d, left %d, spilled %d\n", counts[0], counts[1], counts[2], counts[3],
           topplings, left, spilled);
    if (left + spilled != grains) {
        errors++;
    }
    return sum;
}

static uint32_t run_rule(unsigned rule, int steps) {
    uint64_t row = (uint64_t)1 << 31;
    uint32_t sum = 0;
    for (int i = 0; i < steps; i++) {
        uint64_t next = 0;
        for (int at = 0; at < 64; at++) {
            unsigned left = (unsigned)(row >> (at + 1) % 64 & 1u);
            unsigned here = (unsigned)(row >> at & 1u);
            unsigned right = (unsigned)(row >> (at + 63) % 64 & 1u);
            unsigned pattern = left << 2 | here << 1 | right;
            if (rule >> pattern & 1u) {
                next |= (uint64_t)1 << at;
            }
        }
        row = next;
        sum = sum * 3u + (uint32_t)(row >> 32 ^ row);
    }
    printf("rule %u: %016llx\n", rule, (unsigned long long)row);
    return sum;
}

static int burn(int *hours) {
    uint32_t state = 99u;
    int burnt = 0;
    int burning = 1;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            state = state * 1664525u + 1013904223u;
            forest[y][x] = (state >> 24) < 175u ? TREE : BARE;
        }
    }
    forest[HEIGHT / 2][0] = FIRE;
    while (burning > 0) {
        static int lit[HEIGHT * WIDTH];
        int lit_count = 0;
        burning = 0;
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                if (forest[y][x] != TREE) {
                    continue;
                }
                int near = (y > 0 && forest[y - 1][x] == FIRE) || (y + 1 < HEIGHT && forest[y + 1][x] == FIRE) ||
                           (x > 0 && forest[y][x - 1] == FIRE) || (x + 1 < WIDTH && forest[y][x + 1] == FIRE);
                if (near) {
                    lit[lit_count] = y * WIDTH + x;
                    lit_count++;
                }
            }
        }
        for (int i = 0; i < HEIGHT * WIDTH; i++) {
            enum cell *cell = &forest[i / WIDTH][i % WIDTH];
            if (*cell == FIRE) {
                *cell = ASH;
                burnt++;
            }
        }
        for (int i = 0; i < lit_count; i++) {
            forest[lit[i] / WIDTH][lit[i] % WIDTH] = FIRE;
            burning++;
        }
        *hours += 1;
    }
    return burnt;
}

int main(void) {
    uint32_t sum = run_life();
    sum = sum * 31u + run_ant(900);
    sum = sum * 31u + run_sand(900);
    static const unsigned rules[3] = {30, 90, 110};
    for (int i = 0; i < 3; i++) {
        sum = sum * 31u + run_rule(rules[i], 70);
    }
    int hours = 0;
    int burnt = burn(&hours);
    int standing = 0;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            standing += forest[y][x] == TREE;
        }
    }
    printf("burnt %d in %d hours, standing %d\n", burnt, hours, standing);
    printf("errors %d\n", errors);
    printf("checksum %08x\n", (unsigned)(sum ^ (uint32_t)(burnt * 256 + hours)));
    return errors != 0;
}
