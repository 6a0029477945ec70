#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
// Tiles of patterns: what all pixels know is voted on, and chooses the rule for the next layer.
layout(set = 0, binding = 0) uniform buf0 { uint rules[6]; };
layout(location = 0) out vec4 colour;

void main() {
  uvec2 p = uvec2(gl_FragCoord.xy);
  uint value = (p.x >> 3) ^ (p.y >> 3);
  for (int layer = 0; layer < 6; ++layer) {
    uint rule = subgroupBroadcastFirst(rules[layer]);
    if (subgroupAll((rule & 1u) == 1u)) {
      value = value * 3u + rule;
    } else {
      value ^= (p.x * p.y) >> (rule & 7u);
    }
    if (subgroupAny(rule > 200u) && (p.x & 16u) != 0u) {
      value = ~value;
    }
    value += subgroupAllEqual(rule) ? p.y & 7u : 255u;
  }
  colour = vec4(float(value & 255u), float(value >> 8 & 255u), float(value >> 16 & 255u), 255.0) / 255.0;
}
