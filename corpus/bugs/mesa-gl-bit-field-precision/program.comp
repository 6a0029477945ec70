#version 310 es
precision highp int;
layout(std430, binding = 0) buffer Result {
    int bits;
    int value;
};
layout(local_size_x = 1) in;
void main() {
    value = bitfieldInsert(0, 65535, 1, bits);
}
