// Paragraphs are broken into lines greedily and with least raggedness, justified, set in columns and boxed in tables.
#include <stdint.h>
#include <stdio.h>

enum { WORDS = 64, WIDTH = 30, LINE = 96, FOREVER = 1000000 };
enum alignment { LEFT, RIGHT, CENTRE, BOTH };

struct word {
    const char *start;
    int length;
};

struct line {
    char text[LINE + 1];
    int used;
};

static const char paragraph[] = "A heron keeps the ledger of the marsh: every frog counted, every reed measured, "
                                "and on clear evenings even the reflections are entered, twice, in a very small "
                                "hand.";
static struct word words[WORDS];
static int word_count;
static int cost[WORDS + 1];
static int break_after[WORDS + 1];
static uint32_t checksum = 13;
static int overfull;
static int lines_printed;

static void split(const char *text) {
    const char *at = text;
    word_count = 0;
    while (*at != '\0') {
        if (*at == ' ') {
            at++;
            continue;
        }
        struct word *word = &words[word_count];
        word->start = at;
        word->length = 0;
        while (*at != '\0' && *at != ' ') {
            at++;
            word->length++;
        }
        word_count++;
        if (word_count == WORDS) {
            overfull++;
            break;
        }
    }
}

static void put(struct line *to, char letter) {
    if (to->used >= LINE) {
        overfull++;
        return;
    }
    to->text[to->used] = letter;
    to->used++;
    to->text[to->used] = '\0';
}

static void put_many(struct line *to, char letter, int count) {
    for (int i = 0; i < count; i++) {
        put(to, letter);
    }
}

static void put_word(struct line *to, const struct word *word) {
    for (int i = 0; i < word->length; i++) {
        put(to, word->start[i]);
    }
}

static void put_number(struct line *to, int value, int width) {
    char digits[12] = "";
    int count = 0;
    unsigned rest = value < 0 ? 0u - (unsigned)value : (unsigned)value;
    do {
        digits[count] = (char)('0' + (int)(rest % 10u));
        rest /= 10u;
        count++;
    } while (rest > 0);
    if (value < 0) {
        digits[count] = '-';
        count++;
    }
    put_many(to, ' ', width - count);
    while (count > 0) {
        count--;
        put(to, digits[count]);
    }
}

static void print_line(struct line *line) {
    for (int i = 0; i < line->used; i++) {
        checksum = (checksum ^ (uint32_t)(unsigned char)line->text[i]) * 16777619u;
    }
    checksum += (uint32_t)line->used;
    printf("%s\n", line->text);
    line->used = 0;
    line->text[0] = '\0';
    lines_printed++;
}

static int natural_width(int from, int to) {
    int width = -1;
    for (int i = from; i < to; i++) {
        width += words[i].length + 1;
    }
    return width;
}

static int greedy_end(int from, int width) {
    int used = words[from].length;
    int end = from + 1;
    while (end < word_count) {
        int needed = used + 1 + words[end].length;
        if (needed > width) {
            break;
        }
        used = needed;
        end++;
    }
    return end;
}

static int badness(int from, int to, int width) {
    int spare = width - natural_width(from, to);
    if (spare < 0) {
        return FOREVER;
    }
    if (to == word_count) {
        return 0;
    }
    return spare * spare * spare;
}

static int least_ragged(int width) {
    cost[word_count] = 0;
    for (int from = word_count - 1; from >= 0; from--) {
        cost[from] = FOREVER * 2;
        break_after[from] = from + 1;
        for (int to = from + 1; to <= word_count; to++) {
            int bad = badness(from, to, width);
            if (bad == FOREVER) {
                break;
            }
            int sum = bad + cost[to];
            if (sum < cost[from]) {
                cost[from] = sum;
                break_after[from] = to;
            }
        }
    }
    return cost[0];
}

