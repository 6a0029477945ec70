#version 310 es
precision highp int;
layout(local_size_x = 32, local_size_y = 1, local_size_z = 1) in;

layout(std430, binding = 0) buffer Values {
  int numbers[128];
  int sums[4];
  int largest;
};

shared int scratch[32];

void main() {
  uint here = gl_LocalInvocationID.x;
  scratch[here] = numbers[gl_GlobalInvocationID.x];
  atomicMax(largest, scratch[here]);
  for (uint half_ = 16u; half_ > 0u; half_ >>= 1u) {
    barrier();
    if (here < half_)
      scratch[here] += scratch[here + half_];
  }
  if (here == 0u)
    sums[gl_WorkGroupID.x] = scratch[0];
}
