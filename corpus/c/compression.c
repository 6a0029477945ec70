// A text is squeezed by back references, by run lengths and by prefix codes, restored each time, and guarded by CRCs.
#include <stdint.h>
#include <stdio.h>

enum { ROOM = 2048, SYMBOLS = 256, WINDOW = 255 };

static uint8_t text[ROOM];
static uint8_t packed[ROOM];
static uint8_t restored[ROOM];
static uint32_t crc_table[256];
static int text_length;
static int overruns;
static int failures;

struct bit_stream {
    uint8_t *bytes;
    int at;
    int room;
};

static void make_text(void) {
    static const char *const parts[8] = {"the river ", "and ",     "the willow ", "bend ",
                                         "aaaaaaa",    "slowly; ", "over ",       "\n"};
    uint32_t state = 77;
    while (text_length < 900) {
        state = state * 69069u + 1u;
        const char *part = parts[state >> 20 & 7u];
        for (int i = 0; part[i] != '\0'; i++) {
            text[text_length] = (uint8_t)part[i];
            text_length++;
        }
    }
}

static void make_crc_table(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t value = i;
        for (int bit = 0; bit < 8; bit++) {
            if (value & 1u) {
                value = value >> 1 ^ 0xedb88320u;
            } else {
                value >>= 1;
            }
        }
        crc_table[i] = value;
    }
}

static uint32_t crc_of(const uint8_t *bytes, int count) {
    uint32_t crc = 0xffffffffu;
    for (int i = 0; i < count; i++) {
        crc = crc >> 8 ^ crc_table[(crc ^ bytes[i]) & 255u];
    }
    return ~crc;
}

static uint16_t crc16_of(const uint8_t *bytes, int count) {
    unsigned crc = 0x1d0fu;
    for (int i = 0; i < count; i++) {
        crc ^= (unsigned)bytes[i] << 8;
        for (int bit = 0; bit < 8; bit++) {
            crc = crc & 0x8000u ? (crc << 1 ^ 0x1021u) & 0xffffu : crc << 1;
        }
    }
    return (uint16_t)crc;
}

static int put_byte(uint8_t *to, int at, unsigned byte) {
    if (at >= ROOM) {
        overruns++;
        return at;
    }
    to[at] = (uint8_t)(byte & 255u);
    return at + 1;
}

static int match_length(int at, int before) {
    int length = 0;
    while (at + length < text_length && length < 130 && text[before + length] == text[at + length]) {
        length++;
    }
    return length;
}

// Literals run as (count - 1, bytes), references as (128 + length - 3, distance).
static int squeeze_references(void) {
    int used = 0;
    int literals = 0;
    int at = 0;
    while (at <= text_length) {
        int best = 0;
        int distance = 0;
        for (int before = at - 1; at < text_length && before >= 0 && before >= at - WINDOW; before--) {
            int length = match_length(at, before);
            if (length > best) {
                best = length;
                distance = at - before;
            }
        }
        int ends = best >= 4 || at == text_length;
        if (literals == 128 || (ends && literals > 0)) {
            used = put_byte(packed, used, (unsigned)literals - 1u);
            for (int i = at - literals; i < at; i++) {
                used = put_byte(packed, used, text[i]);
            }
            literals = 0;
        }
        if (at == text_length) {
            break;
        }
        if (best >= 4) {
            used = put_byte(packed, used, 128u + (unsigned)best - 3u);
            used = put_byte(packed, used, (unsigned)distance);
            at += best;
        } else {
            literals++;
            at++;
        }
    }
    return used;
}

static int restore_references(int count) {
    int to = 0;
    int at = 0;
    while (at < count) {
        int head = packed[at];
        at++;
        if (head < 128) {
            for (int i = 0; i <= head; i++) {
                to = put_byte(restored, to, packed[at]);
                at++;
            }
            continue;
        }
        int distance = packed[at];
        at++;
        if (distance == 0 || distance > to) {
            printf("bad distance %d\n", distance);
            failures++;
            break;
        }
        for (int i = 0; i < head - 125; i++) {
            to = put_byte(restored, to, restored[to - distance]);
        }
    }
    return to;
}

static int squeeze_runs(void) {
    int used = 0;
    int at = 0;
    while (at < text_length) {
        int run = 1;
        while (at + run < text_length && run < 255 && text[at + run] == text[at]) {
            run++;
        }
        if (run > 3 || text[at] == 0x1b) {
            used = put_byte(packed, used, 0x1b);
            used = put_byte(packed, used, (unsigned)run);
            used = put_byte(packed, used, text[at]);
        } else {
            for (int i = 0; i < run; i++) {
                used = put_byte(packed, used, text[at]);
            }
        }
        at += run;
    }
    return used;
}

