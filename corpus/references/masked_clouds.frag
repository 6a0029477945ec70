#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
// Clouds of four octaves whose weights the subgroup agrees on.
layout(set = 0, binding = 0) uniform buf0 { uint masks[4]; };
layout(location = 0) out vec4 colour;

uint mixed(uvec2 p, uint key) {
  uint h = (p.x * 374761393u + p.y * 668265263u) ^ key;
  h = (h ^ (h >> 13)) * 1274126177u;
  return (h ^ (h >> 16)) & 1023u;
}

void main() {
  uvec2 p = uvec2(gl_FragCoord.xy);
  float sum = 0.0;
  for (uint octave = 0u; octave < 4u; ++octave) {
    uint key = subgroupOr(masks[octave]) & subgroupAnd(masks[octave] | 255u);
    uint size = 5u - octave;
    uvec2 cell = p >> size;
    vec2 inner = vec2(p & ((1u << size) - 1u)) / float(1u << size);
    vec2 t = inner * inner * (3.0 - 2.0 * inner);
    float a = mix(float(mixed(cell, key)), float(mixed(cell + uvec2(1u, 0u), key)), t.x);
    float b = mix(float(mixed(cell + uvec2(0u, 1u), key)), float(mixed(cell + 1u, key)), t.x);
    sum += subgroupShuffleXor(mix(a, b, t.y), 0u) / float(1023u << octave);
  }
  float cloud = smoothstep(0.6, 1.4, sum);
  colour = vec4(0.2 + 0.8 * cloud, 0.4 + 0.6 * cloud, 0.9, 1.0);
}
