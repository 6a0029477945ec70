#version 450
// Bitonic sort of 64 keys per workgroup; even groups rise, odd groups fall.
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Keys { int keys[128]; };

shared int held[64];

void compareExchange(uint low, uint high, bool rising) {
  int a = held[low];
  int b = held[high];
  if ((a > b) == rising) {
    held[low] = b;
    held[high] = a;
  }
}

void main() {
  uint lane = gl_LocalInvocationID.x;
  uint base = gl_WorkGroupID.x * 64u;
  held[lane] = keys[base + lane];
  held[lane + 32u] = keys[base + lane + 32u];
  bool groupRises = (gl_WorkGroupID.x & 1u) == 0u;
  for (uint block = 2u; block <= 64u; block <<= 1u) {
    for (uint stride = block >> 1u; stride > 0u; stride >>= 1u) {
      barrier();
      uint low = (lane & ~(stride - 1u)) * 2u + (lane & (stride - 1u));
      bool rising = ((low & block) == 0u) == groupRises;
      compareExchange(low, low + stride, rising);
    }
  }
  barrier();
  keys[base + lane] = held[lane];
  keys[base + lane + 32u] = held[lane + 32u];
}
