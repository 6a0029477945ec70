// A text formatter with a variable number of arguments: padding, signs, bases, lists and nested formats.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

enum { ROOM = 160 };

struct writer {
    char *out;
    int room;
    int used;
    int lost;
};

struct spec {
    int width;
    int left;
    int zero;
    int plus;
    int wide;
    char kind;
};

static uint32_t checksum = 99;
static int unknown_kinds;
static int total_lost;
static int lines;

static void put(struct writer *to, char letter) {
    if (to->used + 1 < to->room) {
        to->out[to->used] = letter;
        to->used++;
    } else {
        to->lost++;
    }
}

static void pad(struct writer *to, char letter, int count) {
    while (count > 0) {
        put(to, letter);
        count--;
    }
}

static int digits_of(char *digits, uint64_t value, unsigned base) {
    int count = 0;
    do {
        unsigned digit = (unsigned)(value % base);
        digits[count] = (char)(digit < 10 ? '0' + digit : 'a' + (digit - 10));
        value /= base;
        count++;
    } while (value != 0);
    return count;
}

static void put_number(struct writer *to, const struct spec *spec, uint64_t value, int negative, unsigned base) {
    char digits[64] = "";
    int count = digits_of(digits, value, base);
    char sign = '\0';
    if (negative) {
        sign = '-';
    } else if (spec->plus) {
        sign = '+';
    }
    int missing = spec->width - count - (sign != '\0');
    if (!spec->left && !spec->zero) {
        pad(to, ' ', missing);
    }
    if (sign != '\0') {
        put(to, sign);
    }
    if (!spec->left && spec->zero) {
        pad(to, '0', missing);
    }
    for (int i = count - 1; i >= 0; i--) {
        put(to, digits[i]);
    }
    if (spec->left) {
        pad(to, ' ', missing);
    }
}

static void put_signed(struct writer *to, const struct spec *spec, int64_t value) {
    int negative = value < 0;
    uint64_t size = negative ? 0u - (uint64_t)value : (uint64_t)value;
    put_number(to, spec, size, negative, 10);
}

static void put_text(struct writer *to, const struct spec *spec, const char *text) {
    int length = 0;
    while (text[length] != '\0') {
        length++;
    }
    if (!spec->left) {
        pad(to, ' ', spec->width - length);
    }
    for (int i = 0; i < length; i++) {
        put(to, text[i]);
    }
    if (spec->left) {
        pad(to, ' ', spec->width - length);
    }
}

static const char *read_spec(const char *at, struct spec *spec) {
    struct spec read = {0, 0, 0, 0, 0, '\0'};
    for (;; at++) {
        if (*at == '<') {
            read.left = 1;
        } else if (*at == '0') {
            read.zero = 1;
        } else if (*at == '+') {
            read.plus = 1;
        } else {
            break;
        }
    }
    while (*at >= '0' && *at <= '9') {
        read.width = read.width * 10 + (*at - '0');
        at++;
    }
    if (*at == 'w') {
        read.wide = 1;
        at++;
    }
    read.kind = *at;
    *spec = read;
    return *at != '\0' ? at + 1 : at;
}

static void format_list(struct writer *to, const char *format, va_list arguments) {
    while (*format != '\0') {
        if (*format != '{') {
            put(to, *format);
            format++;
            continue;
        }
        struct spec spec = {0, 0, 0, 0, 0, '\0'};
        format = read_spec(format + 1, &spec);
        switch (spec.kind) {
        case 'i':
            if (spec.wide) {
                put_signed(to, &spec, va_arg(arguments, long long));
            } else {
                put_signed(to, &spec, va_arg(arguments, int));
            }
            break;
        case 'u':
        case 'x':
        case 'b': {
            unsigned base = spec.kind == 'u' ? 10 : spec.kind == 'x' ? 16 : 2;
            uint64_t value = 0;
            if (spec.wide) {
                value = va_arg(arguments, unsigned long long);
            } else {
                value = va_arg(arguments, unsigned);
            }
            put_number(to, &spec, value, 0, base);
            break;
        }
        case 's':
            put_text(to, &spec, va_arg(arguments, const char *));
            break;
        case 'c':
            pad(to, (char)va_arg(arguments, int), spec.width > 0 ? spec.width : 1);
            break;
        case 'h': {
            double halves = va_arg(arguments, double) * 2.0;
            int64_t whole = (int64_t)halves;
            put_signed(to, &spec, whole / 2);
            put_text(to, &(struct spec){0, 0, 0, 0, 0, 's'}, whole % 2 != 0 ? ".5" : ".0");
            break;
        }
        case '{':
            put(to, '{');
            break;
        default:
            unknown_kinds++;
            put(to, '?');
            break;
        }
        if (*format == '}') {
            format++;
        }
    }
}