static int restore_runs(int count) {
    int to = 0;
    for (int at = 0; at < count; at++) {
        int run = 1;
        if (packed[at] == 0x1b) {
            run = packed[at + 1];
            at += 2;
        }
        while (run > 0) {
            to = put_byte(restored, to, packed[at]);
            run--;
        }
    }
    return to;
}

static void put_bits(struct bit_stream *to, unsigned code, int length) {
    for (int i = length - 1; i >= 0; i--) {
        int byte = to->at / 8;
        if (byte >= to->room) {
            overruns++;
            return;
        }
        if (to->at % 8 == 0) {
            to->bytes[byte] = 0;
        }
        unsigned bit = code >> i & 1u;
        to->bytes[byte] = (uint8_t)(to->bytes[byte] | bit << (7 - to->at % 8));
        to->at++;
    }
}

static int get_bit(struct bit_stream *from) {
    int bit = from->bytes[from->at / 8] >> (7 - from->at % 8) & 1;
    from->at++;
    return bit;
}

// Prefix codes by merging the two lightest trees; parents are numbered after the symbols.
static int code_lengths(int *lengths) {
    int weight[2 * SYMBOLS] = {0};
    int parent[2 * SYMBOLS] = {0};
    int count = SYMBOLS;
    for (int i = 0; i < text_length; i++) {
        weight[text[i]]++;
    }
    for (;;) {
        int lightest = -1;
        int second = -1;
        for (int i = 0; i < count; i++) {
            if (weight[i] == 0 || parent[i] != 0) {
                continue;
            }
            if (lightest < 0 || weight[i] < weight[lightest]) {
                second = lightest;
                lightest = i;
            } else if (second < 0 || weight[i] < weight[second]) {
                second = i;
            }
        }
        if (second < 0) {
            break;
        }
        weight[count] = weight[lightest] + weight[second];
        parent[lightest] = count;
        parent[second] = count;
        count++;
    }
    int longest = 0;
    for (int i = 0; i < SYMBOLS; i++) {
        lengths[i] = 0;
        for (int up = i; parent[up] != 0; up = parent[up]) {
            lengths[i]++;
        }
        if (lengths[i] > longest) {
            longest = lengths[i];
        }
    }
    return longest;
}

static int through_prefix_codes(int *longest) {
    int lengths[SYMBOLS] = {0};
    unsigned codes[SYMBOLS] = {0};
    unsigned next = 0;
    *longest = code_lengths(lengths);
    for (int length = 1; length <= *longest; length++) {
        next <<= 1;
        for (int i = 0; i < SYMBOLS; i++) {
            if (lengths[i] == length) {
                codes[i] = next;
                next++;
            }
        }
    }
    struct bit_stream stream = {packed, 0, ROOM};
    for (int i = 0; i < text_length; i++) {
        put_bits(&stream, codes[text[i]], lengths[text[i]]);
    }
    int total_bits = stream.at;
    stream.at = 0;
    int to = 0;
    unsigned code = 0;
    int length = 0;
    while (stream.at < total_bits) {
        code = code << 1 | (unsigned)get_bit(&stream);
        length++;
        for (int i = 0; i < SYMBOLS; i++) {
            if (lengths[i] == length && codes[i] == code) {
                to = put_byte(restored, to, (unsigned)i);
                code = 0;
                length = 0;
                break;
            }
        }
    }
    if (to != text_length || length != 0) {
        failures++;
    }
    return total_bits;
}

static uint32_t judge(const char *name, int used, int length) {
    uint32_t crc = crc_of(packed, used);
    for (int i = 0; i < text_length; i++) {
        if (restored[i] != text[i] || length != text_length) {
            printf("%s differs at %d\n", name, i);
            failures++;
            break;
        }
    }
    for (int i = 0; i < ROOM; i++) {
        restored[i] = 0;
    }
    printf("%s: %d bytes, crc %08x\n", name, used, (unsigned)crc);
    return crc;
}

int main(void) {
    uint32_t sum = 0;
    make_text();
    make_crc_table();
    uint32_t whole = crc_of(text, text_length);
    unsigned small = crc16_of(text, text_length);
    printf("text: %d bytes, crc %08x, crc16 %04x\n", text_length, (unsigned)whole, small);
    int used = squeeze_references();
    int length = restore_references(used);
    sum ^= judge("references", used, length);
    used = squeeze_runs();
    length = restore_runs(used);
    sum += judge("runs", used, length) * 3u;
    int longest = 0;
    int bits = through_prefix_codes(&longest);
    sum ^= judge("prefix codes", (bits + 7) / 8, text_length) * 5u;
    printf("%d bits, longest code %d\n", bits, longest);
    printf("overruns %d failures %d\n", overruns, failures);
    printf("checksum %08x\n", (unsigned)(sum ^ whole ^ small));
    return failures != 0;
}
