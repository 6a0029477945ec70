#version 450
// Tree reduction of structures in a three-dimensional workgroup: least and greatest value with their places.
layout(local_size_x = 4, local_size_y = 2, local_size_z = 2) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { int values[64]; };
layout(std430, set = 0, binding = 1) writeonly buffer Results { int results[16]; };

struct Extremes {
  int least;
  int leastAt;
  int greatest;
  int greatestAt;
};

shared Extremes tree[16];

Extremes merge(Extremes a, Extremes b) {
  Extremes result = a;
  if (b.least < a.least) {
    result.least = b.least;
    result.leastAt = b.leastAt;
  }
  if (b.greatest > a.greatest) {
    result.greatest = b.greatest;
    result.greatestAt = b.greatestAt;
  }
  return result;
}

void main() {
  uint lane = gl_LocalInvocationIndex;
  uint group = gl_WorkGroupID.x + gl_WorkGroupID.y * gl_NumWorkGroups.x;
  int where = int(group * 16u + lane);
  int value = values[where];
  tree[lane] = Extremes(value, where, value, where);
  barrier();
  for (uint reach = 8u; reach > 0u; reach >>= 1u) {
    if (lane < reach) {
      tree[lane] = merge(tree[lane], tree[lane + reach]);
    }
    barrier();
  }
  if (lane != 0u) {
    return;
  }
  int base = int(group) * 4;
  results[base] = tree[0].least;
  results[base + 1] = tree[0].leastAt;
  results[base + 2] = tree[0].greatest;
  results[base + 3] = tree[0].greatestAt;
}
