#include <stdio.h>

struct point {
    int x, y;
};

static struct point minus(struct point a, struct point b) {
    struct point difference = {a.x - b.x, a.y - b.y};
    return difference;
}

static long cross(struct point a, struct point b) {
    return (long)a.x * b.y - (long)a.y * b.x;
}

int main(void) {
    struct point p = {3, 4}, q = {10, 1}, r = {0, 0};
    printf("%ld\n", cross(minus(p, r), minus(q, r)));
    return 0;
}
