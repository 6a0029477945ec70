// Dynamic programming over grids: edit distance with its script, longest common part, knapsack, paths, chains, squares.
#include <stdint.h>
#include <stdio.h>

enum { SIDE = 24, CAPACITY = 60, ITEMS = 9 };

static int table[SIDE + 1][SIDE + 1];
static int cost[SIDE][SIDE];
static char script[2 * SIDE + 1];
static int best_for[CAPACITY + 1];
static char taken[ITEMS][CAPACITY + 1];
static uint32_t checksum = 1;
static int errors;

static void note(const char *what, int value) {
    checksum = (checksum ^ (uint32_t)value) * 2654435761u;
    checksum ^= checksum >> 11;
    printf("%s %d\n", what, value);
}

static int least(int a, int b, int c) {
    int smallest = a;
    if (b < smallest) {
        smallest = b;
    }
    if (c < smallest) {
        smallest = c;
    }
    return smallest;
}

static int length_of(const char *s) {
    int length = 0;
    while (s[length]) {
        length++;
    }
    return length;
}

static int edit_distance(const char *from, const char *to) {
    int rows = length_of(from);
    int columns = length_of(to);
    if (rows > SIDE || columns > SIDE) {
        errors++;
        return -1;
    }
    for (int i = 0; i <= rows; i++) {
        for (int j = 0; j <= columns; j++) {
            if (i == 0) {
                table[i][j] = j;
            } else if (j == 0) {
                table[i][j] = i;
            } else {
                int change = table[i - 1][j - 1] + (from[i - 1] != to[j - 1]);
                int remove = table[i - 1][j] + 1;
                int add = table[i][j - 1] + 1;
                table[i][j] = least(change, remove, add);
            }
        }
    }
    return table[rows][columns];
}

static int trace_script(const char *from, const char *to) {
    int i = length_of(from);
    int j = length_of(to);
    int used = 0;
    while (i > 0 || j > 0) {
        int here = table[i][j];
        char step = '?';
        if (i > 0 && j > 0 && from[i - 1] == to[j - 1] && table[i - 1][j - 1] == here) {
            step = '=';
            i--;
            j--;
        } else if (i > 0 && j > 0 && table[i - 1][j - 1] + 1 == here) {
            step = '!';
            i--;
            j--;
        } else if (i > 0 && table[i - 1][j] + 1 == here) {
            step = '-';
            i--;
        } else if (j > 0) {
            step = '+';
            j--;
        } else {
            errors++;
            break;
        }
        script[used] = step;
        used++;
    }
    script[used] = '\0';
    return used;
}

static int longest_common(const char *a, const char *b, int adjacent) {
    int rows = length_of(a);
    int columns = length_of(b);
    int best = 0;
    for (int i = 0; i <= rows; i++) {
        for (int j = 0; j <= columns; j++) {
            int value = 0;
            if (i > 0 && j > 0) {
                if (a[i - 1] == b[j - 1]) {
                    value = table[i - 1][j - 1] + 1;
                } else if (!adjacent) {
                    int up = table[i - 1][j];
                    int back = table[i][j - 1];
                    value = up > back ? up : back;
                }
            }
            table[i][j] = value;
            if (value > best) {
                best = value;
            }
        }
    }
    return best;
}

static int knapsack(const int *weights, const int *values, unsigned *chosen) {
    for (int c = 0; c <= CAPACITY; c++) {
        best_for[c] = 0;
    }
    for (int item = 0; item < ITEMS; item++) {
        int weight = weights[item];
        for (int c = CAPACITY; c >= 0; c--) {
            taken[item][c] = 0;
            if (c < weight) {
                continue;
            }
            int with = best_for[c - weight] + values[item];
            if (with > best_for[c]) {
                best_for[c] = with;
                taken[item][c] = 1;
            }
        }
    }
    int left = CAPACITY;
    *chosen = 0;
    for (int item = ITEMS - 1; item >= 0; item--) {
        if (taken[item][left]) {
            *chosen |= 1u << item;
            left -= weights[item];
        }
    }
    return best_for[CAPACITY];
}

static void fill_cost(void) {
    unsigned state = 12345u;
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) {
            state = state * 1103515245u + 12345u;
            int value = (int)(state >> 16 & 31u);
            cost[i][j] = value < 28 ? value : -1;
        }
    }
    cost[0][0] = 1;
    cost[SIDE - 1][SIDE - 1] = 1;
}

// Cheapest way from corner to corner, right or down only, around the blocked cells (-1).
static int cheapest_path(void) {
    const int blocked = 1000000;
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) {
            if (cost[i][j] < 0) {
                table[i][j] = blocked;
                continue;
            }
            if (i == 0 && j == 0) {
                table[i][j] = cost[i][j];
                continue;
            }
            int up = i > 0 ? table[i - 1][j] : blocked;
            int back = j > 0 ? table[i][j - 1] : blocked;
            int before = up < back ? up : back;
            table[i][j] = before >= blocked ? blocked : before + cost[i][j];
        }
    }
    int total = table[SIDE - 1][SIDE - 1];
    return total < blocked ? total : -1;
}

static int largest_square(int limit) {
    int best = 0;
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) {
            int value = cost[i][j] <= limit;
            if (value && i > 0 && j > 0) {
                value = least(table[i - 1][j], table[i][j - 1], table[i - 1][j - 1]) + 1;
            }
            table[i][j] = value;
            if (value > best) {
                best = value;
            }
        }
    }
    return best;
}

static int matrix_chain(const int *sizes, int count) {
    for (int i = 0; i < count; i++) {
        table[i][i] = 0;
    }
    for (int length = 2; length <= count; length++) {
        for (int i = 0; i + length <= count; i++) {
            int end = i + length - 1;
            int best = -1;
            for (int split = i; split < end; split++) {
                int product = sizes[i] * sizes[split + 1] * sizes[end + 1];
                int total = table[i][split] + table[split + 1][end] + product;
                if (best < 0 || total < best) {
                    best = total;
                }
            }
            table[i][end] = best;
        }
    }
    return table[0][count - 1];
}

int main(void) {
    static const char *const pairs[4][2] = {
        {"watermill", "waterfall"}, {"heronry", "ornery"}, {"abcdefghij", "jihgfedcba"}, {"", "all new"}};
    static const int weights[ITEMS] = {7, 12, 5, 21, 9, 30, 14, 3, 18};
    static const int values[ITEMS] = {20, 31, 13, 60, 22, 95, 33, 6, 52};
    static const int sizes[8] = {5, 40, 12, 30, 7, 22, 9, 16};
    for (int i = 0; i < 4; i++) {
        const char *from = pairs[i][0];
        const char *to = pairs[i][1];
        note("distance", edit_distance(from, to));
        int steps = trace_script(from, to);
        printf("script %s\n", script);
        note("steps", steps);
        note("common letters", longest_common(from, to, 0));
        note("common part", longest_common(from, to, 1));
    }
    unsigned chosen = 0;
    note("knapsack", knapsack(weights, values, &chosen));
    note("chosen", (int)chosen);
    fill_cost();
    note("path", cheapest_path());
    for (int limit = 20; limit <= 26; limit += 3) {
        note("square", largest_square(limit));
    }
    note("chain", matrix_chain(sizes, 7));
    printf("errors %d\n", errors);
    printf("checksum %08x\n", (unsigned)checksum);
    return 0;
}
