// A hash table with open addressing, tombstones and growth, tried with three hash functions.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum state { EMPTY, USED, DELETED };

struct slot {
    uint32_t key;
    int32_t value;
    enum state state;
};

struct table {
    struct slot *slots;
    unsigned capacity;
    unsigned used;
    unsigned deleted;
    uint32_t (*hash)(uint32_t);
};

static unsigned probes;
static unsigned growths;
static unsigned longest_probe;
static unsigned failures;

static uint32_t identity_hash(uint32_t key) {
    return key;
}

static uint32_t multiply_hash(uint32_t key) {
    uint32_t mixed = key * 2654435761u;
    return mixed >> 7 | mixed << 25;
}

static uint32_t byte_hash(uint32_t key) {
    uint32_t state = 2166136261u;
    for (int i = 0; i < 4; i++) {
        uint32_t byte = key >> (8 * i) & 255u;
        state ^= byte;
        state *= 16777619u;
    }
    return state;
}

static struct slot *make_slots(unsigned capacity) {
    struct slot *slots = malloc(capacity * sizeof *slots);
    if (slots == NULL) {
        printf("no memory for %u slots\n", capacity);
        exit(3);
    }
    for (unsigned i = 0; i < capacity; i++) {
        slots[i].key = 0;
        slots[i].value = 0;
        slots[i].state = EMPTY;
    }
    return slots;
}

static struct slot *locate(struct table *table, uint32_t key) {
    unsigned mask = table->capacity - 1;
    unsigned at = table->hash(key) & mask;
    unsigned step = 1;
    struct slot *reusable = NULL;
    for (;;) {
        struct slot *slot = &table->slots[at];
        probes++;
        if (slot->state == EMPTY) {
            if (step > longest_probe) {
                longest_probe = step;
            }
            return reusable != NULL ? reusable : slot;
        }
        if (slot->state == USED && slot->key == key) {
            return slot;
        }
        if (slot->state == DELETED && reusable == NULL) {
            reusable = slot;
        }
        at = (at + step) & mask;
        step++;
        if (step > table->capacity) {
            failures++;
            return reusable;
        }
    }
}

static void put(struct table *table, uint32_t key, int32_t value);

static void grow(struct table *table) {
    struct slot *old = table->slots;
    unsigned count = table->capacity;
    table->capacity = count * 2;
    table->slots = make_slots(table->capacity);
    table->used = 0;
    table->deleted = 0;
    growths++;
    for (unsigned i = 0; i < count; i++) {
        if (old[i].state == USED) {
            put(table, old[i].key, old[i].value);
        }
    }
    free(old);
}

static void put(struct table *table, uint32_t key, int32_t value) {
    if ((table->used + table->deleted + 1) * 4 > table->capacity * 3) {
        grow(table);
    }
    struct slot *slot = locate(table, key);
    if (slot->state == DELETED) {
        table->deleted--;
    }
    if (slot->state != USED) {
        table->used++;
        slot->key = key;
        slot->state = USED;
    }
    slot->value = value;
}

static int get(struct table *table, uint32_t key, int32_t *value) {
    struct slot *slot = locate(table, key);
    if (slot == NULL || slot->state != USED) {
        return 0;
    }
    *value = slot->value;
    return 1;
}

static int drop(struct table *table, uint32_t key) {
    struct slot *slot = locate(table, key);
    if (slot == NULL || slot->state != USED) {
        return 0;
    }
    slot->state = DELETED;
    table->used--;
    table->deleted++;
    return 1;
}

static uint32_t exercise(const char *name, uint32_t (*hash)(uint32_t)) {
    struct table table = {make_slots(8), 8, 0, 0, hash};
    uint32_t sum = 0;
    unsigned dropped = 0;
    unsigned found = 0;
    probes = 0;
    growths = 0;
    longest_probe = 0;
    for (uint32_t i = 0; i < 300; i++) {
        put(&table, i * 37u % 1009u, (int32_t)i - 150);
        if (i % 3 == 2) {
            dropped += (unsigned)drop(&table, (i - 2) * 37u % 1009u);
        }
    }
    for (uint32_t key = 0; key < 1009; key++) {
        int32_t value = 0;
        if (get(&table, key, &value)) {
            found++;
            sum = sum * 5u + (uint32_t)value;
        }
    }
    if (found != table.used) {
        printf("%s: %u found, %u used\n", name, found, table.used);
        failures++;
    }
    printf("%-8s used %u of %u, dropped %u, growths %u\n", name, table.used, table.capacity, dropped, growths);
    printf("%-8s probes %u, longest %u, sum %08x\n", name, probes, longest_probe, (unsigned)sum);
    free(table.slots);
    return sum ^ probes;
}

int main(void) {
    uint32_t sums[3] = {0, 0, 0};
    sums[0] = exercise("identity", identity_hash);
    sums[1] = exercise("multiply", multiply_hash);
    sums[2] = exercise("byte", byte_hash);
    uint32_t total = 0;
    for (int i = 0; i < 3; i++) {
        total = (total << 9 | total >> 23) + sums[i];
    }
    printf("failures %u\n", failures);
    printf("checksum %08x\n", (unsigned)total);
    return 0;
}
