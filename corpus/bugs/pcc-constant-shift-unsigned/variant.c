#include <stdio.h>

int main(void) {
    printf("%d\n", (-933170287) >> 4U);
    return 0;
}
