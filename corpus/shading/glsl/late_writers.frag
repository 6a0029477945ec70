#version 450
// Several outputs-by-parameter, copied back at the end of a call, and globals written by functions.
layout(binding = 0) uniform Window { vec2 buf0; };
layout(location = 0) out vec4 colour;

float total = 0.0;
int calls;

void divide(in float value, in float by, out float whole, out float rest) {
  whole = floor(value / by);
  rest = value - whole * by;
  total += whole;
  calls++;
}

bool clip(inout vec2 p, vec2 window) {
  vec2 before = p;
  p = clamp(p, vec2(window.x), vec2(window.y));
  total += dot(before - p, vec2(1.0, 2.0));
  return p != before;
}

void main() {
  calls = 0;
  vec2 p = floor(gl_FragCoord.xy);
  vec2 q = p;
  bool moved = clip(q, buf0);
  vec2 whole, rest;
  divide(q.x, 8.0, whole.x, rest.x);
  divide(q.y, 4.0, whole.y, rest.y);
  if (moved) {
    float again;
    divide(total, 2.0, again, rest.y);
  }
  vec3 shade = vec3(whole.x * 16.0 + whole.y, rest.x * 16.0 + rest.y, mod(total, 256.0));
  colour = vec4(floor(mod(shade, 256.0)) / 255.0, float(calls) * 0.25);
}
