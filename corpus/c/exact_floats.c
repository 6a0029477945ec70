// Floating point that is exact: dyadic fractions in sums, Newton steps on perfect squares, splines, bits and rounding.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { POINTS = 16 };

struct point {
    double x;
    double y;
};

static struct point path[POINTS];
static double weights[POINTS];
static float singles[POINTS];
static uint64_t checksum = 14695981039346656037u;
static int inexact;
static double *const first_weight = &weights[0];

static void fold_double(double value) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; i++) {
        checksum ^= bits >> (8 * i) & 255u;
        checksum *= 1099511628211u;
    }
}

static void note(const char *what, double value) {
    printf("%s %a\n", what, value);
    fold_double(value);
}

static int is_dyadic(double value, int places) {
    double scaled = value;
    for (int i = 0; i < places; i++) {
        scaled *= 2.0;
    }
    return scaled == floor(scaled);
}

static void fill(void) {
    int seed = 5;
    for (int i = 0; i < POINTS; i++) {
        seed = (seed * 77 + 31) % 1021;
        path[i].x = (double)(seed - 500) / 8.0;
        seed = (seed * 77 + 31) % 1021;
        path[i].y = (double)seed / 4.0;
        weights[i] = (double)(1 << i % 6) / 16.0;
        singles[i] = (float)(seed % 64) * 0.25f;
        if (!is_dyadic(path[i].x, 3) || !is_dyadic(weights[i], 4)) {
            inexact++;
        }
    }
}

static double sum_forward(const double *values, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += values[i];
    }
    return sum;
}

static double sum_halves(const double *values, int count) {
    if (count == 1) {
        return values[0];
    }
    int half = count / 2;
    double left = sum_halves(values, half);
    double right = sum_halves(values + half, count - half);
    return left + right;
}

static double area(const struct point *points, int count) {
    double twice = 0.0;
    for (int i = 0; i < count; i++) {
        const struct point *here = &points[i];
        const struct point *next = &points[(i + 1) % count];
        double plus = here->x * next->y;
        double minus = next->x * here->y;
        double part = plus - minus;
        twice += part;
    }
    return twice / 2.0;
}

static double polynomial(const double *coefficients, int degree, double x) {
    double value = coefficients[degree];
    for (int i = degree - 1; i >= 0; i--) {
        double scaled = value * x;
        value = scaled + coefficients[i];
    }
    return value;
}

// The root of a perfect square by bisection over quarters: every middle is exact.
static double exact_root(double square) {
    double low = 0.0;
    double high = square < 1.0 ? 1.0 : square;
    int steps = 0;
    while (steps < 60) {
        double middle = (low + high) / 2.0;
        middle = floor(middle * 4.0) / 4.0;
        if (middle == low) {
            break;
        }
        if (middle * middle <= square) {
            low = middle;
        } else {
            high = middle;
        }
        steps++;
    }
    if (low * low != square) {
        inexact++;
    }
    return low;
}

static struct point midpoint(struct point a, struct point b) {
    struct point middle = {(a.x + b.x) / 2.0, (a.y + b.y) / 2.0};
    return middle;
}

static void curve(struct point a, struct point b, struct point c, int depth, int *pieces, double *sum) {
    if (depth == 0) {
        *pieces += 1;
        *sum += a.x;
        *sum -= b.y;
        *sum += c.x;
        return;
    }
    struct point left = midpoint(a, b);
    struct point right = midpoint(b, c);
    struct point top = midpoint(left, right);
    curve(a, left, top, depth - 1, pieces, sum);
    curve(top, right, c, depth - 1, pieces, sum);
}

static int exponent_of(double value) {
    int exponent = 0;
    double size = fabs(value);
    if (size == 0.0) {
        return -9999;
    }
    while (size >= 2.0) {
        size /= 2.0;
        exponent++;
    }
    while (size < 1.0) {
        size *= 2.0;
        exponent--;
    }
    return exponent;
}

static int round_half_even(double value) {
    double below = floor(value);
    double rest = value - below;
    int result = (int)below;
    if (rest > 0.5) {
        result++;
    } else if (rest == 0.5 && result % 2 != 0) {
        result++;
    }
    return result;
}

static void specials(void) {
    double zero = 0.0;
    double minus_zero = -zero;
    double infinite = HUGE_VAL;
    int signs = 0;
    signs += minus_zero == zero;
    signs += signbit(minus_zero) ? 2 : 0;
    signs += infinite > 1e300 ? 4 : 0;
    signs += -infinite < minus_zero ? 8 : 0;
    signs += infinite == infinite / 2.0 ? 16 : 0;
    signs += fmax(minus_zero, 3.0) == 3.0 ? 32 : 0;
    printf("specials %d\n", signs);
    checksum += (uint64_t)signs;
}

static float mean_of_singles(void) {
    float sum = 0.0f;
    for (int i = 0; i < POINTS; i++) {
        float value = singles[i];
        if (value > 12.0f) {
            value = 12.0f;
        } else if (value < 0.0f) {
            inexact++;
        }
        sum += value;
    }
    return sum / (float)POINTS;
}

int main(void) {
    static const double coefficients[5] = {0.5, -3.0, 0.25, 2.0, -1.0};
    fill();
    double forward = sum_forward(first_weight, POINTS);
    double halves = sum_halves(first_weight, POINTS);
    note("sum", forward);
    if (forward != halves) {
        printf("the sums differ\n");
        inexact++;
    }
    note("area", area(path, POINTS));
    for (int i = -3; i <= 3; i++) {
        double x = (double)i / 2.0;
        double value = polynomial(coefficients, 4, x);
        printf("p(%a) = %a, exponent %d, rounded %d\n", x, value, exponent_of(value), round_half_even(value));
        fold_double(value);
    }
    static const double squares[6] = {0.0625, 2.25, 30.25, 1024.0, 10050.0625, 998001.0};
    for (int i = 0; i < 6; i++) {
        double root = exact_root(squares[i]);
        printf("root of %a: %a\n", squares[i], root);
        fold_double(root);
    }
    int pieces = 0;
    double sum = 0.0;
    for (int i = 0; i + 2 < POINTS; i += 3) {
        curve(path[i], path[i + 1], path[i + 2], 4, &pieces, &sum);
    }
    printf("%d pieces\n", pieces);
    note("curve", sum);
    note("mean", (double)mean_of_singles());
    note("scaled", ldexp(path[3].x, 20) + trunc(-7.75) + ceil(2.125));
    specials();
    printf("inexact %d\n", inexact);
    printf("checksum %016llx\n", (unsigned long long)checksum);
    return 0;
}
