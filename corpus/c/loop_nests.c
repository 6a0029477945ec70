// Nests of loops with odd bounds, breaks, continues and early returns: triangles, diagonals, tilings, searches, sums.
#include <stdint.h>
#include <stdio.h>

enum { SIDE = 18, CUBE = 7 };

static int field[SIDE][SIDE];
static int cube[CUBE][CUBE][CUBE];
static int line[SIDE * SIDE];
static uint32_t checksum = 31;
static int unreachable;
static long iterations;
static int *cursor = &line[0];

static void note(const char *what, long value) {
    checksum = (checksum + (uint32_t)(unsigned long)value) * 1540483477u;
    checksum ^= checksum >> 24;
    printf("%s %ld\n", what, value);
}

static void fill_field(void) {
    for (int i = 0; i < SIDE; i++) {
        for (int j = 0; j < SIDE; j++) {
            field[i][j] = (i * 7 + j * 13 + i * j) % 29 - 9;
        }
    }
}

static long triangle(int lower) {
    long sum = 0;
    for (int i = 0; i < SIDE; i++) {
        int from = lower ? 0 : i;
        int to = lower ? i + 1 : SIDE;
        for (int j = from; j < to; j++) {
            if (field[i][j] < 0) {
                continue;
            }
            sum += field[i][j];
            iterations++;
        }
    }
    return sum;
}

static long diagonals(void) {
    long best = -1000000;
    for (int start = -(SIDE - 1); start < SIDE; start++) {
        long sum = 0;
        int i = start < 0 ? -start : 0;
        int j = start < 0 ? 0 : start;
        for (; i < SIDE && j < SIDE; i++, j++) {
            sum += field[i][j];
            iterations++;
        }
        if (sum > best) {
            best = sum;
        }
    }
    return best;
}

static int zigzag(void) {
    int count = 0;
    int row = 0;
    int column = 0;
    int up = 1;
    while (count < SIDE * SIDE) {
        line[count] = field[row][column];
        count++;
        if (up) {
            if (column == SIDE - 1) {
                row++;
                up = 0;
            } else if (row == 0) {
                column++;
                up = 0;
            } else {
                row--;
                column++;
            }
        } else if (row == SIDE - 1) {
            column++;
            up = 1;
        } else if (column == 0) {
            row++;
            up = 1;
        } else {
            row++;
            column--;
        }
    }
    int changes = 0;
    for (cursor = &line[1]; cursor < &line[SIDE * SIDE]; cursor++) {
        if ((cursor[0] < 0) != (cursor[-1] < 0)) {
            changes++;
        }
    }
    return changes;
}

static long tiles(int size) {
    long total = 0;
    for (int i = 0; i < SIDE; i += size) {
        for (int j = 0; j < SIDE; j += size) {
            long sum = 0;
            for (int y = i; y < i + size && y < SIDE; y++) {
                for (int x = j; x < j + size; x++) {
                    if (x >= SIDE) {
                        break;
                    }
                    sum += field[y][x];
                    iterations++;
                }
            }
            total = total * 3 % 1000003 + sum;
        }
    }
    return total;
}

static int find_pair(int wanted, int *first, int *second) {
    for (int i = 0; i < SIDE; i++) {
        for (int j = i + 1; j < SIDE; j++) {
            for (int k = 0; k < SIDE; k++) {
                iterations++;
                if (field[i][k] + field[j][k] != wanted) {
                    continue;
                }
                if (field[i][k] == field[j][k]) {
                    break;
                }
                *first = i;
                *second = j;
                return k;
            }
        }
    }
    return -1;
}

static void fill_cube(void) {
    int value = 1;
    for (int i = 0; i < CUBE; i++) {
        for (int j = CUBE - 1; j >= 0; j--) {
            for (int k = 0; k < CUBE; k++) {
                value = (value * 5 + i - j + k + 11) % 61;
                cube[i][j][k] = value;
            }
        }
    }
}

