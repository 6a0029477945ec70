#include <stdio.h>

int main(void) {
    printf("%u\n", (-4) / 4294967284U);
    printf("%u\n", (-5) % 4294967284U);
    return 0;
}
