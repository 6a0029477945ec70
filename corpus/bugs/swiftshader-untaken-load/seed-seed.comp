#version 310 es
layout(std430, binding = 0) buffer Result {
    uint cells[1];
};
layout(local_size_x = 1) in;
ivec2 constants = ivec2(0, 2119978283);
void main() {
    if (abs(constants.x) == 2) {
        cells[constants.y] |= 1u;
    }
}
