// Tagged unions: lists of integers, pairs and short texts are built, folded, compared, printed and freed by kind.
#include <stdint.h>
#include <stdio.h>

enum kind { NOTHING, INTEGER, PAIR, TEXT, KINDS };

struct value;

struct pair {
    struct value *head;
    struct value *tail;
};

struct short_text {
    uint8_t length;
    char letters[11];
};

struct value {
    enum kind kind;
    int uses;
    union {
        int64_t integer;
        struct pair pair;
        struct short_text text;
    } as;
};

enum { POOL = 200 };

static struct value pool[POOL];
static struct value *free_list;
static struct value nothing = {NOTHING, 1, {0}};
static struct value *last_made = &nothing;
static int live[KINDS];
static int most_live;
static int failures;
static uint32_t printed;

static void prepare(void) {
    free_list = &nothing;
    for (int i = POOL - 1; i >= 0; i--) {
        pool[i].kind = PAIR;
        pool[i].uses = 0;
        pool[i].as.pair.head = &nothing;
        pool[i].as.pair.tail = free_list;
        free_list = &pool[i];
    }
}

static struct value *make(enum kind kind) {
    struct value *made = free_list;
    if (made == &nothing) {
        printf("the pool is empty\n");
        failures++;
        return made;
    }
    free_list = made->as.pair.tail;
    made->kind = kind;
    made->uses = 1;
    live[kind]++;
    int all = live[INTEGER] + live[PAIR] + live[TEXT];
    if (all > most_live) {
        most_live = all;
    }
    last_made = made;
    return made;
}

static struct value *integer(int64_t number) {
    struct value *made = make(INTEGER);
    made->as.integer = number;
    return made;
}

static struct value *pair(struct value *head, struct value *tail) {
    struct value *made = make(PAIR);
    made->as.pair.head = head;
    made->as.pair.tail = tail;
    return made;
}

static struct value *text(const char *letters) {
    struct value *made = make(TEXT);
    uint8_t length = 0;
    while (letters[length] != '\0' && length < 11) {
        made->as.text.letters[length] = letters[length];
        length++;
    }
    made->as.text.length = length;
    return made;
}

static struct value *share(struct value *value) {
    value->uses++;
    return value;
}

static void release(struct value *value) {
    while (value->kind != NOTHING) {
        value->uses--;
        if (value->uses > 0) {
            return;
        }
        struct value *next = &nothing;
        live[value->kind]--;
        if (value->kind == PAIR) {
            release(value->as.pair.head);
            next = value->as.pair.tail;
        }
        value->kind = PAIR;
        value->as.pair.head = &nothing;
        value->as.pair.tail = free_list;
        free_list = value;
        value = next;
    }
}

static int compare_texts(const struct short_text *a, const struct short_text *b) {
    int shorter = a->length < b->length ? a->length : b->length;
    for (int i = 0; i < shorter; i++) {
        if (a->letters[i] != b->letters[i]) {
            return a->letters[i] < b->letters[i] ? -1 : 1;
        }
    }
    return (a->length > b->length) - (a->length < b->length);
}

static int compare(const struct value *a, const struct value *b) {
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    switch (a->kind) {
    case NOTHING:
        return 0;
    case INTEGER:
        return (a->as.integer > b->as.integer) - (a->as.integer < b->as.integer);
    case TEXT:
        return compare_texts(&a->as.text, &b->as.text);
    case PAIR: {
        int heads = compare(a->as.pair.head, b->as.pair.head);
        if (heads != 0) {
            return heads;
        }
        return compare(a->as.pair.tail, b->as.pair.tail);
    }
    default:
        failures++;
        return 0;
    }
}

static void put(char letter) {
    printed = printed * 31u + (uint32_t)(unsigned char)letter;
    printf("%c", letter);
}

static void show(const struct value *value) {
    switch (value->kind) {
    case NOTHING:
        put('.');
        break;
    case INTEGER:
        printed ^= (uint32_t)(value->as.integer & 0xffff);
        printf("%lld", (long long)value->as.integer);
        break;
    case TEXT:
        for (int i = 0; i < value->as.text.length; i++) {
            put(value->as.text.letters[i]);
        }
        break;
    case PAIR:
        put('(');
        show(value->as.pair.head);
        put(' ');
        show(value->as.pair.tail);
        put(')');
        break;
    default:
        failures++;
        break;
    }
}

static int64_t sum(const struct value *value) {
    int64_t total = 0;
    for (; value->kind == PAIR; value = value->as.pair.tail) {
        const struct value *head = value->as.pair.head;
        if (head->kind == INTEGER) {
            total += head->as.integer;
        } else if (head->kind == PAIR) {
            total -= sum(head);
        } else if (head->kind == TEXT) {
            total += head->as.text.length * 1000;
        }
    }
    return total;
}

static struct value *insert(struct value *list, struct value *item) {
    if (list->kind != PAIR || compare(item, list->as.pair.head) <= 0) {
        return pair(item, list);
    }
    list->as.pair.tail = insert(list->as.pair.tail, item);
    return list;
}

static struct value *item_for(int i, struct value *nested) {
    static const char *const names[] = {"fig", "apple", "medlar", "", "elderberries"};
    switch (i % 4) {
    case 0:
        return integer((int64_t)i * i * 7 % 40 - 20);
    case 1:
        return text(names[i % 5]);
    case 2:
        return share(nested);
    default:
        return integer((int64_t)1 << i);
    }
}

static uint32_t round_of(int count) {
    struct value *five = integer(5);
    struct value *nested = pair(five, pair(text("in"), &nothing));
    struct value *list = &nothing;
    for (int i = 0; i < count; i++) {
        struct value *item = item_for(i, nested);
        list = insert(list, item);
    }
    show(list);
    int64_t total = sum(list);
    printf("\nsum %lld, live %d %d %d, nested used %d\n", (long long)total, live[INTEGER], live[PAIR], live[TEXT],
           nested->uses);
    int last_is_nested = last_made == nested;
    release(list);
    release(nested);
    return (uint32_t)(total & 0x7fffffff) + (uint32_t)last_is_nested;
}

int main(void) {
    uint32_t total = 0;
    prepare();
    for (int count = 3; count <= 24; count += 7) {
        uint32_t part = round_of(count);
        total = total * 37u + part;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (live[kind] != 0) {
            printf("kind %d leaks %d\n", kind, live[kind]);
            failures++;
        }
    }
    printf("most live %d, failures %d\n", most_live, failures);
    printf("checksum %08x\n", (unsigned)(total ^ printed));
    return failures != 0;
}
