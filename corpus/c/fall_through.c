// Switches that fall through, jump into loops, nest and skip: unrolled copies, calendars, vowels and a tiny scheduler.
#include <stdint.h>
#include <stdio.h>

enum { ROOM = 64 };

enum phase { IDLE, WARM, RUN, COOL, FAULT };

static int source[ROOM];
static int target[ROOM];
static uint32_t checksum = 3;
static int wrong;
static int *const first_target = target;

static void note(uint32_t value) {
    checksum = (checksum ^ value) * 16777619u;
}

static void copy_unrolled(int *to, const int *from, int count) {
    if (count <= 0) {
        return;
    }
    int turns = (count + 7) / 8;
    switch (count % 8) {
        do {
        case 0:
            *to = *from;
            to++;
            from++;
            // fall through
        case 7:
            *to = *from;
            to++;
            from++;
            // fall through
        case 6:
            *to = *from;
            to++;
            from++;
            // fall through
        case 5:
            *to = *from;
            to++;
            from++;
            // fall through
        case 4:
            *to = *from;
            to++;
            from++;
            // fall through
        case 3:
            *to = *from;
            to++;
            from++;
            // fall through
        case 2:
            *to = *from;
            to++;
            from++;
            // fall through
        case 1:
            *to = *from;
            to++;
            from++;
            turns--;
        } while (turns > 0);
        break;
    default:
        wrong++;
        break;
    }
}

static uint32_t tail_hash(const unsigned char *bytes, int count) {
    uint32_t hash = (uint32_t)count;
    int at = 0;
    while (count - at >= 4) {
        uint32_t word = bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16 |
                        (uint32_t)bytes[at + 3] << 24;
        hash = (hash ^ word) * 0x9e3779b1u;
        at += 4;
    }
    uint32_t rest = 0;
    switch (count - at) {
    case 3:
        rest |= (uint32_t)bytes[at + 2] << 16;
        // fall through
    case 2:
        rest |= (uint32_t)bytes[at + 1] << 8;
        // fall through
    case 1:
        rest |= bytes[at];
        hash = (hash ^ rest) * 0x85ebca6bu;
        break;
    case 0:
        hash ^= 0x1234u;
        break;
    default:
        wrong++;
        break;
    }
    return hash ^ hash >> 13;
}

static int is_leap(int year) {
    switch (year % 4) {
    case 0:
        if (year % 100 == 0 && year % 400 != 0) {
            break;
        }
        return 1;
    case 1:
    case 2:
    case 3:
    default:
        break;
    }
    return 0;
}

static int day_of_year(int year, int month, int day) {
    int days = day;
    switch (month - 1) {
    case 11:
        days += 30;
        // fall through
    case 10:
        days += 31;
        // fall through
    case 9:
        days += 30;
        // fall through
    case 8:
        days += 31;
        // fall through
    case 7:
        days += 31;
        // fall through
    case 6:
        days += 30;
        // fall through
    case 5:
        days += 31;
        // fall through
    case 4:
        days += 30;
        // fall through
    case 3:
        days += 31;
        // fall through
    case 2:
        days += is_leap(year) ? 29 : 28;
        // fall through
    case 1:
        days += 31;
        // fall through
    case 0:
        break;
    default:
        days = -1;
        wrong++;
        break;
    }
    return days;
}

static enum phase next_phase(enum phase now, int heat, int *events) {
    switch (now) {
    case IDLE:
        if (heat < 3) {
            break;
        }
        *events += 1;
        now = WARM;
        // fall through
    case WARM:
        switch (heat % 5) {
        case 0:
        case 1:
            now = RUN;
            break;
        case 2:
            *events += 10;
            break;
        default:
            if (heat > 20) {
                now = FAULT;
            }
            break;
        }
        break;
    case RUN:
        if (heat % 3 == 0) {
            now = COOL;
        } else {
            *events += 100;
            break;
        }
        // fall through
    case COOL:
        *events += 1000;
        if (heat % 2 == 0) {
            now = IDLE;
        }
        break;
    case FAULT:
        return FAULT;
    default:
        wrong++;
        break;
    }
    return now;
}

static int classify(const char *text, int *vowels, int *others) {
    int longest = 0;
    int run = 0;
    for (; *text != '\0'; text++) {
        switch (*text) {
        case 'a':
        case 'e':
        case 'i':
        case 'o':
        case 'u':
            *vowels += 1;
            run++;
            continue;
        case ' ':
        case ',':
            break;
        case '2':
        case '4':
            *others += 99;
            // fall through
        default:
            *others += 1;
            break;
        }
        if (run > longest) {
            longest = run;
        }
        run = 0;
    }
    return longest;
}

static int sparse(long long key) {
    switch (key) {
    case -5000000000LL:
        return 1;
    case -1:
        return 2;
    case 0:
        return 3;
    case 77:
        return 4;
    case 4294967296LL:
        return 5;
    case 9000000000000000000LL:
        return 6;
    default:
        return key > 0 ? 7 : 8;
    }
}

int main(void) {
    unsigned char bytes[16] = {0};
    for (int i = 0; i < ROOM; i++) {
        source[i] = i * i - 20 * i + 3;
    }
    for (int i = 0; i < 16; i++) {
        bytes[i] = (unsigned char)(i * 37 + 11);
    }
    for (int count = 0; count <= 40; count += 5) {
        copy_unrolled(target + count % 3, source + count % 7, count);
        int sum = 0;
        for (int i = 0; i < ROOM; i++) {
            sum += first_target[i] * (i + 1);
        }
        note((uint32_t)sum);
        printf("copied %d, weighted sum %d\n", count, sum);
    }
    for (int count = 9; count <= 12; count++) {
        uint32_t hash = tail_hash(bytes, count);
        note(hash);
        printf("hash of %d bytes %08x\n", count, (unsigned)hash);
    }
    static const int dates[5][3] = {{1900, 3, 1}, {2000, 3, 1}, {2023, 12, 31}, {2024, 12, 31}, {1999, 1, 9}};
    for (int i = 0; i < 5; i++) {
        int day = day_of_year(dates[i][0], dates[i][1], dates[i][2]);
        note((uint32_t)day);
        printf("%d-%02d-%02d is day %d\n", dates[i][0], dates[i][1], dates[i][2], day);
    }
    enum phase phase = IDLE;
    int events = 0;
    for (int heat = 0; heat < 30; heat++) {
        phase = next_phase(phase, heat * 7 % 19, &events);
        note((uint32_t)phase * 31u + (uint32_t)events);
    }
    printf("phase %d after events %d\n", (int)phase, events);
    int vowels = 0;
    int others = 0;
    int longest = classify("queueing, aeiou and 42 sequoias", &vowels, &others);
    printf("vowels %d others %d longest %d\n", vowels, others, longest);
    static const long long keys[8] = {-5000000000LL, -1, 0, 77, 4294967296LL, 9000000000000000000LL, 78, -2};
    int picked = 0;
    for (int i = 0; i < 8; i++) {
        picked = picked * 9 % 1000003 + sparse(keys[i]);
    }
    printf("picked %d wrong %d\n", picked, wrong);
    printf("checksum %08x\n", (unsigned)(checksum ^ (uint32_t)(vowels * 1000 + others + picked)));
    return 0;
}
