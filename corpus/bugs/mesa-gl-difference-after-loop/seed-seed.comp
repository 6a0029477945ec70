#version 320 es
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Given { uvec4 given; };
layout(std430, binding = 1) buffer Result { uvec4 result; };
void main() {
    uint k = 0u;
    while (k < given.w - 25u) {
        k += 2u;
    }
    result = given - given.w;
}