static long sum_of_boxes(void) {
    long total = 0;
    for (int size = 1; size <= CUBE; size += 2) {
        for (int i = 0; i + size <= CUBE; i++) {
            for (int j = 0; j + size <= CUBE; j += size) {
                for (int k = i; k + size <= CUBE; k++) {
                    int least = 1000;
                    for (int n = 0; n < size * size * size; n++) {
                        int here = cube[i + n / (size * size)][j + n / size % size][k + n % size];
                        if (here < least) {
                            least = here;
                        }
                        if (least == 0) {
                            break;
                        }
                    }
                    total += least * size;
                    iterations++;
                }
            }
        }
    }
    return total;
}

static int smooth(int turns) {
    int changed = 0;
    int turn = 0;
    do {
        changed = 0;
        for (int i = 1; i < SIDE - 1; i++) {
            for (int j = 1; j < SIDE - 1; j++) {
                int around = field[i - 1][j] + field[i + 1][j] + field[i][j - 1] + field[i][j + 1];
                int mean = around / 4;
                int distance = field[i][j] - mean;
                if (distance > 6 || distance < -6) {
                    field[i][j] = mean;
                    changed++;
                }
            }
        }
        turn++;
        if (turn >= turns) {
            break;
        }
    } while (changed > 0);
    return turn * 1000 + changed;
}

static int decreasing_runs(void) {
    int longest = 0;
    for (int j = 0; j < SIDE; j++) {
        int run = 1;
        for (int i = SIDE - 2; i >= 0; i--) {
            if (field[i][j] > field[i + 1][j]) {
                run++;
                if (run > longest) {
                    longest = run;
                }
                continue;
            }
            run = 1;
            if (i < longest) {
                break;
            }
        }
    }
    return longest;
}

static long shear_and_mirror(int times) {
    long sum = 0;
    for (int turn = 0; turn < times; turn++) {
        for (int i = 0; i < SIDE; i++) {
            int kept = field[i][SIDE - 1];
            for (int j = SIDE - 1; j > 0; j--) {
                field[i][j] = field[i][j - 1];
            }
            field[i][0] = kept;
            if (i % 3 != turn % 3) {
                continue;
            }
            for (int j = 0, k = SIDE - 1; j < k; j++, k--) {
                int other = field[i][j];
                field[i][j] = field[i][k];
                field[i][k] = other;
            }
        }
        sum += field[turn % SIDE][turn * 5 % SIDE] * (turn + 1);
    }
    return sum;
}

static int collatz_peaks(int to) {
    int highest_start = 0;
    long highest = 0;
    for (int start = 1; start < to; start++) {
        long value = start;
        int steps = 0;
        while (value != 1) {
            value = value % 2 == 0 ? value / 2 : 3 * value + 1;
            steps++;
            iterations++;
            if (value > highest) {
                highest = value;
                highest_start = start;
            }
            if (value < start) {
                break;
            }
        }
        if (steps > 10000) {
            unreachable++;
        }
    }
    return highest_start;
}

int main(void) {
    fill_field();
    note("lower", triangle(1));
    note("upper", triangle(0));
    note("diagonal", diagonals());
    note("zigzag", zigzag());
    for (int size = 2; size <= 5; size++) {
        note("tiles", tiles(size));
    }
    for (int wanted = -18; wanted <= 38; wanted += 14) {
        int first = -1;
        int second = -1;
        int column = find_pair(wanted, &first, &second);
        if (column < 0) {
            printf("no pair for %d\n", wanted);
            continue;
        }
        printf("pair for %d: %d and %d\n", wanted, first, second);
        note("column", column);
    }
    fill_cube();
    note("boxes", sum_of_boxes());
    note("runs", decreasing_runs());
    note("smoothed", smooth(12));
    note("runs", decreasing_runs());
    note("moved", shear_and_mirror(25));
    note("peak", collatz_peaks(700));
    note("iterations", iterations);
    printf("unreachable %d\n", unreachable);
    printf("checksum %08x\n", (unsigned)checksum);
    return 0;
}
