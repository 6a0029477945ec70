#include <stdio.h>

int main(void) {
    int x = 1, a = 1, b = 2;
    printf("%d\n", -(x && (unsigned)(a < b)) < 0);
    printf("%d\n", (int)sizeof(x && (_Bool)(a < b)));
    return 0;
}
