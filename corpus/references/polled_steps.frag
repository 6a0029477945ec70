#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
// An escape-time picture: the number of steps is agreed on before, the pixels leave on their own.
layout(set = 0, binding = 0) uniform buf0 { int steps; };
layout(set = 0, binding = 1) uniform buf1 { vec2 middle; };
layout(location = 0) out vec4 colour;

void main() {
  vec2 c = floor((gl_FragCoord.xy - 128.0) * 0.75) / 64.0 + middle;
  vec2 z = vec2(0.0);
  float nearest = 4.0;
  int most = subgroupMin(subgroupMax(steps) | subgroupAnd(1));
  for (int n = 0; n < most; ++n) {
    vec2 next = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
    z = clamp(floor(next * 64.0) / 64.0, vec2(-2.0), vec2(2.0));
    nearest = min(nearest, abs(z.x));
    if (subgroupAny(n + 1 >= most)) {
      nearest *= 0.75;
    }
  }
  float trap = sqrt(nearest);
  colour = vec4(trap, exp(-trap * 3.0), subgroupAll(most > 4) ? 0.25 + 0.1 * z.y : 0.0, 1.0);
}
