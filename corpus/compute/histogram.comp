#version 450
// Histogram of bytes: atomics on a shared table, then one atomic per bin and workgroup on the buffer.
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) readonly buffer Samples { uint samples[128]; };
layout(std430, set = 0, binding = 1) buffer Bins {
  uint total;
  uint highest;
  uint bins[16];
};

shared uint local_[16];

void countWord(uint word) {
  for (int i = 0; i < 4; i++) {
    uint bin = word & 15u;
    atomicAdd(local_[bin], 1u);
    word >>= 8u;
  }
}

void main() {
  uint lane = gl_LocalInvocationIndex;
  if (lane < 16u) {
    local_[lane] = 0u;
  }
  barrier();
  uint word = samples[gl_GlobalInvocationID.x];
  countWord(word);
  atomicMax(highest, word);
  barrier();
  if (lane >= 16u) {
    return;
  }
  uint count = local_[lane];
  if (count > 0u) {
    atomicAdd(bins[lane], count);
    atomicAdd(total, count);
  }
}
