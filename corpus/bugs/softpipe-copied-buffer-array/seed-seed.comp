#version 310 es
layout(std430, binding = 0) readonly buffer Given {
    int list[3];
};
layout(std430, binding = 1) buffer Result {
    int cells[3];
};
layout(local_size_x = 1) in;

void main() {
    int own[3] = list;
    own[list[0] + 1] = 99;
    for (int k = 0; k < 3; k++) {
        cells[k] = own[k];
    }
}
