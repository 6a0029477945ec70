// Seven ways to sort the same numbers, with counts of comparisons and moves.
#include <stdint.h>
#include <stdio.h>

enum { LENGTH = 120, ROUNDS = 3 };

static uint32_t random_state = 2463534242u;
static int original[LENGTH];
static int work[LENGTH];
static int spare[LENGTH];
static unsigned comparisons;
static unsigned moves;
static int errors;

static uint32_t next_random(void) {
    uint32_t x = random_state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    random_state = x;
    return x;
}

static int less(int a, int b) {
    comparisons++;
    return a < b;
}

static void swap(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
    moves += 2;
}

static void insertion_sort(int *data, int count) {
    for (int i = 1; i < count; i++) {
        int value = data[i];
        int at = i;
        while (at > 0 && less(value, data[at - 1])) {
            data[at] = data[at - 1];
            moves++;
            at--;
        }
        data[at] = value;
    }
}

static void selection_sort(int *data, int count) {
    for (int i = 0; i < count - 1; i++) {
        int smallest = i;
        for (int j = i + 1; j < count; j++) {
            if (less(data[j], data[smallest])) {
                smallest = j;
            }
        }
        if (smallest != i) {
            swap(&data[i], &data[smallest]);
        }
    }
}

static void shell_sort(int *data, int count) {
    int gap = 1;
    while (gap < count / 3) {
        gap = gap * 3 + 1;
    }
    for (; gap > 0; gap /= 3) {
        for (int i = gap; i < count; i++) {
            int value = data[i];
            int at = i;
            while (at >= gap) {
                int before = data[at - gap];
                if (!less(value, before)) {
                    break;
                }
                data[at] = before;
                moves++;
                at -= gap;
            }
            data[at] = value;
        }
    }
}

static void sift_down(int *data, int root, int count) {
    for (;;) {
        int child = root * 2 + 1;
        if (child >= count) {
            return;
        }
        if (child + 1 < count && less(data[child], data[child + 1])) {
            child++;
        }
        if (!less(data[root], data[child])) {
            return;
        }
        swap(&data[root], &data[child]);
        root = child;
    }
}

static void heap_sort(int *data, int count) {
    for (int root = count / 2 - 1; root >= 0; root--) {
        sift_down(data, root, count);
    }
    for (int end = count - 1; end > 0; end--) {
        swap(&data[0], &data[end]);
        sift_down(data, 0, end);
    }
}

static void quick_sort(int *data, int count) {
    while (count > 8) {
        int pivot = data[count / 2];
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            while (less(data[low], pivot)) {
                low++;
            }
            while (less(pivot, data[high])) {
                high--;
            }
            if (low <= high) {
                swap(&data[low], &data[high]);
                low++;
                high--;
            }
        }
        if (high + 1 < count - low) {
            quick_sort(data, high + 1);
            data += low;
            count -= low;
        } else {
            quick_sort(data + low, count - low);
            count = high + 1;
        }
    }
    insertion_sort(data, count);
}

static void merge_sort(int *data, int count) {
    if (count < 2) {
        return;
    }
    int half = count / 2;
    merge_sort(data, half);
    merge_sort(data + half, count - half);
    int left = 0;
    int right = half;
    for (int i = 0; i < count; i++) {
        int from_left = right >= count;
        if (!from_left && left < half) {
            from_left = !less(data[right], data[left]);
        }
        if (from_left) {
            spare[i] = data[left];
            left++;
        } else {
            spare[i] = data[right];
            right++;
        }
        moves++;
    }
    for (int i = 0; i < count; i++) {
        data[i] = spare[i];
    }
}

static void radix_sort(int *data, int count) {
    for (int shift = 0; shift < 16; shift += 4) {
        int starts[17] = {0};
        for (int i = 0; i < count; i++) {
            unsigned digit = ((unsigned)(data[i] + 32768) >> shift) & 15u;
            starts[digit + 1]++;
        }
        for (int digit = 1; digit < 17; digit++) {
            starts[digit] += starts[digit - 1];
        }
        for (int i = 0; i < count; i++) {
            unsigned digit = ((unsigned)(data[i] + 32768) >> shift) & 15u;
            int to = starts[digit];
            starts[digit] = to + 1;
            spare[to] = data[i];
            moves++;
        }
        for (int i = 0; i < count; i++) {
            data[i] = spare[i];
        }
    }
}

struct method {
    const char *name;
    void (*sort)(int *, int);
};

static const struct method methods[] = {
    {"insertion", insertion_sort}, {"selection", selection_sort}, {"shell", shell_sort}, {"heap", heap_sort},
    {"quick", quick_sort},         {"merge", merge_sort},         {"radix", radix_sort},
};

static void fill(int kind) {
    for (int i = 0; i < LENGTH; i++) {
        uint32_t drawn = next_random();
        switch (kind) {
        case 0:
            original[i] = (int)(drawn % 60000u) - 30000;
            break;
        case 1:
            original[i] = (int)(drawn % 7u) - 3;
            break;
        case 2:
            original[i] = i * 5 - (int)(drawn % 16u);
            break;
        default:
            original[i] = 0;
            errors++;
            break;
        }
    }
}

static uint32_t digest(const int *data, int count) {
    uint32_t sum = 17;
    for (int i = 0; i < count; i++) {
        if (i > 0 && data[i - 1] > data[i]) {
            printf("out of order at %d\n", i);
            errors++;
        }
        sum = sum * 31u + (uint32_t)data[i];
    }
    return sum;
}

int main(void) {
    uint32_t total = 0;
    int count = (int)(sizeof methods / sizeof methods[0]);
    for (int kind = 0; kind < ROUNDS; kind++) {
        fill(kind);
        uint32_t expected = 0;
        for (int m = 0; m < count; m++) {
            comparisons = 0;
            moves = 0;
            for (int i = 0; i < LENGTH; i++) {
                work[i] = original[i];
            }
            methods[m].sort(work, LENGTH);
            uint32_t found = digest(work, LENGTH);
            if (m == 0) {
                expected = found;
            } else if (found != expected) {
                printf("%s differs\n", methods[m].name);
                errors++;
            }
            printf("%d %-9s %5u comparisons %5u moves\n", kind, methods[m].name, comparisons, moves);
            total = total * 33u + found + comparisons * 7u + moves;
        }
        printf("%d least %d median %d most %d\n", kind, work[0], work[LENGTH / 2], work[LENGTH - 1]);
    }
    printf("checksum %08x errors %d\n", (unsigned)total, errors);
    return errors != 0;
}
