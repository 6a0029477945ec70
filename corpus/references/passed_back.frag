#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
// Rings and spokes in integers; what a pixel holds goes through the subgroup and comes back to it.
layout(set = 0, binding = 0) uniform buf0 { ivec2 centre; };
layout(location = 0) out vec4 colour;

int root(int n) {
  int low = 0;
  for (int bit = 256; bit > 0; bit >>= 1) {
    int tried = subgroupShuffleXor(low, 0u) + bit;
    if (tried * tried <= n) {
      low = tried;
    }
  }
  return low;
}

void main() {
  ivec2 from = ivec2(gl_FragCoord.xy) - centre;
  ivec2 own = subgroupShuffle(from, gl_SubgroupInvocationID);
  int radius = root(own.x * own.x + own.y * own.y);
  int ring = subgroupShuffleUp(radius >> 3, 0u);
  bool spoke = subgroupShuffleDown(abs(own.x) > abs(own.y), 0u);
  int shade = spoke ? ring * 9 : 255 - ring * 7;
  if (subgroupShuffleXor((ring & 3) == 2, 0u)) {
    shade ^= radius;
  }
  colour = vec4(float(shade & 255), float(radius & 255), float((ring * 40) & 255), 255.0) / 255.0;
}
