#version 310 es
layout(std430, binding = 0) buffer Cells {
    int index;
    int sum;
};
layout(local_size_x = 1) in;
bvec4 flags[2] = bvec4[2](bvec4(false), bvec4(false));
void main() {
    flags[index & 1] = bvec4(true, false, true, false);
    flags[0][index & 3] = flags[1].y;
    sum = flags[0][index & 3] ? 1 : 2;
}
