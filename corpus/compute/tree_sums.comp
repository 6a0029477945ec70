#version 450
// Sums, differences and bits of 128 numbers per workgroup by a tree whose upper levels one invocation climbs alone.
layout(local_size_x = 2, local_size_y = 4, local_size_z = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Numbers { uint numbers[512]; };
layout(std430, set = 0, binding = 1) buffer Summaries {
  uint overall;
  uvec3 summaries[4];
};

shared uvec3 nodes[64];

uvec3 joined(uvec3 left, uvec3 right) {
  return uvec3(left.x + right.x, left.y - 3u * right.y, left.z | (right.z << 1u));
}

uvec3 leaf(uint number) {
  return uvec3(number, number ^ 0x5a5au, bitCount(number));
}

void main() {
  uint index = gl_LocalInvocationIndex;
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint first = group * 128u + 2u * index;
  nodes[index] = joined(leaf(numbers[first]), leaf(numbers[first + 1u]));
  barrier();
  for (uint count = 32u; count > 4u; count /= 2u) {
    uvec3 made = uvec3(0u);
    if (index < count) {
      made = joined(nodes[2u * index], nodes[2u * index + 1u]);
    }
    barrier();
    if (index < count) {
      nodes[index] = made;
    }
    barrier();
  }
  if (gl_LocalInvocationID != uvec3(0u)) {
    return;
  }
  uvec3 sum = nodes[0];
  for (uint node = 1u; node < 8u; node++) {
    sum = joined(sum, nodes[node]);
  }
  summaries[group] = sum;
  atomicAdd(overall, sum.x);
}
