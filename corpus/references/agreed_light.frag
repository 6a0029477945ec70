#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
// A few lights over a wavy ground. The brightest and the nearest are the same for all pixels, and
// the subgroup finds them.
layout(set = 0, binding = 0) uniform buf0 { vec4 lights[4]; };
layout(location = 0) out vec4 colour;

void main() {
  vec2 p = gl_FragCoord.xy / 256.0;
  float ground = sin(p.x * 9.0) * cos(p.y * 7.0);
  float sum = 0.0;
  for (int k = 0; k < 4; ++k) {
    vec4 light = subgroupBroadcastFirst(lights[k]);
    float strength = subgroupMax(light.w);
    vec3 away = vec3(light.xy - p, subgroupMin(light.z) - ground * 0.1);
    sum += strength / (0.25 + dot(away, away));
  }
  float least = subgroupMin(min(lights[0].w, lights[1].w));
  float shade = sum / (sum + 4.0 + least);
  colour = vec4(shade, shade * shade, 0.5 + 0.5 * ground, 1.0);
}
