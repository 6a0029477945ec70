// Integers of every width and sign meet: promotion, truncation, comparison, fixed point, saturation, wide products.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

enum { SAMPLES = 14 };

static const int64_t samples[SAMPLES] = {0,          1,           -1,          127,         128,
                                         -129,       255,         32767,       -32769,      65536,
                                         2147483647, -2147483648LL, 4294967296LL, -9000000000000000000LL};

struct narrow {
    int8_t i8;
    uint8_t u8;
    int16_t i16;
    uint16_t u16;
    int32_t i32;
    uint32_t u32;
};

static struct narrow last;
static uint64_t checksum = 1;
static int surprises;
static int saturations;
static unsigned short counter = 65530;
static signed char small_step = -3;
static const struct narrow *const seen = &last;

static void fold(uint64_t value) {
    checksum ^= value;
    checksum ^= checksum >> 29;
    checksum *= 0xbf58476d1ce4e5b9u;
}

// Truncation without relying on what a signed conversion out of range does.
static int64_t low_bits(int64_t value, int width, int is_signed) {
    uint64_t mask = width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1u;
    uint64_t kept = (uint64_t)value & mask;
    uint64_t top = (uint64_t)1 << (width - 1);
    if (!is_signed || !(kept & top)) {
        return (int64_t)kept;
    }
    uint64_t negated = (~kept & mask) + 1u;
    return -(int64_t)negated;
}

static void narrow_down(int64_t value) {
    last.i8 = (int8_t)low_bits(value, 8, 1);
    last.u8 = (uint8_t)low_bits(value, 8, 0);
    last.i16 = (int16_t)low_bits(value, 16, 1);
    last.u16 = (uint16_t)low_bits(value, 16, 0);
    last.i32 = (int32_t)low_bits(value, 32, 1);
    last.u32 = (uint32_t)low_bits(value, 32, 0);
    if (seen->i8 < 0 && seen->u8 < 128) {
        printf("a sign without its bit\n");
        surprises++;
    }
    fold((uint64_t)(last.i8 + last.u8 * 3));
    fold((uint64_t)((int64_t)last.i16 - last.u16));
    fold(last.u32 ^ (uint32_t)last.i32);
}

static int compare_mixed(int a, unsigned b) {
    int result = 0;
    if ((unsigned)a < b) {
        result |= 1;
    }
    if ((long long)a < (long long)b) {
        result |= 2;
    }
    if (a < 0 && (result & 1) != (result >> 1 & 1)) {
        result |= 4;
    }
    unsigned char low = (unsigned char)(b & 255u);
    if (a < low) {
        result |= 8;
    }
    return result;
}

static int promotions(void) {
    unsigned char top = 255;
    unsigned short wide = 65535;
    int result = 0;
    if (top + 1 == 256) {
        result |= 1;
    }
    if ((unsigned char)(top + 1) == 0) {
        result |= 2;
    }
    if (~top < 0) {
        result |= 4;
    }
    if (wide * 2 == 131070) {
        result |= 8;
    }
    if (-1 < (int)sizeof(int)) {
        result |= 16;
    }
    if (-1 > 1u) {
        result |= 32;
    }
    if ((top << 4 >> 4) == 255) {
        result |= 64;
    }
    if (small_step < (unsigned char)5) {
        result |= 128;
    }
    return result;
}

static int16_t saturate16(int32_t value) {
    if (value > INT16_MAX) {
        saturations++;
        return INT16_MAX;
    }
    if (value < INT16_MIN) {
        saturations++;
        return INT16_MIN;
    }
    return (int16_t)value;
}

// Numbers with 8 binary places in 16 bits.
static int16_t fixed_multiply(int16_t a, int16_t b) {
    int32_t product = (int32_t)a * b;
    int32_t rounded = product >= 0 ? (product + 128) / 256 : -((-product + 128) / 256);
    return saturate16(rounded);
}

static int16_t fixed_divide(int16_t a, int16_t b) {
    if (b == 0) {
        saturations++;
        return a < 0 ? INT16_MIN : INT16_MAX;
    }
    int32_t scaled = (int32_t)a * 256;
    return saturate16(scaled / b);
}

