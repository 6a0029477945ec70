// Bits counted, reversed, spread, searched and permuted, each in two ways that must agree.
#include <stdint.h>
#include <stdio.h>

static uint32_t samples[24];
static uint32_t *const first_sample = &samples[0];
static int disagreements;
static uint64_t total;

static int count_slow(uint32_t value) {
    int count = 0;
    for (int i = 0; i < 32; i++) {
        if (value >> i & 1u) {
            count++;
        }
    }
    return count;
}

static int count_fast(uint32_t value) {
    value = value - (value >> 1 & 0x55555555u);
    value = (value & 0x33333333u) + (value >> 2 & 0x33333333u);
    value = (value + (value >> 4)) & 0x0f0f0f0fu;
    return (int)(value * 0x01010101u >> 24);
}

static uint32_t reverse_slow(uint32_t value) {
    uint32_t result = 0;
    for (int i = 0; i < 32; i++) {
        result <<= 1;
        result |= value & 1u;
        value >>= 1;
    }
    return result;
}

static uint32_t reverse_fast(uint32_t value) {
    static const uint32_t masks[5] = {0x55555555u, 0x33333333u, 0x0f0f0f0fu, 0x00ff00ffu, 0x0000ffffu};
    unsigned shift = 1;
    for (int i = 0; i < 5; i++) {
        uint32_t low = value & masks[i];
        uint32_t high = value >> shift & masks[i];
        value = low << shift | high;
        shift *= 2;
    }
    return value;
}

static uint32_t rotate(uint32_t value, unsigned by) {
    by &= 31u;
    if (by == 0) {
        return value;
    }
    return value << by | value >> (32u - by);
}

static int leading_slow(uint32_t value) {
    int zeros = 0;
    while (zeros < 32 && !(value & 0x80000000u)) {
        value <<= 1;
        zeros++;
    }
    return zeros;
}

static int leading_fast(uint32_t value) {
    if (value == 0) {
        return 32;
    }
    int zeros = 0;
    for (unsigned width = 16; width > 0; width /= 2) {
        uint32_t upper = value >> (32u - width);
        if (upper == 0) {
            zeros += (int)width;
            value <<= width;
        }
    }
    return zeros;
}

static int trailing(uint32_t value) {
    int zeros = 32;
    uint32_t lowest = value & (0u - value);
    if (lowest) {
        zeros--;
    }
    if (lowest & 0x0000ffffu) {
        zeros -= 16;
    }
    if (lowest & 0x00ff00ffu) {
        zeros -= 8;
    }
    if (lowest & 0x0f0f0f0fu) {
        zeros -= 4;
    }
    if (lowest & 0x33333333u) {
        zeros -= 2;
    }
    if (lowest & 0x55555555u) {
        zeros -= 1;
    }
    return zeros;
}

static uint32_t spread(uint32_t value) {
    value &= 0xffffu;
    value = (value | value << 8) & 0x00ff00ffu;
    value = (value | value << 4) & 0x0f0f0f0fu;
    value = (value | value << 2) & 0x33333333u;
    value = (value | value << 1) & 0x55555555u;
    return value;
}

static uint32_t gather(uint32_t value, uint32_t mask) {
    uint32_t result = 0;
    unsigned to = 0;
    while (mask != 0) {
        uint32_t lowest = mask & (0u - mask);
        if (value & lowest) {
            result |= 1u << to;
        }
        mask ^= lowest;
        to++;
    }
    return result;
}

static uint32_t scatter(uint32_t value, uint32_t mask) {
    uint32_t result = 0;
    while (mask != 0) {
        uint32_t lowest = mask & (0u - mask);
        if (value & 1u) {
            result |= lowest;
        }
        value >>= 1;
        mask &= mask - 1u;
    }
    return result;
}

static uint32_t next_permutation(uint32_t value) {
    uint32_t lowest = value & (0u - value);
    uint32_t ripple = value + lowest;
    uint32_t ones = (value ^ ripple) >> 2;
    return ripple | ones / lowest;
}

static uint32_t gray(uint32_t value) {
    return value ^ value >> 1;
}

static uint32_t ungray(uint32_t value) {
    for (unsigned shift = 1; shift < 32; shift *= 2) {
        value ^= value >> shift;
    }
    return value;
}

static int parity(uint32_t value) {
    int odd = 0;
    while (value) {
        value &= value - 1u;
        odd = !odd;
    }
    return odd;
}

static void compare(const char *what, uint32_t one, uint32_t other) {
    if (one != other) {
        printf("%s: %08x is not %08x\n", what, (unsigned)one, (unsigned)other);
        disagreements++;
    }
    total = total * 1099511628211u + one;
}

static void fill(void) {
    uint32_t value = 1;
    for (int i = 0; i < 24; i++) {
        value = value * 1664525u + 1013904223u;
        samples[i] = value;
        if (i % 6 == 5) {
            samples[i] = i < 12 ? 0u : 0xffffffffu;
        } else if (i % 6 == 4) {
            samples[i] = 1u << i;
        }
    }
}

static void examine(const uint32_t *sample) {
    uint32_t value = *sample;
    int ones = count_fast(value);
    compare("count", (uint32_t)ones, (uint32_t)count_slow(value));
    compare("reverse", reverse_fast(value), reverse_slow(value));
    compare("leading", (uint32_t)leading_fast(value), (uint32_t)leading_slow(value));
    compare("trailing", (uint32_t)trailing(value), (uint32_t)leading_slow(reverse_slow(value)));
    compare("parity", (uint32_t)parity(value), (uint32_t)(ones & 1));
    compare("gray", ungray(gray(value)), value);
    compare("spread", gather(spread(value), 0x55555555u), value & 0xffffu);
    uint32_t mask = *first_sample ^ value;
    compare("scatter", scatter(gather(value, mask), mask), value & mask);
    uint32_t turned = value;
    for (unsigned by = 0; by < 8; by++) {
        turned = rotate(turned, by * 5u);
    }
    compare("rotate", turned, rotate(value, 140u));
}

int main(void) {
    fill();
    for (int i = 0; i < 24; i++) {
        examine(&samples[i]);
        if (i % 4 == 0) {
            uint64_t folded = total ^ total >> 32;
            printf("sample %2d %08x: %2d ones, fold %08x\n", i, (unsigned)samples[i], count_fast(samples[i]),
                   (unsigned)(folded & 0xffffffffu));
        }
    }
    uint32_t choice = 31u;
    int choices = 1;
    while (choice < 31u << 5) {
        choice = next_permutation(choice);
        if (count_slow(choice) != 5) {
            disagreements++;
            break;
        }
        choices++;
    }
    printf("choices of 5 from 10: %d, last %x\n", choices, (unsigned)choice);
    int cycle = 0;
    uint32_t state = 0xaceu;
    do {
        uint32_t bit = (state ^ state >> 2 ^ state >> 3 ^ state >> 5) & 1u;
        state = state >> 1 | bit << 15;
        cycle++;
    } while (state != 0xaceu && cycle < 70000);
    printf("shift register period %d\n", cycle);
    printf("disagreements %d\n", disagreements);
    printf("checksum %016llx\n", (unsigned long long)(total ^ (uint64_t)cycle));
    return 0;
}
