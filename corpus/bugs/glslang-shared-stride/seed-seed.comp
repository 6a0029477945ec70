#version 310 es
layout(local_size_x = 1) in;
layout(std430, binding = 0) coherent buffer Data { uint data[3]; };
shared uint near[3];
void main() {
    data[0] = 5u;
}
