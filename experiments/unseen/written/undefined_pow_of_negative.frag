#version 320 es
precision highp float;
layout(location = 0) out vec4 _GLF_color;
uniform vec2 resolution;
uniform float time;

// A superellipse whose author forgot abs() on one side: the left third raises negative numbers to a power.
float superellipse(vec2 p, float n) {
  return pow(p.x, n) + pow(abs(p.y), n);
}

void main() {
  vec2 p = gl_FragCoord.xy / resolution * 3.0 - vec2(1.0, 1.5);
  float n = 2.5 + time;
  float d = superellipse(p, n);
  vec3 c = d < 1.0 ? vec3(0.9, 0.6, 0.2) : vec3(0.1, 0.2, 0.3);
  c *= 0.75 + 0.25 * cos(clamp(d, 0.0, 4.0) * 12.0);
  _GLF_color = vec4(c, 1.0);
}