static void set_line(struct line *to, int from, int end, int width, enum alignment alignment) {
    int gaps = end - from - 1;
    int spare = width - natural_width(from, end);
    int before = 0;
    switch (alignment) {
    case LEFT:
        break;
    case RIGHT:
        before = spare;
        break;
    case CENTRE:
        before = spare / 2;
        break;
    case BOTH:
        if (end == word_count) {
            spare = 0;
        }
        break;
    default:
        overfull++;
        break;
    }
    put_many(to, ' ', before);
    for (int i = from; i < end; i++) {
        put_word(to, &words[i]);
        if (i + 1 == end) {
            break;
        }
        put(to, ' ');
        if (alignment == BOTH && gaps > 0) {
            int extra = spare / gaps;
            put_many(to, ' ', extra);
            spare -= extra;
            gaps--;
        }
    }
}

static int set_paragraph(int width, enum alignment alignment, int best) {
    struct line line = {"", 0};
    int lines = 0;
    int raggedness = 0;
    if (best) {
        raggedness = least_ragged(width);
    }
    for (int from = 0; from < word_count;) {
        int end = best ? break_after[from] : greedy_end(from, width);
        if (!best) {
            raggedness += badness(from, end, width);
        }
        set_line(&line, from, end, width, alignment);
        print_line(&line);
        from = end;
        lines++;
    }
    return raggedness * 100 + lines;
}

static void rule(const int *widths, int columns, char joint) {
    struct line line = {"", 0};
    for (int i = 0; i < columns; i++) {
        put(&line, joint);
        put_many(&line, '-', widths[i] + 2);
    }
    put(&line, joint);
    print_line(&line);
}

static void table(void) {
    static const int figures[4][3] = {{7, -120, 3}, {1024, 5, -66}, {0, 99999, 12}, {-8, 17, 2000000}};
    int widths[3] = {1, 1, 1};
    int sums[3] = {0, 0, 0};
    for (int row = 0; row < 4; row++) {
        for (int column = 0; column < 3; column++) {
            int value = figures[row][column];
            int width = value < 0;
            sums[column] += value;
            do {
                value /= 10;
                width++;
            } while (value != 0);
            if (width > widths[column]) {
                widths[column] = width;
            }
        }
    }
    struct line line = {"", 0};
    rule(widths, 3, '+');
    for (int row = 0; row <= 4; row++) {
        const int *values = row < 4 ? figures[row] : sums;
        if (row == 4) {
            rule(widths, 3, '|');
        }
        for (int column = 0; column < 3; column++) {
            put(&line, '|');
            put(&line, ' ');
            put_number(&line, values[column], widths[column]);
            put(&line, ' ');
        }
        put(&line, '|');
        print_line(&line);
    }
    rule(widths, 3, '+');
}

static void columns(int count) {
    struct line line = {"", 0};
    int rows = (word_count + count - 1) / count;
    for (int row = 0; row < rows; row += 3) {
        for (int column = 0; column < count; column++) {
            int index = column * rows + row;
            if (index >= word_count) {
                continue;
            }
            put_word(&line, &words[index]);
            if (column + 1 < count) {
                put_many(&line, '.', 14 - words[index].length);
            }
        }
        print_line(&line);
    }
}

int main(void) {
    split(paragraph);
    printf("%d words\n", word_count);
    int greedy = set_paragraph(WIDTH, LEFT, 0);
    int best = set_paragraph(WIDTH, BOTH, 1);
    int narrow = set_paragraph(WIDTH - 8, CENTRE, 1);
    int wide = set_paragraph(WIDTH * 2, RIGHT, 0);
    printf("greedy %d best %d narrow %d wide %d\n", greedy, best, narrow, wide);
    if (best / 100 > greedy / 100) {
        printf("the best is not the best\n");
        return 5;
    }
    table();
    columns(4);
    printf("%d lines, overfull %d\n", lines_printed, overfull);
    printf("checksum %08x\n", (unsigned)(checksum ^ (uint32_t)(greedy + best * 3 + narrow * 5 + wide * 7)));
    return 0;
}
