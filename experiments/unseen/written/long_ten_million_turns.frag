#version 320 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 _GLF_color;
uniform int turns;
uniform vec2 resolution;

// Every pixel turns ten million times: a driver needs minutes for the image, and an interpreter days.
void main() {
  uint state = uint(gl_FragCoord.x) * 747796405u + uint(gl_FragCoord.y);
  for (int i = 0; i < turns; i++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    state += uint(i);
  }
  _GLF_color = vec4(vec3(state & 255u, (state >> 8) & 255u, (state >> 16) & 255u) / 255.0, 1.0);
}
