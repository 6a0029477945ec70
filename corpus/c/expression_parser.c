// A recursive-descent parser that evaluates a small language of integer expressions and assignments.
#include <stdio.h>

enum token_kind { END, NUMBER, NAME, OPERATOR, UNKNOWN };
enum fault { NONE, SYNTAX, DIVISION, RANGE, DEPTH };

struct token {
    enum token_kind kind;
    long value;
    char text;
};

static const char *input;
static struct token current;
static long variables[26];
static enum fault fault;
static int depth;
static int deepest;
static unsigned tokens_seen;
static const long limit = 1000000000L;

static const char *const fault_names[] = {"none", "syntax", "division", "range", "depth"};

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int is_letter(char c) {
    return c >= 'a' && c <= 'z';
}

static void report(enum fault found) {
    if (fault == NONE) {
        fault = found;
    }
}

static void advance(void) {
    while (*input == ' ') {
        input++;
    }
    char c = *input;
    current.value = 0;
    current.text = c;
    tokens_seen++;
    if (c == '\0') {
        current.kind = END;
        return;
    }
    if (is_digit(c)) {
        current.kind = NUMBER;
        while (is_digit(*input)) {
            int digit = *input - '0';
            input++;
            if (current.value > limit / 10) {
                report(RANGE);
            } else {
                current.value = current.value * 10 + digit;
            }
        }
        return;
    }
    input++;
    if (is_letter(c)) {
        current.kind = NAME;
        current.value = c - 'a';
        return;
    }
    current.kind = UNKNOWN;
    for (const char *known = "+-*/%()<>=?:&|~"; *known != '\0'; known++) {
        if (*known == c) {
            current.kind = OPERATOR;
            break;
        }
    }
}

static int accept(char wanted) {
    if (current.kind == OPERATOR && current.text == wanted) {
        advance();
        return 1;
    }
    return 0;
}

static long checked(long value) {
    if (value > limit || value < -limit) {
        report(RANGE);
        return 0;
    }
    return value;
}

static long conditional(void);

static long primary(void) {
    long value = 0;
    if (current.kind == NUMBER) {
        value = current.value;
        advance();
    } else if (current.kind == NAME) {
        value = variables[current.value];
        advance();
    } else if (accept('-')) {
        value = checked(-primary());
    } else if (accept('~')) {
        value = checked(~primary());
    } else if (accept('(')) {
        depth++;
        if (depth > deepest) {
            deepest = depth;
        }
        if (depth > 20) {
            report(DEPTH);
        } else {
            value = conditional();
        }
        depth--;
        if (!accept(')')) {
            report(SYNTAX);
        }
    } else {
        report(SYNTAX);
    }
    return value;
}

static long term(void) {
    long left = primary();
    while (current.kind == OPERATOR && fault == NONE) {
        char operation = current.text;
        if (operation != '*' && operation != '/' && operation != '%') {
            break;
        }
        advance();
        long right = primary();
        if (operation == '*') {
            left = checked((long)((long long)left * right % (limit + 1)));
        } else if (right == 0) {
            report(DIVISION);
        } else if (operation == '/') {
            left /= right;
        } else {
            left %= right;
        }
    }
    return left;
}

static long sum(void) {
    long left = term();
    for (;;) {
        if (accept('+')) {
            long right = term();
            left = checked(left + right);
        } else if (accept('-')) {
            long right = term();
            left = checked(left - right);
        } else {
            return left;
        }
    }
}

static long comparison(void) {
    long left = sum();
    if (accept('<')) {
        long right = sum();
        return left < right;
    }
    if (accept('>')) {
        long right = sum();
        return left > right;
    }
    return left;
}

static long bitwise(void) {
    long left = comparison();
    for (;;) {
        if (accept('&')) {
            long right = comparison();
            left &= right;
        } else if (accept('|')) {
            long right = comparison();
            left |= right;
        } else {
            return checked(left);
        }
    }
}

static long conditional(void) {
    long condition = bitwise();
    if (!accept('?')) {
        return condition;
    }
    long yes = conditional();
    if (!accept(':')) {
        report(SYNTAX);
        return 0;
    }
    long no = conditional();
    return condition != 0 ? yes : no;
}

static long statement(const char *text) {
    long *target = NULL;
    input = text;
    fault = NONE;
    depth = 0;
    advance();
    if (is_letter(text[0]) && text[1] == '=') {
        target = &variables[text[0] - 'a'];
        advance();
        advance();
    }
    long value = conditional();
    if (current.kind != END) {
        report(SYNTAX);
    }
    if (fault != NONE) {
        return 0;
    }
    if (target != NULL) {
        *target = value;
    }
    return value;
}

int main(void) {
    static const char *const lines[] = {
        "a= 6 * 7",       "b=a-50",           "a + b * 2",
        "(a + b) * 2",    "c=a > b ? 100 : 7", "c % 9 - -3",
        "7 / (a - 42)",   "((((1))))",        "1 + ",
        "d=12345 * 6789", "d / 1000 % 100",   "a < b | c < d & 1",
        "~a & 255",       "3 $ 4",            "99999999999",
        "e=d > 0 ? a < 0 ? 1 : 2 : 3",        "e * e * e * e - 16",
        "(2",             "-(-(-5))",         "a % 0",
    };
    int count = (int)(sizeof lines / sizeof lines[0]);
    int faults[5] = {0, 0, 0, 0, 0};
    unsigned long sum_of_all = 0;
    for (int i = 0; i < count; i++) {
        long value = statement(lines[i]);
        faults[fault]++;
        sum_of_all = sum_of_all * 31ul + (unsigned long)value;
        if (fault != NONE) {
            printf("%s -> %s fault\n", lines[i], fault_names[fault]);
        } else {
            printf("%s -> %ld\n", lines[i], value);
        }
    }
    for (int i = 0; i < 5; i++) {
        printf("%s: %d\n", fault_names[i], faults[i]);
    }
    printf("tokens %u, deepest %d\n", tokens_seen, deepest);
    printf("checksum %08lx\n", sum_of_all & 0xfffffffful);
    return 0;
}
