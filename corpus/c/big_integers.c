// Unsigned big integers in base 10^4 and base 2^32: factorials, powers, division, square roots and a check by residues.
#include <stdint.h>
#include <stdio.h>

enum { LIMBS = 40, BASE = 10000 };

struct big {
    int count;
    int limb[LIMBS];
};

static int overflows;
static int carries;
static int mismatches;
static uint32_t checksum = 1;

static void trim(struct big *number) {
    while (number->count > 0 && number->limb[number->count - 1] == 0) {
        number->count--;
    }
}

static void set_small(struct big *number, int value) {
    for (int i = 0; i < LIMBS; i++) {
        number->limb[i] = 0;
    }
    number->count = 0;
    while (value > 0) {
        number->limb[number->count] = value % BASE;
        number->count++;
        value /= BASE;
    }
}

static int compare(const struct big *a, const struct big *b) {
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->limb[i] != b->limb[i]) {
            return a->limb[i] < b->limb[i] ? -1 : 1;
        }
    }
    return 0;
}

static void add(struct big *to, const struct big *what) {
    int carry = 0;
    int longest = to->count > what->count ? to->count : what->count;
    for (int i = 0; i < longest || carry; i++) {
        if (i >= LIMBS) {
            overflows++;
            break;
        }
        int sum = to->limb[i] + carry + (i < what->count ? what->limb[i] : 0);
        carry = sum >= BASE;
        if (carry) {
            sum -= BASE;
            carries++;
        }
        to->limb[i] = sum;
        if (i >= to->count) {
            to->count = i + 1;
        }
    }
}

static void subtract(struct big *from, const struct big *what) {
    int borrow = 0;
    for (int i = 0; i < from->count; i++) {
        int rest = from->limb[i] - borrow;
        if (i < what->count) {
            rest -= what->limb[i];
        }
        borrow = rest < 0;
        if (borrow) {
            rest += BASE;
        }
        from->limb[i] = rest;
    }
    if (borrow) {
        printf("less than nothing\n");
        overflows++;
    }
    trim(from);
}

static void multiply_small(struct big *number, int factor) {
    int carry = 0;
    for (int i = 0; i < number->count; i++) {
        int product = number->limb[i] * factor + carry;
        number->limb[i] = product % BASE;
        carry = product / BASE;
    }
    while (carry > 0) {
        if (number->count >= LIMBS) {
            overflows++;
            break;
        }
        number->limb[number->count] = carry % BASE;
        number->count++;
        carry /= BASE;
    }
    trim(number);
}

static void multiply(struct big *to, const struct big *a, const struct big *b) {
    struct big sum = {0, {0}};
    for (int i = 0; i < a->count; i++) {
        long carry = 0;
        for (int j = 0; j < b->count || carry > 0; j++) {
            if (i + j >= LIMBS) {
                overflows++;
                break;
            }
            long product = sum.limb[i + j] + carry;
            if (j < b->count) {
                product += (long)a->limb[i] * b->limb[j];
            }
            sum.limb[i + j] = (int)(product % BASE);
            carry = product / BASE;
        }
    }
    sum.count = LIMBS;
    trim(&sum);
    *to = sum;
}

static void divide(struct big *quotient, struct big *rest, const struct big *by) {
    struct big result = {0, {0}};
    struct big part = {0, {0}};
    if (by->count == 0) {
        overflows++;
        return;
    }
    for (int i = rest->count - 1; i >= 0; i--) {
        multiply_small(&part, BASE);
        struct big limb = {0, {0}};
        set_small(&limb, rest->limb[i]);
        add(&part, &limb);
        int low = 0;
        int high = BASE - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            struct big trial = *by;
            multiply_small(&trial, middle);
            if (compare(&trial, &part) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        struct big taken = *by;
        multiply_small(&taken, low);
        subtract(&part, &taken);
        result.limb[i] = low;
    }
    result.count = LIMBS;
    trim(&result);
    *quotient = result;
    *rest = part;
}

static int residue(const struct big *number, int modulus) {
    int rest = 0;
    for (int i = number->count - 1; i >= 0; i--) {
        rest = (rest * BASE + number->limb[i]) % modulus;
    }
    return rest;
}

static void show(const char *label, const struct big *number) {
    printf("%s ", label);
    if (number->count == 0) {
        printf("0");
    }
    for (int i = number->count - 1; i >= 0; i--) {
        printf(i == number->count - 1 ? "%d" : "%04d", number->limb[i]);
        checksum = checksum * 31u + (uint32_t)number->limb[i];
    }
    printf("\n");
}

static void square_root(struct big *root, const struct big *of) {
    struct big guess = {0, {0}};
    set_small(&guess, 1);
    for (int i = 0; i < of->count / 2 + 1; i++) {
        multiply_small(&guess, BASE);
    }
    for (int turns = 0; turns < 200; turns++) {
        struct big quotient = {0, {0}};
        struct big rest = *of;
        struct big two = {1, {2}};
        divide(&quotient, &rest, &guess);
        add(&quotient, &guess);
        struct big next = {0, {0}};
        rest = quotient;
        divide(&next, &rest, &two);
        if (compare(&next, &guess) >= 0) {
            break;
        }
        guess = next;
    }
    *root = guess;
}

// The same factorial in base 2^32, whose residue must agree.
static int factorial_residue(int n, int modulus) {
    uint32_t limb[16] = {1};
    int count = 1;
    for (int factor = 2; factor <= n; factor++) {
        uint64_t carry = 0;
        for (int i = 0; i < count; i++) {
            carry += (uint64_t)limb[i] * (uint32_t)factor;
            limb[i] = (uint32_t)(carry & 0xffffffffu);
            carry >>= 32;
        }
        if (carry != 0 && count < 16) {
            limb[count] = (uint32_t)carry;
            count++;
        }
    }
    uint64_t rest = 0;
    for (int i = count - 1; i >= 0; i--) {
        rest = (rest << 32 | limb[i]) % (uint64_t)modulus;
    }
    return (int)rest;
}

int main(void) {
    struct big factorial = {0, {0}};
    struct big power = {0, {0}};
    struct big quotient = {0, {0}};
    struct big product = {0, {0}};
    static const int moduli[] = {97, 1009, 65537};
    set_small(&factorial, 1);
    for (int n = 2; n <= 60; n++) {
        multiply_small(&factorial, n);
        if (n % 20 == 0) {
            show("factorial", &factorial);
        }
    }
    for (int i = 0; i < 3; i++) {
        int here = residue(&factorial, moduli[i]);
        int there = factorial_residue(60, moduli[i]);
        printf("modulo %d: %d\n", moduli[i], here);
        if (here != there) {
            mismatches++;
        }
    }
    set_small(&power, 9973);
    for (int i = 0; i < 3; i++) {
        multiply(&power, &power, &power);
    }
    show("power", &power);
    struct big rest = factorial;
    divide(&quotient, &rest, &power);
    show("quotient", &quotient);
    show("rest", &rest);
    multiply(&product, &quotient, &power);
    add(&product, &rest);
    if (compare(&product, &factorial) != 0) {
        mismatches++;
    }
    square_root(&quotient, &factorial);
    show("root", &quotient);
    multiply(&product, &quotient, &quotient);
    rest = factorial;
    subtract(&rest, &product);
    show("beyond", &rest);
    printf("carries %d overflows %d mismatches %d\n", carries, overflows, mismatches);
    printf("checksum %08x\n", (unsigned)checksum);
    return mismatches != 0;
}
