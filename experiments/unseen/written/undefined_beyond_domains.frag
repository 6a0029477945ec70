#version 320 es
precision highp float;
layout(location = 0) out vec4 _GLF_color;
uniform vec2 resolution;
uniform float time;

vec3 dome(vec2 p) {
  float r2 = dot(p, p);
  float z = sqrt(1.0 - r2);          // NaN outside of the disc
  float tilt = acos(p.x * 1.25);     // beyond 1 in the right tenth
  float lean = log2(p.y + 0.5);      // of a negative number at the bottom
  return vec3(z, tilt / 3.1416, lean * 0.25 + 0.5);
}

void main() {
  vec2 p = gl_FragCoord.xy / resolution * 2.0 - 1.0;
  vec3 c = dome(p);
  if (length(p) > 1.0 + time && p.x < 0.0)
    c = vec3(0.25);
  _GLF_color = vec4(clamp(c, 0.0, 1.0), 1.0);
}
