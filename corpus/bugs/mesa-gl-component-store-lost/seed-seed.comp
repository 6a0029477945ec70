#version 310 es
layout(std430, binding = 0) buffer Result {
    ivec2 pair;
};
layout(local_size_x = 1) in;
void main() {
    pair[1] = 3;
    pair.x = 7;
}
