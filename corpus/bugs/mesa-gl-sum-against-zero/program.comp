#version 310 es
layout(std430, binding = 0) buffer Result {
    uint given;
    uint value;
};
layout(local_size_x = 1) in;
void main() {
    value = given + 1u >= 0u ? 7u : 3u;
}
