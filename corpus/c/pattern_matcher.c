// Text patterns with classes, repeats, choices and captures: compiled to nodes, matched by threads and by backtracking.
#include <stdint.h>
#include <stdio.h>

enum node_kind { CHARACTER, ANY, CLASS, SPLIT, JUMP, SAVE, MATCH };
enum { NODES = 96, CLASSES = 12, THREADS = NODES, FUEL = 20000 };

struct node {
    enum node_kind kind;
    int x;
    int y;
};

struct list {
    int count;
    int node[THREADS];
};

static struct node program[NODES];
static int length;
static uint32_t classes[CLASSES][4];
static int class_count;
static const char *pattern;
static const char *problem;
static int captures[8];
static int capture_count;
static int fuel;
static int disagreements;
static int wanted_threads;
static uint32_t checksum = 3;

static void fold(int value) {
    checksum = checksum * 16777619u ^ (uint32_t)(value + 7);
}

static int emit(enum node_kind kind, int x, int y) {
    if (length >= NODES) {
        problem = "too long";
        return NODES - 1;
    }
    struct node *node = &program[length];
    node->kind = kind;
    node->x = x;
    node->y = y;
    length++;
    return length - 1;
}

static void insert_at(int place, enum node_kind kind) {
    int last = emit(MATCH, 0, 0);
    for (int i = last; i > place; i--) {
        program[i] = program[i - 1];
        struct node *moved = &program[i];
        if (moved->kind == SPLIT || moved->kind == JUMP) {
            if (moved->x >= place) {
                moved->x++;
            }
            if (moved->kind == SPLIT && moved->y >= place) {
                moved->y++;
            }
        }
    }
    program[place].kind = kind;
    program[place].x = 0;
    program[place].y = 0;
}

static void choices(void);

static int read_class(void) {
    int negated = 0;
    uint32_t *bits = classes[class_count];
    for (int i = 0; i < 4; i++) {
        bits[i] = 0;
    }
    if (*pattern == '^') {
        negated = 1;
        pattern++;
    }
    while (*pattern != ']') {
        if (*pattern == '\0') {
            problem = "open class";
            return 0;
        }
        int from = *pattern;
        int to = from;
        pattern++;
        if (pattern[0] == '-' && pattern[1] != ']' && pattern[1] != '\0') {
            to = pattern[1];
            pattern += 2;
        }
        for (int c = from; c <= to; c++) {
            bits[c / 32] |= 1u << c % 32;
        }
    }
    pattern++;
    if (negated) {
        for (int i = 0; i < 4; i++) {
            bits[i] = ~bits[i];
        }
        bits[0] &= ~1u;
    }
    if (class_count < CLASSES - 1) {
        class_count++;
    }
    return class_count - 1;
}

static int atom(void) {
    int start = length;
    char c = *pattern;
    if (c == '\0' || c == ')' || c == '|') {
        return -1;
    }
    pattern++;
    switch (c) {
    case '(': {
        int number = capture_count;
        capture_count++;
        (void)emit(SAVE, number * 2, 0);
        choices();
        (void)emit(SAVE, number * 2 + 1, 0);
        if (*pattern == ')') {
            pattern++;
        } else {
            problem = "open group";
        }
        break;
    }
    case '[': {
        int number = read_class();
        (void)emit(CLASS, number, 0);
        break;
    }
    case '.':
        (void)emit(ANY, 0, 0);
        break;
    case '*':
    case '+':
    case '?':
        problem = "nothing to repeat";
        break;
    default:
        (void)emit(CHARACTER, c, 0);
        break;
    }
    return start;
}

static void repeated(void) {
    int start = atom();
    while (start >= 0 && problem == NULL) {
        char c = *pattern;
        if (c == '*') {
            insert_at(start, SPLIT);
            int back = emit(JUMP, start, 0);
            program[start].x = start + 1;
            program[start].y = back + 1;
        } else if (c == '+') {
            int end = emit(SPLIT, start, 0);
            program[end].y = end + 1;
        } else if (c == '?') {
            insert_at(start, SPLIT);
            program[start].x = start + 1;
            program[start].y = length;
        } else {
            return;
        }
        pattern++;
    }
}

static void sequence(void) {
    while (problem == NULL && *pattern != '\0' && *pattern != '|' && *pattern != ')') {
        repeated();
    }
}

static void choices(void) {
    int start = length;
    sequence();
    while (*pattern == '|' && problem == NULL) {
        pattern++;
        insert_at(start, SPLIT);
        int over = emit(JUMP, 0, 0);
        program[start].x = start + 1;
        program[start].y = length;
        sequence();
        program[over].x = length;
    }
}

