#version 430
// How often letters occur, counted together in shared memory first.
layout(local_size_x = 8) in;
layout(std430, binding = 0) readonly buffer Letters { uint letters[]; };
layout(std430, binding = 1) coherent buffer Counts { uint counts[9]; };

shared uint local[8];

void main() {
  uint i = gl_LocalInvocationIndex;
  local[i] = 0u;
  barrier();
  uint letter = letters[gl_GlobalInvocationID.x];
  if (letter != 32u) {
    atomicAdd(local[letter & 7u], 1u);
  }
  barrier();
  uint count = local[i];
  if (count > 0u) {
    atomicAdd(counts[i], count);
    atomicMax(counts[8], count);
  }
}
