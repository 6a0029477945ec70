#version 310 es
layout(std430, binding = 0) buffer Result {
    uint zero;
    uint second;
};
layout(local_size_x = 1) in;
uvec4 cells[1] = uvec4[1](uvec4(1u, 2u, 3u, 4u));
void main() {
    cells[zero].xz = uvec2(7u, 8u);
    second = cells[0].y;
}
