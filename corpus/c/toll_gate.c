// Machines with named states: a toll gate with coins, a combination lock, a lift, and traffic lights, all with memory.
#include <stdint.h>
#include <stdio.h>

enum gate_state { CLOSED, PAYING, OPEN, JAMMED };
enum lock_state { LOCKED, FIRST, SECOND, UNLOCKED, FROZEN };
enum light { RED, RED_AMBER, GREEN, AMBER, LIGHTS };
enum { FLOORS = 9, PRICE = 30 };

struct gate {
    enum gate_state state;
    int paid;
    int passed;
    int coins[4];
};

struct lift {
    int floor;
    int direction;
    unsigned calls;
    int travelled;
    int stops;
};

static const int coin_values[4] = {5, 10, 20, 50};
static struct gate gate;
static struct lift lift = {4, 1, 0, 0, 0};
static enum lock_state lock = LOCKED;
static int alarms;
static int impossible;
static uint32_t history = 1;

static void remember(int what) {
    history ^= (uint32_t)what;
    history = (history << 11 | history >> 21) * 2654435769u;
}

static unsigned serial(void) {
    static unsigned next = 100;
    static unsigned step = 1;
    next += step;
    step = step * 3u % 17u;
    return next;
}

static int give_change(int amount) {
    int given = 0;
    for (int i = 3; i >= 0; i--) {
        while (amount >= coin_values[i] && gate.coins[i] > 0) {
            amount -= coin_values[i];
            gate.coins[i]--;
            given++;
        }
    }
    if (amount > 0) {
        gate.state = JAMMED;
    }
    return given;
}

static void insert_coin(int kind) {
    switch (gate.state) {
    case CLOSED:
        gate.paid = 0;
        gate.state = PAYING;
        // fall through
    case PAYING:
        gate.coins[kind]++;
        gate.paid += coin_values[kind];
        if (gate.paid >= PRICE) {
            gate.state = OPEN;
            if (gate.paid > PRICE) {
                int given = give_change(gate.paid - PRICE);
                remember(given);
            }
        }
        break;
    case OPEN:
        gate.coins[kind]++;
        remember(500 + kind);
        break;
    case JAMMED:
        remember(600 + kind);
        break;
    default:
        impossible++;
        break;
    }
}

static void push_gate(void) {
    if (gate.state == OPEN) {
        gate.passed++;
        gate.state = CLOSED;
        unsigned ticket = serial();
        remember((int)ticket);
    } else if (gate.state == JAMMED) {
        gate.coins[0] += 2;
        gate.coins[1] += 1;
        gate.state = CLOSED;
    } else {
        alarms++;
    }
}

static enum lock_state turn_lock(enum lock_state now, int digit) {
    static int mistakes = 0;
    static const int combination[3] = {4, 1, 7};
    if (now == FROZEN) {
        mistakes--;
        return mistakes > 0 ? FROZEN : LOCKED;
    }
    if (now == UNLOCKED) {
        mistakes = 0;
        return digit == 0 ? LOCKED : UNLOCKED;
    }
    if (digit == combination[now]) {
        return (enum lock_state)(now + 1);
    }
    mistakes++;
    if (mistakes >= 6) {
        return FROZEN;
    }
    return digit == combination[0] ? FIRST : LOCKED;
}

static int has_calls_beyond(const struct lift *of) {
    unsigned beyond = of->direction > 0 ? of->calls >> (of->floor + 1) : of->calls & ((1u << of->floor) - 1u);
    return beyond != 0;
}

static void move_lift(struct lift *it) {
    if (it->calls == 0) {
        return;
    }
    if (it->calls >> it->floor & 1u) {
        it->calls &= ~(1u << it->floor);
        it->stops++;
        remember(it->floor);
        return;
    }
    if (!has_calls_beyond(it)) {
        it->direction = -it->direction;
    }
    it->floor += it->direction;
    it->travelled++;
    if (it->floor < 0 || it->floor >= FLOORS) {
        printf("the lift has left the house\n");
        impossible++;
        it->floor = 0;
    }
}

static enum light next_light(enum light now, int waiting, int *timer) {
    static const int least_time[LIGHTS] = {4, 1, 3, 2};
    *timer += 1;
    if (*timer < least_time[now]) {
        return now;
    }
    if (now == GREEN && !waiting && *timer < 9) {
        return now;
    }
    *timer = 0;
    switch (now) {
    case RED:
        return RED_AMBER;
    case RED_AMBER:
        return GREEN;
    case GREEN:
        return AMBER;
    case AMBER:
        return RED;
    case LIGHTS:
    default:
        impossible++;
        return RED;
    }
}

static void run_lights(int hours) {
    enum light north = RED;
    enum light east = GREEN;
    int north_timer = 0;
    int east_timer = 0;
    int times[LIGHTS] = {0};
    int both_green = 0;
    for (int i = 0; i < hours; i++) {
        int cars = i * i % 7;
        enum light before = east;
        east = next_light(east, cars > 3, &east_timer);
        if (before == AMBER && east == RED) {
            north = RED_AMBER;
            north_timer = 0;
        } else if (north != RED) {
            north = next_light(north, cars > 4, &north_timer);
        }
        if (north != RED && east != RED) {
            east = RED;
            east_timer = 0;
        }
        if (north == GREEN && east == GREEN) {
            both_green++;
        }
        times[north]++;
        remember((int)north * 4 + (int)east);
    }
    if (both_green > 0) {
        printf("both green %d times\n", both_green);
        impossible++;
    }
    printf("lights %d %d %d %d\n", times[RED], times[RED_AMBER], times[GREEN], times[AMBER]);
}

int main(void) {
    unsigned state = 2024;
    for (int i = 0; i < 120; i++) {
        state = state * 1664525u + 1013904223u;
        unsigned drawn = state >> 24;
        if (drawn % 3 == 0) {
            push_gate();
        } else {
            insert_coin((int)(drawn >> 4 & 3u));
        }
        if (i % 30 == 29) {
            printf("gate: state %d, passed %d, alarms %d, coins %d %d %d %d\n", (int)gate.state, gate.passed, alarms,
                   gate.coins[0], gate.coins[1], gate.coins[2], gate.coins[3]);
        }
    }
    static const char digits[] = "417041417099999941741700417";
    int visits[FROZEN + 1] = {0};
    for (int i = 0; digits[i] != '\0'; i++) {
        lock = turn_lock(lock, digits[i] - '0');
        visits[lock]++;
        remember((int)lock);
    }
    for (int i = 0; i <= FROZEN; i++) {
        printf("lock state %d: %d\n", i, visits[i]);
    }
    for (int i = 0; i < 150; i++) {
        if (i % 6 == 0) {
            lift.calls |= 1u << (i * 5 / 6 % FLOORS);
        }
        move_lift(&lift);
    }
    printf("lift at %d, travelled %d, stops %d, calls %x\n", lift.floor, lift.travelled, lift.stops, lift.calls);
    run_lights(90);
    if (impossible) {
        printf("impossible %d\n", impossible);
        return 9;
    }
    unsigned ticket = serial();
    printf("next ticket %u\n", ticket);
    printf("checksum %08x\n", (unsigned)history);
    return 0;
}
