// Bit-fields and packed flags: dates, colours, permissions and instructions, packed by the compiler and by hand.
#include <stdint.h>
#include <stdio.h>

struct date {
    unsigned day : 5;
    unsigned month : 4;
    unsigned year : 12;
    unsigned weekday : 3;
};

struct colour {
    unsigned red : 5;
    unsigned green : 6;
    unsigned blue : 5;
    unsigned opaque : 1;
};

struct delta {
    signed int x : 7;
    signed int y : 7;
    signed int turn : 3;
    unsigned pen : 1;
};

struct instruction {
    unsigned opcode : 6;
    unsigned target : 5;
    unsigned : 0;
    signed int offset : 11;
    unsigned flags : 4;
};

enum permission { READ = 1, WRITE = 2, RUN = 4, OWN = 8 };

static struct date today = {27, 2, 2024, 2};
static struct colour palette[8];
static struct delta pen;
static unsigned char permissions[10];
static uint32_t checksum = 23;
static int wraps;
static int refused;
static int mistakes;

static void fold(uint32_t value) {
    checksum = (checksum << 3 | checksum >> 29) ^ value;
    checksum = checksum * 747796405u + 2891336453u;
}

static int days_in(unsigned month, unsigned year) {
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    if (month < 1 || month > 12) {
        mistakes++;
        return 30;
    }
    return month == 2 ? days[1] + leap : days[month - 1];
}

static void next_day(struct date *date) {
    date->weekday = (date->weekday + 1u) % 7u;
    if ((int)date->day < days_in(date->month, date->year)) {
        date->day++;
        return;
    }
    date->day = 1;
    if (date->month < 12) {
        date->month++;
    } else {
        date->month = 1;
        date->year++;
    }
}

static uint32_t pack_date(const struct date *date) {
    uint32_t packed = date->year;
    packed = packed << 4 | date->month;
    packed = packed << 5 | date->day;
    packed = packed << 3 | date->weekday;
    return packed;
}

static struct date unpack_date(uint32_t packed) {
    struct date date = {0, 0, 0, 0};
    date.weekday = packed & 7u;
    date.day = packed >> 3 & 31u;
    date.month = packed >> 8 & 15u;
    date.year = packed >> 12 & 4095u;
    return date;
}

static void paint(void) {
    unsigned value = 0x2f;
    for (int i = 0; i < 8; i++) {
        struct colour *colour = &palette[i];
        value = value * 109u + 7u;
        colour->red = value & 31u;
        colour->green = value >> 5 & 63u;
        colour->blue = value >> 11 & 31u;
        colour->opaque = value >> 16 & 1u;
    }
}

static struct colour blend(struct colour a, struct colour b) {
    struct colour mixed = {0, 0, 0, 0};
    mixed.red = (a.red + b.red + 1u) / 2u;
    mixed.green = (a.green + b.green + 1u) / 2u;
    mixed.blue = (a.blue + b.blue + 1u) / 2u;
    if (a.opaque && b.opaque) {
        mixed.opaque = 1;
    } else if (!a.opaque && !b.opaque) {
        mixed.red = 0;
    }
    return mixed;
}

static uint32_t pack_colour(const struct colour *colour) {
    return (uint32_t)colour->red | (uint32_t)colour->green << 5 | (uint32_t)colour->blue << 11 |
           (uint32_t)colour->opaque << 16;
}

static void move(struct delta *state, int dx, int dy, int turn) {
    int x = state->x + dx;
    int y = state->y + dy;
    if (x > 63 || x < -64) {
        x = x > 0 ? x - 128 : x + 128;
        wraps++;
    }
    if (y > 63 || y < -64) {
        y = y > 0 ? y - 128 : y + 128;
        wraps++;
    }
    state->x = x;
    state->y = y;
    int facing = state->turn + turn;
    while (facing > 3) {
        facing -= 8;
    }
    while (facing < -4) {
        facing += 8;
    }
    state->turn = facing;
    state->pen = !state->pen;
}