static int add_would_overflow(int a, int b) {
    if (b > 0) {
        return a > INT_MAX - b;
    }
    return a < INT_MIN - b;
}

static int wrapped_add(int a, int b, int *overflowed) {
    *overflowed = add_would_overflow(a, b);
    uint32_t sum = (uint32_t)a + (uint32_t)b;
    return (int)low_bits((int64_t)sum, 32, 1);
}

static void wide_product(uint64_t a, uint64_t b, uint64_t *high, uint64_t *low) {
    uint64_t a_low = a & 0xffffffffu;
    uint64_t a_high = a >> 32;
    uint64_t b_low = b & 0xffffffffu;
    uint64_t b_high = b >> 32;
    uint64_t corner = a_low * b_low;
    uint64_t middle = a_high * b_low + (corner >> 32);
    uint64_t other = a_low * b_high + (middle & 0xffffffffu);
    *low = other << 32 | (corner & 0xffffffffu);
    *high = a_high * b_high + (middle >> 32) + (other >> 32);
}

static int64_t floor_divide(int64_t a, int64_t b, int64_t *rest) {
    int64_t quotient = a / b;
    int64_t remainder = a % b;
    if (remainder != 0 && (remainder < 0) != (b < 0)) {
        quotient--;
        remainder += b;
    }
    *rest = remainder;
    return quotient;
}

static int count_down(void) {
    int turns = 0;
    for (unsigned char i = 10; i < 200; i--) {
        turns++;
        if (turns > 300) {
            surprises++;
            break;
        }
    }
    for (unsigned short before = counter; before >= 10; before = counter) {
        counter++;
        turns += 100;
    }
    for (signed char i = 20; i > -20; i = (signed char)(i + small_step)) {
        turns += 1000;
    }
    return turns;
}

int main(void) {
    for (int i = 0; i < SAMPLES; i++) {
        narrow_down(samples[i]);
        printf("%lld: %d %u %d %u %d %u\n", (long long)samples[i], last.i8, (unsigned)last.u8, last.i16,
               (unsigned)last.u16, (int)last.i32, (unsigned)last.u32);
    }
    int mixed = 0;
    for (int a = -2; a <= 2; a++) {
        for (unsigned b = 0; b < 4; b++) {
            int result = compare_mixed(a * 100, b * 77u);
            mixed = (mixed * 5 + result) % 99991;
        }
    }
    int promoted = promotions();
    printf("mixed %d promoted %d\n", mixed, promoted);
    int16_t value = 0x0180;
    for (int i = 1; i <= 12; i++) {
        int16_t factor = (int16_t)(i * 61 - 300);
        value = fixed_multiply(value, factor);
        int16_t ratio = fixed_divide(factor, (int16_t)(value / 64));
        fold((uint64_t)(uint16_t)value);
        fold((uint64_t)(ratio + 40000));
        if (value > -8 && value < 8) {
            value = (int16_t)(value + 700);
        }
    }
    printf("fixed %d saturations %d\n", value, saturations);
    int overflows = 0;
    int sum = 1;
    for (int i = 0; i < 40; i++) {
        int overflowed = 0;
        sum = wrapped_add(sum, sum / 2 + 12345678, &overflowed);
        overflows += overflowed;
    }
    printf("wrapped %d overflows %d\n", sum, overflows);
    uint64_t high = 0;
    uint64_t low = 0;
    wide_product(0xfedcba9876543210u, 0x0123456789abcdefu, &high, &low);
    printf("product %016llx %016llx\n", (unsigned long long)high, (unsigned long long)low);
    fold(high ^ low);
    for (int i = -2; i <= 1; i++) {
        int64_t rest = 0;
        int64_t quotient = floor_divide(i * 1000000007LL, i % 2 == 0 ? 97 : -97, &rest);
        printf("floor %lld rest %lld\n", (long long)quotient, (long long)rest);
        fold((uint64_t)(quotient * 100 + rest));
    }
    int turns = count_down();
    printf("turns %d surprises %d\n", turns, surprises);
    fold((uint64_t)(mixed * 1000 + promoted));
    fold((uint64_t)(uint32_t)sum + (uint64_t)overflows);
    printf("checksum %016llx\n", (unsigned long long)checksum);
    return promoted & 7;
}
