#version 450
layout(std430, binding = 0) buffer Cells {
    uint index;
    uint sum;
};
layout(local_size_x = 1) in;
void main() {
    uint pair[2] = uint[2](1u, index);
    uint high;
    umulExtended(pair[1], 1u, high, pair[0]);
    pair[index] -= 1u;
    sum = pair[0] + pair[1] + high;
}