static int allow(int who, unsigned wanted) {
    unsigned has = permissions[who];
    if (has & OWN) {
        return 1;
    }
    if ((wanted & WRITE) && !(has & READ)) {
        refused++;
        return 0;
    }
    if ((has & wanted) != wanted) {
        refused++;
        return 0;
    }
    return 1;
}

static int change(int who, int whom, unsigned set, unsigned clear) {
    if (!allow(who, WRITE)) {
        return 0;
    }
    unsigned now = permissions[whom];
    now |= set;
    now &= ~clear;
    permissions[whom] = (unsigned char)(now & 15u);
    return 1;
}

static int run_instructions(void) {
    struct instruction code[6] = {{1, 3, 100, 0},  {2, 3, -7, 1}, {3, 4, -1024, 2},
                                  {1, 4, 1023, 4}, {2, 4, 5, 8},  {0, 0, 0, 15}};
    int registers[32] = {0};
    int at = 0;
    int steps = 0;
    while (steps < 100) {
        struct instruction *now = &code[at];
        unsigned opcode = now->opcode;
        unsigned target = now->target;
        steps++;
        if (opcode == 0) {
            break;
        }
        if (opcode == 1) {
            registers[target] = now->offset;
        } else if (opcode == 2) {
            registers[target] += now->offset;
            if (registers[target] > 60) {
                now->flags ^= 1u;
                now->offset--;
                continue;
            }
        } else if (opcode == 3) {
            registers[target] -= now->offset / 2;
        } else {
            mistakes++;
        }
        at++;
        if (at == 5 && registers[4] < 1050 && code[4].flags == 8u) {
            at = 4;
        }
        if (registers[4] > 1040) {
            code[4].flags = 9;
        }
    }
    for (int i = 0; i < 6; i++) {
        fold(code[i].flags);
        fold((uint32_t)(code[i].offset + 2000));
    }
    printf("registers %d %d after %d steps\n", registers[3], registers[4], steps);
    return registers[3] * 7 + registers[4];
}

int main(void) {
    for (int i = 0; i < 800; i++) {
        next_day(&today);
        uint32_t packed = pack_date(&today);
        struct date back = unpack_date(packed);
        if (back.day != today.day || back.year != today.year) {
            mistakes++;
        }
        if (i % 160 == 0) {
            fold(packed);
            unsigned year = today.year;
            unsigned month = today.month;
            unsigned day = today.day;
            unsigned weekday = today.weekday;
            printf("%u-%02u-%02u weekday %u packed %x\n", year, month, day, weekday, (unsigned)packed);
        }
    }
    paint();
    struct colour mixed = palette[0];
    for (int i = 1; i < 8; i++) {
        mixed = blend(mixed, palette[i]);
        uint32_t packed = pack_colour(&mixed);
        fold(packed);
    }
    printf("blended %05x\n", (unsigned)pack_colour(&mixed));
    for (int i = 0; i < 60; i++) {
        move(&pen, i * 5 % 23 - 4, 9 - i % 13, i % 4 - 1);
    }
    int x = pen.x;
    int y = pen.y;
    int turn = pen.turn;
    printf("pen at %d %d facing %d, wraps %d\n", x, y, turn, wraps);
    permissions[0] = OWN;
    permissions[1] = READ | WRITE;
    permissions[2] = WRITE;
    int changes = 0;
    for (int i = 0; i < 40; i++) {
        unsigned set = (unsigned)(i * 3 % 8);
        unsigned clear = i % 5 == 0 ? READ : 0u;
        changes += change(i % 10, (i * 7 + 3) % 10, set, clear);
    }
    for (int i = 0; i < 10; i++) {
        fold(permissions[i]);
    }
    printf("changes %d refused %d\n", changes, refused);
    fold((uint32_t)run_instructions());
    printf("mistakes %d\n", mistakes);
    printf("checksum %08x\n", (unsigned)(checksum ^ (uint32_t)(x * 1000 + y)));
    return 0;
}
