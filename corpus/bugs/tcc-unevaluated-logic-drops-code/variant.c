#include <stdio.h>

static int pick(int x, int y) {
    int kept = 1 || ((x || 0) && y);
    return kept + 6;
}

int main(void) {
    printf("%d\n", pick(0, 1));
    return 0;
}
