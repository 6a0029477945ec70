#version 320 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 _GLF_color;
uniform vec2 resolution;
uniform float time;

// exp2() grows past what an int or a uint can hold in the upper part of the picture
void main() {
  vec2 uv = gl_FragCoord.xy / resolution;
  float big = exp2(uv.y * 40.0) + time;
  int a = int(big);
  int b = int(-big * uv.x);
  uint c = uint(4.0 * uv.x - 1.0);
  uint mixed = uint(a) ^ uint(b) * 40503u ^ (c << 7);
  vec4 bytes = vec4(mixed & 255u, (mixed >> 8) & 255u, (mixed >> 16) & 255u, 255u);
  _GLF_color = bytes / 255.0;
}
