#include <stdio.h>

int main(void) {
    int a = 3, b = 5;
    printf("%d\n", (unsigned)(a && b) - 2 > 0);
    printf("%d\n", (unsigned)(a || b) - 2 > 0);
    return 0;
}
