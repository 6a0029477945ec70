// Strings without the library: split, join, search, reverse, compare, number conversion, run-lengths and anagrams.
#include <stdio.h>

enum { ROOM = 256, WORDS = 32 };

static const char text[] = "the quick heron and the slow otter met at the old weir; the heron spoke first, "
                           "then the otter, then no one at all";
static char buffer[ROOM];
static char *words[WORDS];
static int word_count;
static int truncations;
static unsigned long checksum = 5381;

static int length_of(const char *s) {
    int length = 0;
    while (s[length] != '\0') {
        length++;
    }
    return length;
}

static void copy(char *to, const char *from, int room) {
    int i = 0;
    if (room <= 0) {
        truncations++;
        return;
    }
    while (from[i] != '\0') {
        if (i + 1 >= room) {
            truncations++;
            break;
        }
        to[i] = from[i];
        i++;
    }
    to[i] = '\0';
}

static void append(char *to, const char *from, int room) {
    int used = length_of(to);
    copy(to + used, from, room - used);
}

static int compare(const char *a, const char *b) {
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    int left = (unsigned char)*a;
    int right = (unsigned char)*b;
    if (left < right) {
        return -1;
    }
    return left > right;
}

static int is_letter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int find(const char *in, const char *what) {
    for (int at = 0; in[at] != '\0'; at++) {
        int matched = 0;
        while (what[matched] != '\0' && in[at + matched] == what[matched]) {
            matched++;
        }
        if (what[matched] == '\0') {
            return at;
        }
    }
    return -1;
}

static void reverse(char *from, char *to) {
    while (from < to) {
        char kept = *from;
        *from = *to;
        *to = kept;
        from++;
        to--;
    }
}

static void split(char *in) {
    int inside = 0;
    word_count = 0;
    for (char *p = in; *p != '\0'; p++) {
        if (is_letter(*p)) {
            if (!inside && word_count < WORDS) {
                words[word_count] = p;
                word_count++;
            }
            inside = 1;
        } else {
            inside = 0;
            *p = '\0';
        }
    }
}

static void order_words(void) {
    for (int i = 1; i < word_count; i++) {
        char *word = words[i];
        int at = i;
        while (at > 0 && compare(word, words[at - 1]) < 0) {
            words[at] = words[at - 1];
            at--;
        }
        words[at] = word;
    }
}

static void number_text(char *to, long value, int base) {
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    int at = 0;
    unsigned long rest = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;
    do {
        to[at] = digits[rest % (unsigned long)base];
        rest /= (unsigned long)base;
        at++;
    } while (rest != 0);
    if (value < 0) {
        to[at] = '-';
        at++;
    }
    to[at] = '\0';
    reverse(to, to + at - 1);
}

static long text_number(const char *from, int base) {
    long value = 0;
    int negative = 0;
    if (*from == '-') {
        negative = 1;
        from++;
    }
    for (; *from != '\0'; from++) {
        int digit = 99;
        if (*from >= '0' && *from <= '9') {
            digit = *from - '0';
        } else if (*from >= 'a' && *from <= 'z') {
            digit = *from - 'a' + 10;
        }
        if (digit >= base) {
            return -1;
        }
        value = value * base + digit;
    }
    return negative ? -value : value;
}

static void run_lengths(char *to, const char *from, int room) {
    char number[16] = "";
    char one[2] = "";
    copy(to, "", room);
    while (*from != '\0') {
        int run = 1;
        while (from[run] == from[0]) {
            run++;
        }
        one[0] = from[0];
        if (run > 1) {
            number_text(number, run, 10);
            append(to, number, room);
        }
        append(to, one, room);
        from += run;
    }
}

static int are_anagrams(const char *a, const char *b) {
    int counts[26] = {0};
    for (; *a != '\0'; a++) {
        if (*a >= 'a' && *a <= 'z') {
            counts[*a - 'a']++;
        }
    }
    for (; *b != '\0'; b++) {
        if (*b >= 'a' && *b <= 'z') {
            counts[*b - 'a']--;
        }
    }
    for (int i = 0; i < 26; i++) {
        if (counts[i] != 0) {
            return 0;
        }
    }
    return 1;
}

static void say(const char *label, const char *what) {
    for (const char *p = what; *p != '\0'; p++) {
        checksum = (checksum * 33ul ^ (unsigned long)(unsigned char)*p) & 0xfffffffful;
    }
    printf("%s: %s\n", label, what);
}

int main(void) {
    char line[ROOM] = "";
    char small[12] = "";
    copy(buffer, text, ROOM);
    split(buffer);
    order_words();
    int distinct = 0;
    for (int i = 0; i < word_count; i++) {
        if (i > 0 && compare(words[i], words[i - 1]) == 0) {
            continue;
        }
        if (distinct > 0) {
            append(line, ",", ROOM);
        }
        append(line, words[i], ROOM);
        distinct++;
    }
    say("ordered", line);
    printf("%d words, %d distinct\n", word_count, distinct);
    reverse(line, line + length_of(line) - 1);
    say("reversed", line);
    copy(small, text, 12);
    say("cut", small);
    printf("heron at %d, otter at %d, weir; at %d, eel at %d\n", find(text, "heron"), find(text, "otter"),
           find(text, "weir;"), find(text, "eel"));
    static const long numbers[] = {0, 7, -255, 65535, 1234567, -2147483647L};
    for (int base = 2; base <= 36; base += 17) {
        copy(line, "", ROOM);
        for (int i = 0; i < 6; i++) {
            char number[40] = "";
            number_text(number, numbers[i], base);
            if (text_number(number, base) != numbers[i]) {
                printf("base %d: %s went wrong\n", base, number);
            }
            append(line, number, ROOM);
            append(line, " ", ROOM);
        }
        say("numbers", line);
    }
    printf("not a number: %ld\n", text_number("12x", 10));
    run_lengths(line, "aaaabbbcccccccccccccd  ee!", ROOM);
    say("runs", line);
    say("anagrams", are_anagrams("the heron stays", "honest hearty s") ? "yes" : "no");
    say("anagrams", are_anagrams("listen, otter", "toilet strene") ? "yes" : "no");
    printf("truncations %d\n", truncations);
    printf("checksum %08lx\n", checksum);
    return 0;
}
