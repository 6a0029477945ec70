// Plane geometry in whole numbers, with structs by value: hulls, areas, crossings, clipping, transformations.
#include <stdint.h>
#include <stdio.h>

enum { POINTS = 40, CORNERS = 24 };
enum side { RIGHT_OF = -1, ON = 0, LEFT_OF = 1 };

struct point {
    int x;
    int y;
};

struct segment {
    struct point from;
    struct point to;
};

struct polygon {
    int count;
    struct point corner[CORNERS];
};

struct transformation {
    int a, b, c, d;
    struct point shift;
};

static struct point cloud[POINTS];
static struct polygon hull;
static struct polygon clipped;
static const struct point origin = {0, 0};
static const struct point *pivot = &origin;
static int degenerate;
static int discarded;
static uint32_t checksum = 41;

static void fold(long value) {
    checksum ^= (uint32_t)((unsigned long)value & 0xffffffffu);
    checksum = (checksum << 9 | checksum >> 23) * 3266489917u;
}

static struct point minus(struct point a, struct point b) {
    struct point difference = {a.x - b.x, a.y - b.y};
    return difference;
}

static long cross(struct point a, struct point b) {
    return (long)a.x * b.y - (long)a.y * b.x;
}

static long dot(struct point a, struct point b) {
    return (long)a.x * b.x + (long)a.y * b.y;
}

static enum side side_of(struct segment line, struct point p) {
    struct point along = minus(line.to, line.from);
    struct point aside = minus(p, line.from);
    long turn = cross(along, aside);
    if (turn > 0) {
        return LEFT_OF;
    }
    if (turn < 0) {
        return RIGHT_OF;
    }
    return ON;
}

static void scatter(void) {
    unsigned state = 31337u;
    for (int i = 0; i < POINTS; i++) {
        state = state * 1664525u + 1013904223u;
        int x = (int)(state >> 24) - 128;
        state = state * 1664525u + 1013904223u;
        int y = (int)(state >> 25) - 64;
        cloud[i].x = x;
        cloud[i].y = i % 9 == 4 ? x / 2 : y;
    }
}

static int comes_before(struct point a, struct point b) {
    if (a.x != b.x) {
        return a.x < b.x;
    }
    return a.y < b.y;
}

static void order_cloud(void) {
    for (int i = 1; i < POINTS; i++) {
        struct point moving = cloud[i];
        int at = i;
        for (; at > 0 && comes_before(moving, cloud[at - 1]); at--) {
            cloud[at] = cloud[at - 1];
        }
        cloud[at] = moving;
    }
}

static void extend_hull(struct polygon *of, int least, struct point next) {
    while (of->count >= least + 2) {
        struct segment last = {of->corner[of->count - 2], of->corner[of->count - 1]};
        if (side_of(last, next) == LEFT_OF) {
            break;
        }
        of->count--;
        discarded++;
    }
    if (of->count >= CORNERS) {
        printf("too many corners\n");
        degenerate++;
        return;
    }
    of->corner[of->count] = next;
    of->count++;
}

static void wrap(struct polygon *into) {
    into->count = 0;
    for (int i = 0; i < POINTS; i++) {
        extend_hull(into, 0, cloud[i]);
    }
    int lower = into->count - 1;
    for (int i = POINTS - 2; i >= 0; i--) {
        extend_hull(into, lower, cloud[i]);
    }
    into->count--;
}

static long twice_area(const struct polygon *of) {
    long sum = 0;
    for (int i = 0; i < of->count; i++) {
        int next = i + 1 < of->count ? i + 1 : 0;
        struct point here = minus(of->corner[i], *pivot);
        struct point there = minus(of->corner[next], *pivot);
        sum += cross(here, there);
    }
    return sum;
}

static int gcd(int a, int b) {
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b != 0) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int edge_points(const struct polygon *of) {
    int points = 0;
    for (int i = 0; i < of->count; i++) {
        struct point step = minus(of->corner[(i + 1) % of->count], of->corner[i]);
        points += gcd(step.x, step.y);
    }
    return points;
}

static int contains(const struct polygon *of, struct point p) {
    int inside = 0;
    for (int i = 0, j = of->count - 1; i < of->count; j = i, i++) {
        struct point a = of->corner[i];
        struct point b = of->corner[j];
        struct segment edge = {a, b};
        struct point to_a = minus(a, p);
        struct point to_b = minus(b, p);
        if (side_of(edge, p) == ON && dot(to_a, to_b) <= 0) {
            return 1;
        }
        if ((a.y > p.y) == (b.y > p.y)) {
            continue;
        }
        long reach = (long)(b.x - a.x) * (p.y - a.y) - (long)(p.x - a.x) * (b.y - a.y);
        if (b.y > a.y ? reach > 0 : reach < 0) {
            inside = !inside;
        }
    }
    return inside;
}

static int count_lattice(const struct polygon *of) {
    int count = 0;
    for (int y = -70; y <= 70; y++) {
        for (int x = -130; x <= 130; x += 1 + (y & 1)) {
            struct point p = {x, y};
            if (y % 4 != 0) {
                break;
            }
            count += contains(of, p);
        }
    }
    return count;
}

