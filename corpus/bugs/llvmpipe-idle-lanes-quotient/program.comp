#version 310 es
layout(std430, binding = 0) buffer Result {
    int quotient;
};
layout(local_size_x = 1) in;
int cells[2] = int[2](-1, -2147483647 - 1);
void main() {
    cells[gl_LocalInvocationIndex] = cells[gl_LocalInvocationIndex] / cells[0];
    quotient = cells[0];
}
