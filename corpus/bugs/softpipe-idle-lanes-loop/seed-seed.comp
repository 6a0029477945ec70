#version 310 es
precision highp int;
layout(std430, binding = 0) buffer Cells {
    uint waiting;
    uint turns;
};
layout(local_size_x = 1) in;
void main() {
    while (waiting == 0u) {
        turns++;
    }
}