static int cross_each_other(struct segment s, struct segment t) {
    int a = side_of(s, t.from);
    int b = side_of(s, t.to);
    int c = side_of(t, s.from);
    int d = side_of(t, s.to);
    if (a == 0 && b == 0) {
        degenerate++;
        return 0;
    }
    return a * b <= 0 && c * d <= 0;
}

static int count_crossings(void) {
    int crossings = 0;
    for (int i = 0; i + 3 < POINTS; i += 2) {
        struct segment one = {cloud[i], cloud[(i * 7 + 3) % POINTS]};
        for (int j = i + 2; j + 1 < POINTS; j += 3) {
            struct segment other = {cloud[j], cloud[(j * 5 + 1) % POINTS]};
            crossings += cross_each_other(one, other);
        }
    }
    return crossings;
}

static int inside_bound(struct point p, int axis, int bound) {
    switch (axis) {
    case 0:
        return p.x >= -bound;
    case 1:
        return p.x <= bound;
    case 2:
        return p.y >= -bound;
    default:
        return p.y <= bound;
    }
}

static struct point meet_bound(struct point a, struct point b, int axis, int bound) {
    struct point met = a;
    int edge = axis % 2 == 0 ? -bound : bound;
    if (axis < 2) {
        met.x = edge;
        met.y = a.y + (b.y - a.y) * (edge - a.x) / (b.x - a.x);
    } else {
        met.y = edge;
        met.x = a.x + (b.x - a.x) * (edge - a.y) / (b.y - a.y);
    }
    return met;
}

static struct polygon clip(const struct polygon *from, int bound) {
    struct polygon result = *from;
    for (int axis = 0; axis < 4; axis++) {
        struct polygon kept = {0, {{0, 0}}};
        for (int i = 0; i < result.count; i++) {
            struct point here = result.corner[i];
            struct point before = result.corner[i > 0 ? i - 1 : result.count - 1];
            int is_in = inside_bound(here, axis, bound);
            int was_in = inside_bound(before, axis, bound);
            if (is_in != was_in && kept.count < CORNERS) {
                kept.corner[kept.count] = meet_bound(before, here, axis, bound);
                kept.count++;
            }
            if (is_in && kept.count < CORNERS) {
                kept.corner[kept.count] = here;
                kept.count++;
            }
        }
        result = kept;
    }
    return result;
}

static struct point transform(const struct transformation *by, struct point p) {
    struct point moved = {by->a * p.x + by->b * p.y + by->shift.x, by->c * p.x + by->d * p.y + by->shift.y};
    return moved;
}

static void put_before(struct transformation *all, const struct transformation *outer) {
    struct transformation inner = *all;
    all->a = outer->a * inner.a + outer->b * inner.c;
    all->b = outer->a * inner.b + outer->b * inner.d;
    all->c = outer->c * inner.a + outer->d * inner.c;
    all->d = outer->c * inner.b + outer->d * inner.d;
    all->shift = transform(outer, inner.shift);
}

int main(void) {
    scatter();
    order_cloud();
    wrap(&hull);
    printf("hull of %d corners, %d discarded\n", hull.count, discarded);
    for (int i = 0; i < hull.count; i++) {
        printf("%s%d,%d", i > 0 ? " " : "", hull.corner[i].x, hull.corner[i].y);
        fold(hull.corner[i].x * 1000L + hull.corner[i].y);
    }
    printf("\n");
    long area = twice_area(&hull);
    int edges = edge_points(&hull);
    int lattice = count_lattice(&hull);
    printf("twice the area %ld, points on edges %d, inside on the sieve %d\n", area, edges, lattice);
    pivot = &cloud[7];
    if (twice_area(&hull) != area) {
        printf("the area depends on the pivot\n");
        return 1;
    }
    for (int i = 0; i < POINTS; i++) {
        if (!contains(&hull, cloud[i])) {
            printf("outside: %d %d\n", cloud[i].x, cloud[i].y);
            degenerate++;
        }
    }
    int crossings = count_crossings();
    printf("crossings %d degenerate %d\n", crossings, degenerate);
    for (int bound = 110; bound >= 20; bound -= 30) {
        clipped = clip(&hull, bound);
        long rest = twice_area(&clipped);
        printf("within %d: %d corners, twice the area %ld\n", bound, clipped.count, rest);
        fold(rest);
    }
    struct transformation quarter = {0, -1, 1, 0, {3, -2}};
    struct transformation shear = {1, 2, 0, 1, {-1, 5}};
    struct transformation all = {1, 0, 0, 1, {0, 0}};
    for (int i = 0; i < 8; i++) {
        const struct transformation *next = i % 3 == 0 ? &shear : &quarter;
        put_before(&all, next);
        struct point image = transform(&all, cloud[i]);
        fold(image.x + 7L * image.y);
        if (i % 4 == 3) {
            printf("image %d %d, determinant %d\n", image.x, image.y, all.a * all.d - all.b * all.c);
        }
    }
    fold(area * 3 + edges);
    fold(crossings * 100L + lattice);
    printf("checksum %08x\n", (unsigned)checksum);
    return 0;
}
