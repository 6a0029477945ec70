#version 310 es
layout(std430, binding = 0) buffer Result {
    uint given;
    uint high;
    uint low;
};
layout(local_size_x = 1) in;
void main() {
    umulExtended(given, 1u, high, low);
}
