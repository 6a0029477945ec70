// Backtracking: queens, a number place puzzle, subset sums, knight's tours on a small board and exact cover by masks.
#include <stdint.h>
#include <stdio.h>

enum { QUEENS = 7, SIDE = 9, BOARD = 5, PIECES = 12 };

static int columns[QUEENS];
static int solutions;
static long tries;
static int puzzle[SIDE][SIDE];
static unsigned row_used[SIDE];
static unsigned column_used[SIDE];
static unsigned box_used[SIDE];
static int guesses;
static int tour[BOARD][BOARD];
static int tour_tries;
static uint32_t checksum = 5;
static int broken;

static const char given[] = ".97.......2.1..3.5..38..79..524.9.1.4..7.6.......5...........7.6.5.3........7.8.2";

static void fold(int value) {
    checksum = checksum * 6364136u + 1442695u + (uint32_t)value;
    checksum ^= checksum >> 15;
}

static int attacked(int row, int column) {
    for (int before = 0; before < row; before++) {
        int distance = row - before;
        int other = columns[before];
        if (other == column || other == column - distance || other == column + distance) {
            return 1;
        }
    }
    return 0;
}

static void place_queens(int row) {
    if (row == QUEENS) {
        int value = 0;
        for (int i = 0; i < QUEENS; i++) {
            value = value * QUEENS + columns[i];
        }
        fold(value);
        solutions++;
        return;
    }
    for (int column = 0; column < QUEENS; column++) {
        tries++;
        if (attacked(row, column)) {
            continue;
        }
        columns[row] = column;
        place_queens(row + 1);
    }
}

static int box_of(int row, int column) {
    return row / 3 * 3 + column / 3;
}

static void set_cell(int row, int column, int digit) {
    unsigned bit = 1u << digit;
    puzzle[row][column] = digit;
    row_used[row] |= bit;
    column_used[column] |= bit;
    box_used[box_of(row, column)] |= bit;
}

static void clear_cell(int row, int column) {
    unsigned bit = 1u << puzzle[row][column];
    puzzle[row][column] = 0;
    row_used[row] &= ~bit;
    column_used[column] &= ~bit;
    box_used[box_of(row, column)] &= ~bit;
}

static unsigned open_digits(int row, int column) {
    unsigned used = row_used[row] | column_used[column] | box_used[box_of(row, column)];
    return ~used & 0x3feu;
}

static int count_bits(unsigned mask) {
    int count = 0;
    for (; mask != 0; mask &= mask - 1u) {
        count++;
    }
    return count;
}

static int solve(int left) {
    int best_row = -1;
    int best_column = -1;
    int fewest = 10;
    if (left == 0) {
        return 1;
    }
    for (int row = 0; row < SIDE && fewest > 1; row++) {
        for (int column = 0; column < SIDE; column++) {
            if (puzzle[row][column] != 0) {
                continue;
            }
            int choices = count_bits(open_digits(row, column));
            if (choices == 0) {
                return 0;
            }
            if (choices < fewest) {
                fewest = choices;
                best_row = row;
                best_column = column;
            }
            if (fewest == 1) {
                break;
            }
        }
    }
    unsigned open = open_digits(best_row, best_column);
    for (int digit = 1; digit <= 9; digit++) {
        if (!(open >> digit & 1u)) {
            continue;
        }
        set_cell(best_row, best_column, digit);
        guesses++;
        if (solve(left - 1)) {
            return 1;
        }
        clear_cell(best_row, best_column);
    }
    return 0;
}

static int load_puzzle(void) {
    int empty = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        char c = given[i];
        if (c == '.') {
            empty++;
        } else if (c >= '1' && c <= '9') {
            set_cell(i / SIDE, i % SIDE, c - '0');
        } else {
            printf("bad cell %d\n", i);
            broken++;
        }
    }
    return empty;
}

