// A scanner of decimal numbers, comments and quoted texts as a state machine made of labels and gotos.
#include <stdint.h>
#include <stdio.h>

enum outcome { GOOD, BAD_NUMBER, OPEN_QUOTE, OPEN_COMMENT, STRAY, OUTCOMES };

struct counts {
    int names;
    int numbers;
    int texts;
    int comments;
    int blanks;
    int lines;
};

static struct counts counts;
static int outcomes[OUTCOMES];
static int steps;
static long mantissa_sum;
static int exponent_sum;
static uint32_t text_hash = 7;
static int *const good = &outcomes[GOOD];

static int in_range(char c, char low, char high) {
    return c >= low && c <= high;
}

static enum outcome scan(const char *at, int *consumed) {
    const char *start = at;
    enum outcome result = GOOD;
    long mantissa = 0;
    int exponent = 0;
    int sign = 1;
    int nesting = 0;
    int places = 0;

between:
    steps++;
    mantissa = 0;
    exponent = 0;
    places = 0;
    sign = 1;
    if (*at == '\0') {
        goto done;
    }
    if (*at == '\n') {
        counts.lines++;
        at++;
        goto between;
    }
    if (*at == ' ') {
        counts.blanks++;
        at++;
        goto between;
    }
    if (in_range(*at, 'a', 'z')) {
        goto name;
    }
    if (in_range(*at, '0', '9')) {
        goto whole;
    }
    if (*at == '"') {
        at++;
        goto text;
    }
    if (*at == '[') {
        goto comment;
    }
    result = STRAY;
    goto done;

name:
    while (in_range(*at, 'a', 'z') || in_range(*at, '0', '9')) {
        text_hash = text_hash * 17u + (uint32_t)(*at - '0');
        at++;
        steps++;
    }
    counts.names++;
    goto between;

whole:
    mantissa = mantissa * 10 + (*at - '0');
    at++;
    steps++;
    if (mantissa > 99999999L) {
        result = BAD_NUMBER;
        goto done;
    }
    if (in_range(*at, '0', '9')) {
        goto whole;
    }
    if (*at == '.') {
        at++;
        goto fraction;
    }
    if (*at == 'e') {
        at++;
        goto exponent_sign;
    }
    goto number;

fraction:
    if (!in_range(*at, '0', '9')) {
        if (places == 0) {
            result = BAD_NUMBER;
            goto done;
        }
        if (*at == 'e') {
            at++;
            goto exponent_sign;
        }
        goto number;
    }
    if (places < 4) {
        mantissa = mantissa * 10 + (*at - '0');
        places++;
    }
    at++;
    steps++;
    goto fraction;

exponent_sign:
    if (*at == '-') {
        sign = -1;
        at++;
    } else if (*at == '+') {
        at++;
    }
    if (!in_range(*at, '0', '9')) {
        result = BAD_NUMBER;
        goto done;
    }
    do {
        exponent = exponent * 10 + (*at - '0');
        at++;
        if (exponent > 99) {
            result = BAD_NUMBER;
            goto done;
        }
    } while (in_range(*at, '0', '9'));

number:
    counts.numbers++;
    mantissa_sum += mantissa;
    exponent_sum += sign * exponent - places;
    if (in_range(*at, 'a', 'z')) {
        result = BAD_NUMBER;
        goto done;
    }
    goto between;

text:
    steps++;
    switch (*at) {
    case '\0':
        result = OPEN_QUOTE;
        goto done;
    case '"':
        at++;
        counts.texts++;
        goto between;
    case '\\':
        at++;
        if (*at == '\0') {
            result = OPEN_QUOTE;
            goto done;
        }
        text_hash ^= 0x5au;
        break;
    default:
        break;
    }
    text_hash = (text_hash << 5 | text_hash >> 27) + (uint32_t)(unsigned char)*at;
    at++;
    goto text;

comment:
    steps++;
    if (*at == '\0') {
        result = OPEN_COMMENT;
        goto done;
    }
    if (*at == '[') {
        nesting++;
    } else if (*at == ']') {
        nesting--;
    }
    at++;
    if (nesting > 0) {
        goto comment;
    }
    counts.comments++;
    goto between;

done:
    *consumed = (int)(at - start);
    return result;
}

static uint32_t mix(uint32_t sum, int value) {
    sum ^= (uint32_t)value;
    sum *= 2246822519u;
    return sum ^ sum >> 15;
}

static uint32_t fold_counts(const struct counts *of) {
    uint32_t sum = 1;
    sum = mix(sum, of->names);
    sum = mix(sum, of->numbers);
    sum = mix(sum, of->texts);
    sum = mix(sum, of->comments);
    sum = mix(sum, of->blanks);
    return mix(sum, of->lines);
}

int main(void) {
    static const char *const names[OUTCOMES] = {"good", "bad number", "open quote", "open comment", "stray"};
    static const char *const inputs[] = {
        "",
        "alpha beta2 gamma\n",
        "1 22 333.5 4e5 5.25e-3 6e+10",
        "[a comment] x1 [nested [twice] and [again]] y2\n z3",
        "\"a text\" \"with \\\" inside\" \"\"",
        "12.x",
        "99999999 999999999",
        "7e",
        "8e100",
        "\"never closed",
        "\"never closed either\\",
        "[open [closed]",
        "stop ; here",
        "3.14159265 2.71828e0 1.41421356e1",
        "12ab",
        "the [long] \"line\" 1 2 3 4 5 6 7 8 9 10 11 12\n\n\nends here 0.5",
    };
    uint32_t sum = 0;
    int count = (int)(sizeof inputs / sizeof inputs[0]);
    for (int i = 0; i < count; i++) {
        int consumed = 0;
        enum outcome outcome = scan(inputs[i], &consumed);
        outcomes[outcome]++;
        sum = mix(sum, consumed + (int)outcome * 100);
        printf("%2d %-12s after %2d characters, steps %d\n", i, names[outcome], consumed, steps);
    }
    if (*good + outcomes[STRAY] > count) {
        printf("impossible\n");
        return 2;
    }
    printf("names %d numbers %d texts %d comments %d blanks %d lines %d\n", counts.names, counts.numbers, counts.texts,
           counts.comments, counts.blanks, counts.lines);
    printf("mantissas %ld exponents %d texts %08x\n", mantissa_sum, exponent_sum, (unsigned)text_hash);
    printf("checksum %08x\n", (unsigned)(mix(sum, steps) ^ fold_counts(&counts)));
    return 0;
}
