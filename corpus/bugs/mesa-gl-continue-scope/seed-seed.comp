#version 310 es
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Result { uint result; };
void main() {
    bvec2 again = bvec2(false);
    do {
        uint again = 3u;
        result += again;
        continue;
    } while (again.x);
}
