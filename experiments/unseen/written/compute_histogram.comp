#version 310 es
precision highp int;
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) buffer Histogram {
  uint bins[16];
  uint fullest;
};

shared uint local_[16];

uint pixel(uvec2 at) {
  uint h = at.x * 2654435761u ^ at.y * 2246822519u;
  h ^= h >> 15u;
  h *= 3266489917u;
  return (h >> 24u) & ((at.x + at.y) | 1u);
}

void main() {
  if (gl_LocalInvocationIndex < 16u) local_[gl_LocalInvocationIndex] = 0u;
  barrier();
  atomicAdd(local_[pixel(gl_GlobalInvocationID.xy) & 15u], 1u);
  barrier();
  if (gl_LocalInvocationIndex < 16u) {
    uint mine = local_[gl_LocalInvocationIndex];
    atomicAdd(bins[gl_LocalInvocationIndex], mine);
    atomicMax(fullest, mine);
  }
}
