// Sieves, factorisation, gcd, modular powers, a deterministic primality test, totients and perfect numbers.
#include <stdint.h>
#include <stdio.h>

enum { LIMIT = 3000 };

static unsigned char composite[LIMIT + 1];
static unsigned bits[LIMIT / 32 + 1];
static int primes[500];
static int prime_count;
static int totients[LIMIT + 1];
static int disagreements;
static int divisions;
static const int *largest_prime;

static void sieve_bytes(void) {
    composite[0] = 1;
    composite[1] = 1;
    for (int i = 2; i <= LIMIT; i++) {
        if (composite[i]) {
            continue;
        }
        primes[prime_count] = i;
        largest_prime = &primes[prime_count];
        prime_count++;
        for (int j = i * 2; j <= LIMIT; j += i) {
            composite[j] = 1;
        }
    }
}

static void sieve_bits(void) {
    for (int i = 3; i * i <= LIMIT; i += 2) {
        if (bits[i / 32] >> i % 32 & 1u) {
            continue;
        }
        for (int j = i * i; j <= LIMIT; j += 2 * i) {
            bits[j / 32] |= 1u << j % 32;
        }
    }
}

static int is_prime_by_bits(int n) {
    if (n < 2) {
        return 0;
    }
    if (n % 2 == 0) {
        return n == 2;
    }
    return !(bits[n / 32] >> n % 32 & 1u);
}

static int64_t gcd(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
        divisions++;
    }
    return a < 0 ? -a : a;
}

static unsigned gcd_by_halving(unsigned a, unsigned b) {
    unsigned shift = 0;
    if (a == 0 || b == 0) {
        return a | b;
    }
    while (((a | b) & 1u) == 0) {
        a >>= 1;
        b >>= 1;
        shift++;
    }
    while (a != b) {
        if ((a & 1u) == 0) {
            a >>= 1;
        } else if ((b & 1u) == 0) {
            b >>= 1;
        } else if (a > b) {
            a = (a - b) >> 1;
        } else {
            b = (b - a) >> 1;
        }
    }
    return a << shift;
}

static int64_t bezout(int64_t a, int64_t b, int64_t *x, int64_t *y) {
    if (b == 0) {
        *x = 1;
        *y = 0;
        return a;
    }
    int64_t inner_x = 0;
    int64_t inner_y = 0;
    int64_t divisor = bezout(b, a % b, &inner_x, &inner_y);
    *x = inner_y;
    *y = inner_x - a / b * inner_y;
    return divisor;
}

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus) {
    uint64_t result = 1 % modulus;
    base %= modulus;
    for (; exponent > 0; exponent /= 2) {
        if (exponent % 2 == 1) {
            result = result * base % modulus;
        }
        base = base * base % modulus;
    }
    return result;
}

static int is_probable_prime(uint32_t n) {
    static const uint32_t witnesses[4] = {2, 3, 5, 7};
    if (n < 11) {
        return n == 2 || n == 3 || n == 5 || n == 7;
    }
    if (n % 2 == 0) {
        return 0;
    }
    uint32_t odd = n - 1;
    int twos = 0;
    while (odd % 2 == 0) {
        odd /= 2;
        twos++;
    }
    for (int i = 0; i < 4; i++) {
        uint64_t x = power(witnesses[i], odd, n);
        int passes = x == 1 || x == n - 1;
        for (int j = 1; j < twos && !passes; j++) {
            x = x * x % n;
            passes = x == n - 1;
        }
        if (!passes) {
            return 0;
        }
    }
    return 1;
}

static int factorise(int n, int *factors) {
    int count = 0;
    for (int i = 0; i < prime_count; i++) {
        int prime = primes[i];
        if (prime * prime > n) {
            break;
        }
        while (n % prime == 0) {
            factors[count] = prime;
            count++;
            n /= prime;
        }
    }
    if (n > 1) {
        factors[count] = n;
        count++;
    }
    return count;
}

static void fill_totients(void) {
    for (int i = 0; i <= LIMIT; i++) {
        totients[i] = i;
    }
    for (int i = 0; i < prime_count; i++) {
        for (int j = primes[i]; j <= LIMIT; j += primes[i]) {
            totients[j] -= totients[j] / primes[i];
        }
    }
}

static int divisor_sum(int n) {
    int sum = n > 1 ? 1 : 0;
    for (int i = 2; i * i <= n; i++) {
        if (n % i != 0) {
            continue;
        }
        sum += i;
        if (i != n / i) {
            sum += n / i;
        }
    }
    return sum;
}

static uint32_t compare_gcds(void) {
    uint32_t sum = 0;
    for (int a = 0; a < 400; a += 7) {
        for (int b = 1; b < 300; b += 13) {
            int64_t one = gcd(a, b);
            unsigned other = gcd_by_halving((unsigned)a, (unsigned)b);
            int64_t x = 0;
            int64_t y = 0;
            int64_t third = bezout(a, b, &x, &y);
            if (one != (int64_t)other || third != one || a * x + b * y != one) {
                disagreements++;
            }
            sum = sum * 3u + other;
        }
    }
    return sum;
}

int main(void) {
    uint32_t sum = 0;
    sieve_bytes();
    sieve_bits();
    fill_totients();
    for (int i = 0; i <= LIMIT; i++) {
        int by_bytes = !composite[i];
        if (by_bytes != is_prime_by_bits(i) || by_bytes != is_probable_prime((uint32_t)i)) {
            printf("%d is in doubt\n", i);
            disagreements++;
        }
    }
    printf("%d primes, the largest %d\n", prime_count, *largest_prime);
    static const uint32_t candidates[6] = {2147483647u, 4294967291u, 4294967295u, 25326001u, 1000000007u, 999999999u};
    for (int i = 0; i < 6; i++) {
        int prime = is_probable_prime(candidates[i]);
        printf("%u is %s\n", (unsigned)candidates[i], prime ? "prime" : "composite");
        sum = sum * 2u + (uint32_t)prime;
    }
    static const int numbers[5] = {5040, 9699690, 1048576, 7919 * 2999, 6700417};
    for (int i = 0; i < 5; i++) {
        int factors[32] = {0};
        int count = factorise(numbers[i], factors);
        printf("%d =", numbers[i]);
        for (int j = 0; j < count; j++) {
            printf(j == 0 ? " %d" : " * %d", factors[j]);
            sum = sum * 37u + (uint32_t)factors[j];
        }
        printf("\n");
    }
    for (int i = 2; i <= LIMIT; i++) {
        if (divisor_sum(i) == i) {
            printf("%d is perfect\n", i);
        }
        sum += (uint32_t)totients[i] * (uint32_t)i;
    }
    uint32_t gcds = compare_gcds();
    printf("gcds %08x, divisions %d\n", (unsigned)gcds, divisions);
    printf("2^1000003 modulo 998244353 is %llu\n", (unsigned long long)power(2, 1000003, 998244353));
    printf("disagreements %d\n", disagreements);
    printf("checksum %08x\n", (unsigned)(sum ^ gcds));
    return 0;
}
