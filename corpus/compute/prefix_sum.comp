#version 450
// Inclusive prefix sum per workgroup (Hillis and Steele's scheme) in shared memory.
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[256]; };

shared uint partial[2][64];

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint where = gl_GlobalInvocationID.x;
  uint current = 0u;
  partial[0][lane] = values[where];
  barrier();
  for (uint stride = 1u; stride < 64u; stride <<= 1u) {
    uint next = current ^ 1u;
    uint sum = partial[current][lane];
    if (lane >= stride) {
      sum += partial[current][lane - stride];
    }
    partial[next][lane] = sum;
    current = next;
    barrier();
  }
  values[where] = partial[current][lane];
}
