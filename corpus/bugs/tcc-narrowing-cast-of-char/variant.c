#include <stdio.h>

int main(void) {
    signed char c = -85;
    printf("%u\n", (unsigned)(unsigned short)c);
    return 0;
}
