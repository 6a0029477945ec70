// Deep and mutual recursion with memo tables: partitions, change, Catalan numbers, a counting game and Hofstadter's Q.
#include <stdint.h>
#include <stdio.h>

enum { WIDTH = 61, HEAP = 24, UNKNOWN = -1 };

static int64_t partition_memo[WIDTH][WIDTH];
static int64_t catalan_memo[40];
static int q_memo[400];
static signed char game_memo[HEAP][HEAP][2];
static unsigned calls;
static unsigned hits;
static int depth;
static int deepest;
static int faults;

static void enter(void) {
    calls++;
    depth++;
    if (depth > deepest) {
        deepest = depth;
    }
    if (depth > 5000) {
        printf("too deep\n");
        faults++;
    }
}

static void leave(void) {
    depth--;
}

static int64_t partitions(int number, int largest) {
    if (number == 0) {
        return 1;
    }
    if (largest == 0) {
        return 0;
    }
    if (largest > number) {
        largest = number;
    }
    int64_t *memo = &partition_memo[number][largest];
    if (*memo != UNKNOWN) {
        hits++;
        return *memo;
    }
    enter();
    int64_t with = partitions(number - largest, largest);
    int64_t without = partitions(number, largest - 1);
    *memo = with + without;
    leave();
    return *memo;
}

static int64_t catalan(int n) {
    if (n <= 1) {
        return 1;
    }
    if (catalan_memo[n] != UNKNOWN) {
        hits++;
        return catalan_memo[n];
    }
    enter();
    int64_t sum = 0;
    for (int left = 0; left < n; left++) {
        int64_t before = catalan(left);
        int64_t after = catalan(n - 1 - left);
        sum += before * after;
    }
    catalan_memo[n] = sum;
    leave();
    return sum;
}

static int hofstadter(int n) {
    if (n <= 2) {
        return 1;
    }
    if (q_memo[n] != UNKNOWN) {
        hits++;
        return q_memo[n];
    }
    enter();
    int first = hofstadter(n - 1);
    int second = hofstadter(n - 2);
    if (first >= n || second >= n) {
        faults++;
        first = 1;
        second = 1;
    }
    int left = hofstadter(n - first);
    int right = hofstadter(n - second);
    q_memo[n] = left + right;
    leave();
    return q_memo[n];
}

static int second_wins(int a, int b);

// Two heaps; a move takes 1, 3 or 4 from one heap, or 2 from both; who cannot move loses.
static int first_wins(int a, int b) {
    signed char *memo = &game_memo[a][b][0];
    if (*memo != UNKNOWN) {
        hits++;
        return *memo;
    }
    static const int takes[3] = {1, 3, 4};
    int wins = 0;
    enter();
    for (int i = 0; i < 3 && !wins; i++) {
        int take = takes[i];
        if (a >= take && !second_wins(a - take, b)) {
            wins = 1;
        } else if (b >= take && !second_wins(a, b - take)) {
            wins = 1;
        }
    }
    if (!wins && a >= 2 && b >= 2) {
        wins = !second_wins(a - 2, b - 2);
    }
    *memo = (signed char)wins;
    leave();
    return wins;
}

static int second_wins(int a, int b) {
    if (a < b) {
        int kept = a;
        a = b;
        b = kept;
    }
    signed char *memo = &game_memo[a][b][1];
    if (*memo == UNKNOWN) {
        enter();
        int wins = first_wins(a, b);
        *memo = (signed char)wins;
        leave();
    } else {
        hits++;
    }
    return *memo;
}

static int64_t change(const int *coins, int count, int amount) {
    if (amount == 0) {
        return 1;
    }
    if (amount < 0 || count == 0) {
        return 0;
    }
    enter();
    int64_t using_it = change(coins, count, amount - coins[count - 1]);
    int64_t skipping_it = change(coins, count - 1, amount);
    leave();
    return using_it + skipping_it;
}

static int ackermann(int m, int n) {
    int result = 0;
    enter();
    if (m == 0) {
        result = n + 1;
    } else if (n == 0) {
        result = ackermann(m - 1, 1);
    } else {
        int inner = ackermann(m, n - 1);
        result = ackermann(m - 1, inner);
    }
    leave();
    return result;
}

static void hanoi(int discs, int from, int to, uint32_t *trace) {
    if (discs == 0) {
        return;
    }
    int other = 3 - from - to;
    enter();
    hanoi(discs - 1, from, other, trace);
    *trace = *trace * 9u + (uint32_t)(from * 3 + to);
    hanoi(discs - 1, other, to, trace);
    leave();
}

static void prepare(void) {
    for (int i = 0; i < WIDTH; i++) {
        for (int j = 0; j < WIDTH; j++) {
            partition_memo[i][j] = UNKNOWN;
        }
    }
    for (int i = 0; i < 40; i++) {
        catalan_memo[i] = UNKNOWN;
    }
    for (int i = 0; i < 400; i++) {
        q_memo[i] = UNKNOWN;
    }
    for (int a = 0; a < HEAP; a++) {
        for (int b = 0; b < HEAP; b++) {
            game_memo[a][b][0] = UNKNOWN;
            game_memo[a][b][1] = UNKNOWN;
        }
    }
}

static uint64_t note(const char *what, int64_t value) {
    static uint64_t sum = 0;
    printf("%s %lld (calls %u, hits %u, deepest %d)\n", what, (long long)value, calls, hits, deepest);
    sum = sum * 1000003u + (uint64_t)value * 3u + calls + hits * 5u + (uint64_t)deepest;
    calls = 0;
    hits = 0;
    deepest = 0;
    return sum;
}

int main(void) {
    static const int coins[4] = {2, 5, 10, 25};
    uint64_t sum = 0;
    prepare();
    note("partitions of 60:", partitions(60, 60));
    note("partitions of 45 up to 7:", partitions(45, 7));
    note("Catalan 30:", catalan(30));
    note("Q(399):", hofstadter(399));
    int won = 0;
    for (int a = HEAP - 1; a >= 0; a--) {
        for (int b = 0; b < HEAP; b++) {
            if (first_wins(a, b)) {
                won++;
            }
        }
    }
    note("won positions:", won);
    note("change of 93:", change(coins, 4, 93));
    note("Ackermann 2 9:", ackermann(2, 9));
    uint32_t trace = 0;
    hanoi(9, 0, 2, &trace);
    sum = note("towers:", (int64_t)trace);
    printf("depth %d faults %d\n", depth, faults);
    printf("checksum %016llx\n", (unsigned long long)sum);
    return 0;
}
