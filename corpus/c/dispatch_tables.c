// Tables of functions: an event loop with handlers that replace themselves, operators by name, visitors and pipelines.
#include <stdint.h>
#include <stdio.h>

enum event_kind { START, DATA, PAUSE, RESUME, STOP, EVENTS };

struct event {
    enum event_kind kind;
    int payload;
};

struct session;
typedef void handler(struct session *session, const struct event *event);

struct session {
    handler *handlers[EVENTS];
    int total;
    int held;
    int ignored;
    int moves;
};

typedef int operation(int, int);
typedef uint32_t stage(uint32_t);

struct named_operation {
    const char *name;
    operation *apply;
    int swaps;
};

static uint32_t checksum = 77;
static struct session *current;
static int unexpected;
static int visits;
static operation *last_operation;

static handler on_start, on_data, on_data_held, on_pause, on_resume, on_stop, ignore, refuse;

static void fold(int value) {
    checksum ^= (uint32_t)value;
    checksum = (checksum << 13 | checksum >> 19) * 5u + 0x52dce729u;
}

static void use(struct session *session, enum event_kind kind, handler *chosen) {
    if (session->handlers[kind] != chosen) {
        session->moves++;
    }
    session->handlers[kind] = chosen;
}

static void on_start(struct session *session, const struct event *event) {
    session->total = event->payload;
    use(session, START, ignore);
    use(session, DATA, on_data);
    use(session, PAUSE, on_pause);
    use(session, STOP, on_stop);
}

static void on_data(struct session *session, const struct event *event) {
    int value = event->payload;
    if (value > 50) {
        value -= 50;
        session->held++;
    }
    session->total += value;
}

static void on_data_held(struct session *session, const struct event *event) {
    session->held += event->payload % 7;
}

static void on_pause(struct session *session, const struct event *event) {
    (void)event;
    use(session, DATA, on_data_held);
    use(session, RESUME, on_resume);
    use(session, PAUSE, ignore);
}

static void on_resume(struct session *session, const struct event *event) {
    session->total += session->held * event->payload;
    session->held = 0;
    use(session, DATA, on_data);
    use(session, PAUSE, on_pause);
    use(session, RESUME, ignore);
}

static void on_stop(struct session *session, const struct event *event) {
    session->total -= event->payload;
    for (int kind = DATA; kind <= STOP; kind++) {
        use(session, (enum event_kind)kind, ignore);
    }
    use(session, START, on_start);
}

static void ignore(struct session *session, const struct event *event) {
    session->ignored += 1 + event->payload % 3;
}

static void refuse(struct session *session, const struct event *event) {
    printf("refused %d with %d\n", (int)event->kind, event->payload);
    session->total = -1;
    unexpected++;
}

static int run_session(struct session *session, uint32_t seed, int count) {
    current = session;
    for (int i = 0; i < count; i++) {
        seed = seed * 22695477u + 1u;
        struct event event = {(enum event_kind)(seed >> 20 & 3u), (int)(seed >> 24 & 63u)};
        if (i % 16 == 15) {
            event.kind = STOP;
        } else if (seed >> 28 == 9u) {
            event.kind = RESUME;
        }
        handler *chosen = session->handlers[event.kind];
        if (chosen == NULL) {
            refuse(session, &event);
            break;
        }
        chosen(session, &event);
        fold(session->total + session->held);
    }
    return session->total;
}

static int plus(int a, int b) {
    return a + b;
}

static int minus(int a, int b) {
    return a - b;
}

static int times(int a, int b) {
    return a % 1000 * (b % 1000);
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int rest(int a, int b) {
    return b == 0 ? 0 : a % b;
}

static const struct named_operation operations[] = {
    {"plus", plus, 1}, {"minus", minus, 0}, {"times", times, 1}, {"larger", larger, 1}, {"rest", rest, 0},
};

static int same_name(const char *a, const char *b) {
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static const struct named_operation *find_operation(const char *name) {
    for (unsigned i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        if (same_name(operations[i].name, name)) {
            return &operations[i];
        }
    }
    return NULL;
}

static int reduce(const int *values, int count, operation *apply) {
    int result = values[0];
    last_operation = apply;
    for (int i = 1; i < count; i++) {
        result = apply(result, values[i]);
    }
    return result;
}

static void each(int *values, int count, void (*visit)(int *, int), int argument) {
    for (int i = 0; i < count; i++) {
        visit(&values[i], argument);
        visits++;
    }
}

static void scale(int *value, int by) {
    *value *= by;
}

static void limit(int *value, int to) {
    if (*value > to) {
        *value = to;
    } else if (*value < -to) {
        *value = -to;
    }
}

static void collect(int *value, int into_current) {
    if (into_current && current != NULL) {
        current->total += *value;
    }
}

static uint32_t turn(uint32_t value) {
    return value << 3 | value >> 29;
}

static uint32_t flip(uint32_t value) {
    return ~value;
}

static uint32_t thin(uint32_t value) {
    return value & (value >> 1 | 0x0f0f0f0fu);
}

static uint32_t stretch(uint32_t value) {
    return value * 9u + 1u;
}

static stage *pick_stage(unsigned number) {
    static stage *const stages[4] = {turn, flip, thin, stretch};
    if (number >= 4) {
        unexpected++;
        return turn;
    }
    return stages[number];
}

static uint32_t run_pipeline(uint32_t value, unsigned recipe) {
    stage *line[6] = {NULL};
    int length = 0;
    while (recipe != 0 && length < 6) {
        line[length] = pick_stage(recipe & 3u);
        recipe >>= 2;
        length++;
    }
    for (int i = 0; i < length; i++) {
        value = line[i](value);
        if (line[i] == flip && i + 1 < length && line[i + 1] == flip) {
            i++;
            value = ~value;
        }
    }
    return value;
}

int main(void) {
    struct session session = {{on_start, ignore, ignore, ignore, ignore}, 0, 0, 0, 0};
    for (uint32_t round = 1; round <= 5; round++) {
        int total = run_session(&session, round * 1000u, 60);
        printf("session total %d held %d ignored %d moves %d\n", total, session.held, session.ignored, session.moves);
    }
    int values[10] = {0};
    for (int i = 0; i < 10; i++) {
        values[i] = i * i * 3 - 40 * i + 17;
    }
    static const char *const wanted[6] = {"plus", "minus", "times", "larger", "rest", "power"};
    for (int i = 0; i < 6; i++) {
        const struct named_operation *found = find_operation(wanted[i]);
        if (found == NULL) {
            printf("no %s\n", wanted[i]);
            continue;
        }
        int result = reduce(values, 10, found->apply);
        fold(result * 2 + found->swaps);
        printf("%s %d%s\n", found->name, result, last_operation == larger ? " (the largest)" : "");
    }
    each(values, 10, scale, 3);
    each(values, 10, limit, 150);
    each(values, 10, collect, 1);
    int sum = reduce(values, 10, plus);
    printf("visits %d sum %d session %d\n", visits, sum, session.total);
    fold(sum);
    for (unsigned recipe = 1; recipe < 4000; recipe = recipe * 3 + 1) {
        uint32_t value = run_pipeline(0x12345678u, recipe);
        fold((int)(value & 0x7fffffffu));
        printf("recipe %u: %08x\n", recipe, (unsigned)value);
    }
    printf("unexpected %d\n", unexpected);
    printf("checksum %08x\n", (unsigned)checksum);
    return 0;
}
