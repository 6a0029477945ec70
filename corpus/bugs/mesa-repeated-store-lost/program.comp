#version 310 es
layout(std430, binding = 0) readonly buffer Given {
    int list[2];
};
layout(std430, binding = 1) buffer Result {
    int last;
};
layout(local_size_x = 1) in;

void main() {
    last = list[0];
    last = list[1];
    last = list[0];
}
