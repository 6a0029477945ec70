#version 310 es
layout(std140, binding = 0) uniform Given {
    ivec4 given;
};
layout(std430, binding = 1) buffer Result {
    int last;
};
layout(local_size_x = 1) in;
void main() {
    ivec3 row = given.zzy;
    last = row[row.x & 1];
}
