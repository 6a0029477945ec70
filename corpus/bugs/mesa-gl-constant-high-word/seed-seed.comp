#version 310 es
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Result {
    uint high;
    uint low;
};
void main() {
    umulExtended(4294967295u, 2u, high, low);
}