static int format(char *out, int room, const char *text, ...) {
    struct writer to = {out, room, 0, 0};
    va_list arguments;
    va_start(arguments, text);
    format_list(&to, text, arguments);
    va_end(arguments);
    out[to.used] = '\0';
    total_lost += to.lost;
    return to.used;
}

static void line(const char *text, ...) {
    char buffer[ROOM] = "";
    struct writer to = {buffer, ROOM, 0, 0};
    va_list arguments;
    va_start(arguments, text);
    format_list(&to, text, arguments);
    va_end(arguments);
    buffer[to.used] = '\0';
    for (int i = 0; i < to.used; i++) {
        checksum = checksum * 33u ^ (uint32_t)(unsigned char)buffer[i];
    }
    lines++;
    printf("%s\n", buffer);
}

// A count, and as many numbers: folded from the left, with a second look at all of them.
static long fold(char operation, int count, ...) {
    va_list numbers;
    va_list again;
    long result = 0;
    long spread = 0;
    va_start(numbers, count);
    va_copy(again, numbers);
    for (int i = 0; i < count; i++) {
        int number = va_arg(numbers, int);
        switch (operation) {
        case '+':
            result += number;
            break;
        case 'm':
            if (i == 0 || number > result) {
                result = number;
            }
            break;
        case 'a':
            result = i % 2 == 0 ? result + number : result - number;
            break;
        default:
            unknown_kinds++;
            break;
        }
    }
    for (int i = 0; i < count; i++) {
        long distance = va_arg(again, int) - result;
        spread += distance < 0 ? -distance : distance;
    }
    va_end(again);
    va_end(numbers);
    return result * 1000 + spread;
}

int main(void) {
    char small[12] = "";
    char nested[40] = "";
    line("plain text, {{ and }");
    line("[{i}] [{6i}] [{<6i}] [{06i}] [{+i}]", 42, -42, 42, -42, 42);
    line("[{u}] [{x}] [{08x}] [{b}]", 3000000000u, 48879u, 0xbeefu, 10u);
    line("[{wi}] [{wx}] [{25wi}]", -9000000000000000000LL, 0xfedcba9876543210uLL, 1234567890123LL);
    line("[{8s}] [{<8s}] [{s}]", "heron", "otter", "");
    line("[{c}] [{5c}] {h} {h} {h}", 'x', '-', 2.5, -7.0, 1024.5);
    line("unknown {q} stays");
    int used = format(nested, 40, "<{3i}:{<4s}>", 7, "ab");
    line("nested {s} of {i}", nested, used);
    used = format(small, 12, "{s} {i}", "much too long", 5);
    line("cut to {i}: {s}", used, small);
    for (int i = 1; i <= 4; i++) {
        line("{i}: {06b} {+5i} {<5u}|", i, (unsigned)(i * i * i), i % 2 == 0 ? i : -i, (unsigned)i * 100u);
    }
    long sum = fold('+', 5, 1, 20, 300, -4000, 50000);
    long most = fold('m', 4, -8, -3, -5, -13);
    long turns = fold('a', 6, 9, 8, 7, 6, 5, 4);
    line("folds {wi} {wi} {wi}", (long long)sum, (long long)most, (long long)turns);
    printf("%d lines, %d unknown, %d lost\n", lines, unknown_kinds, total_lost);
    printf("checksum %08x\n", (unsigned)checksum);
    return 0;
}
