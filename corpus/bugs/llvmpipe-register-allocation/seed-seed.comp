#version 310 es
layout(std430, binding = 0) readonly buffer Given {
    int gain;
};
layout(std430, binding = 1) buffer Result {
    uint total;
};
layout(local_size_x = 1) in;
uint sum = 0u;

void main() {
    uint left = 1u;
    do {
        left -= 1u;
        if (left == 1u) {
            continue;
        }
        sum += uint(gain);
    } while (left > 0u);
    sum += uint(gain);
    total = sum;
}
