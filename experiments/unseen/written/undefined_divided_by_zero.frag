#version 310 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 _GLF_color;
uniform vec2 resolution;
uniform float time;

int gcd(int a, int b) {
  while (b != 0) { int r = a % b; a = b; b = r; }
  return a;
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy) / 16 + int(time);
  // in row 0, column 0 the divisor is 0, and so it is wherever the two are equal
  int shared_ = gcd(cell.x, cell.y);
  int ratio = (cell.x * cell.y) / shared_;
  int wrapped = ratio % (cell.x - cell.y);
  float slope = float(cell.y) / float(cell.x);
  vec3 c = vec3(float(ratio & 15) / 15.0, float(abs(wrapped)) / 16.0, clamp(slope, 0.0, 1.0));
  _GLF_color = vec4(c, 1.0);
}