static int subsets(const int *weights, int count, int goal, unsigned chosen, unsigned *first) {
    if (goal == 0) {
        if (*first == 0) {
            *first = chosen;
        }
        return 1;
    }
    if (count == 0 || goal < 0) {
        return 0;
    }
    int with = subsets(weights, count - 1, goal - weights[count - 1], chosen | 1u << (count - 1), first);
    int without = subsets(weights, count - 1, goal, chosen, first);
    return with + without;
}

static int free_moves(int row, int column) {
    static const int steps[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    int moves = 0;
    for (int i = 0; i < 8; i++) {
        int y = row + steps[i][0];
        int x = column + steps[i][1];
        if (y < 0 || y >= BOARD || x < 0 || x >= BOARD) {
            continue;
        }
        if (tour[y][x] == 0) {
            moves |= 1 << i;
        }
    }
    return moves;
}

static int ride(int row, int column, int step) {
    static const signed char down[8] = {1, 2, 2, 1, -1, -2, -2, -1};
    static const signed char right[8] = {2, 1, -1, -2, -2, -1, 1, 2};
    tour[row][column] = step;
    tour_tries++;
    if (step == BOARD * BOARD) {
        return 1;
    }
    int moves = free_moves(row, column);
    while (moves != 0) {
        int best = -1;
        int fewest = 9;
        for (int i = 0; i < 8; i++) {
            if (!(moves >> i & 1)) {
                continue;
            }
            int onward = count_bits((unsigned)free_moves(row + down[i], column + right[i]));
            if (onward < fewest) {
                fewest = onward;
                best = i;
            }
        }
        moves &= ~(1 << best);
        if (ride(row + down[best], column + right[best], step + 1)) {
            return 1;
        }
    }
    tour[row][column] = 0;
    return 0;
}

static int exact_covers(const unsigned *pieces, unsigned covered, unsigned goal, int from) {
    if (covered == goal) {
        return 1;
    }
    int covers = 0;
    for (int i = from; i < PIECES; i++) {
        if ((pieces[i] & covered) == 0) {
            covers += exact_covers(pieces, covered | pieces[i], goal, i + 1);
        }
    }
    return covers;
}

int main(void) {
    place_queens(0);
    printf("%d queens: %d solutions, %ld tries\n", QUEENS, solutions, tries);
    int empty = load_puzzle();
    int solved = solve(empty);
    printf("puzzle: %d empty, %s with %d guesses\n", empty, solved ? "solved" : "no solution", guesses);
    for (int row = 0; row < SIDE; row++) {
        int line = 0;
        for (int column = 0; column < SIDE; column++) {
            line = line * 10 + puzzle[row][column];
        }
        printf("%09d\n", line);
        fold(line);
    }
    static const int weights[14] = {3, 34, 4, 12, 5, 2, 17, 29, 8, 41, 23, 6, 19, 11};
    unsigned first = 0;
    int ways = subsets(weights, 14, 60, 0u, &first);
    printf("subsets: %d, first %x\n", ways, first);
    for (int start = 0; start < BOARD; start++) {
        tour_tries = 0;
        for (int i = 0; i < BOARD * BOARD; i++) {
            tour[i / BOARD][i % BOARD] = 0;
        }
        if (start % 2 == 1) {
            continue;
        }
        int found = ride(start, start, 1);
        fold(tour[2][3] * 100 + tour[4][0]);
        printf("tour from %d: %s after %d tries\n", start, found ? "found" : "none", tour_tries);
    }
    static const unsigned pieces[PIECES] = {0x003, 0x00c, 0x030, 0x0c0, 0x300, 0x111,
                                            0x0aa, 0x204, 0x007, 0x038, 0x1c0, 0x200};
    int covers = exact_covers(pieces, 0, 0x3ff, 0);
    printf("covers %d broken %d\n", covers, broken);
    fold(ways * 100 + covers);
    fold((int)first);
    printf("checksum %08x\n", (unsigned)checksum);
    return solutions % 7 + covers;
}
