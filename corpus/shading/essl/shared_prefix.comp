#version 310 es
// Sums of all that came before, within a workgroup, by doubling steps between barriers.
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { int data[]; };

shared int front[16];
shared int back[16];

void main() {
  uint i = gl_LocalInvocationID.x;
  front[i] = data[gl_GlobalInvocationID.x];
  memoryBarrierShared();
  barrier();
  for (uint distance = 1u; distance < 16u; distance <<= 1u) {
    int sum = front[i];
    if (i >= distance) {
      sum += front[i - distance];
    }
    back[i] = sum;
    memoryBarrierShared();
    barrier();
    front[i] = back[i];
    memoryBarrierShared();
    barrier();
  }
  data[gl_GlobalInvocationID.x] = front[i];
}