static int compile(const char *text) {
    pattern = text;
    problem = NULL;
    length = 0;
    class_count = 0;
    capture_count = 0;
    choices();
    if (*pattern != '\0' && problem == NULL) {
        problem = "left over";
    }
    (void)emit(MATCH, 0, 0);
    return problem == NULL;
}

static int accepts(const struct node *node, char c) {
    if (c == '\0') {
        return 0;
    }
    switch (node->kind) {
    case CHARACTER:
        return node->x == c;
    case ANY:
        return 1;
    case CLASS:
        return (int)(classes[node->x][c / 32] >> c % 32 & 1u);
    default:
        return 0;
    }
}

static void add_thread(struct list *to, unsigned char *marked, int at) {
    if (marked[at]) {
        return;
    }
    marked[at] = 1;
    const struct node *node = &program[at];
    if (node->kind == JUMP) {
        add_thread(to, marked, node->x);
    } else if (node->kind == SPLIT) {
        add_thread(to, marked, node->x);
        add_thread(to, marked, node->y);
    } else if (node->kind == SAVE) {
        add_thread(to, marked, at + 1);
    } else {
        to->node[to->count] = at;
        to->count++;
    }
}

static int by_threads(const char *text) {
    struct list now = {0, {0}};
    unsigned char marked[NODES] = {0};
    int matched = 0;
    add_thread(&now, marked, 0);
    for (const char *at = text;; at++) {
        struct list next = {0, {0}};
        unsigned char fresh[NODES] = {0};
        matched = 0;
        for (int i = 0; i < now.count; i++) {
            const struct node *node = &program[now.node[i]];
            if (node->kind == MATCH) {
                matched = 1;
            } else if (accepts(node, *at)) {
                add_thread(&next, fresh, now.node[i] + 1);
            }
        }
        if (now.count > wanted_threads) {
            wanted_threads = now.count;
        }
        if (*at == '\0' || now.count == 0) {
            break;
        }
        now = next;
    }
    return matched;
}

static int by_backtracking(const char *text, int at, int node_number) {
    for (;;) {
        const struct node *node = &program[node_number];
        fuel--;
        if (fuel <= 0) {
            return 0;
        }
        switch (node->kind) {
        case MATCH:
            return text[at] == '\0';
        case JUMP:
            node_number = node->x;
            continue;
        case SPLIT:
            if (by_backtracking(text, at, node->x)) {
                return 1;
            }
            node_number = node->y;
            continue;
        case SAVE: {
            int *place = &captures[node->x % 8];
            int before = *place;
            *place = at;
            if (by_backtracking(text, at, node_number + 1)) {
                return 1;
            }
            *place = before;
            return 0;
        }
        default:
            if (!accepts(node, text[at])) {
                return 0;
            }
            at++;
            node_number++;
            break;
        }
    }
}

static void try_text(const char *text) {
    for (int i = 0; i < 8; i++) {
        captures[i] = -1;
    }
    fuel = FUEL;
    int one = by_threads(text);
    int other = by_backtracking(text, 0, 0);
    if (one != other) {
        printf("disagreement about %s\n", text);
        disagreements++;
    }
    printf(" %s:%s", text, one ? "yes" : "no");
    fold(one * 100000 + FUEL - fuel);
    for (int i = 0; other && i < capture_count && i < 4; i++) {
        printf("[%d,%d]", captures[2 * i], captures[2 * i + 1]);
        fold(captures[2 * i] * 64 + captures[2 * i + 1]);
    }
}

int main(void) {
    static const char *const patterns[] = {
        "ab*c",   "(a|b)*abb", "[0-9]+(.[0-9]+)?", "(h|th)e (ot+er|heron)", "[^aeiou]*", "x(y(z)?)*", "a?a?b?a+aaa",
        "(",      "*a",        "[abc",             "a)b",                   "",
    };
    static const char *const texts[] = {
        "abbbc", "babaabb", "31.25", "the otter", "rhythm", "xyzyyz", "aaaaaa", "",
    };
    int good = 0;
    for (unsigned i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        if (!compile(patterns[i])) {
            printf("%s: %s\n", patterns[i], problem);
            fold(length);
            continue;
        }
        good++;
        printf("%s (%d nodes):", patterns[i], length);
        for (unsigned j = 0; j < sizeof texts / sizeof texts[0]; j++) {
            try_text(texts[j]);
        }
        printf("\n");
    }
    printf("%d good patterns, at most %d threads, %d disagreements\n", good, wanted_threads, disagreements);
    printf("checksum %08x\n", (unsigned)checksum);
    return disagreements != 0;
}
