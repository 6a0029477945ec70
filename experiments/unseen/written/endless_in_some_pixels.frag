#version 310 es
precision highp float;
precision highp int;
layout(location = 0) out vec4 _GLF_color;
uniform vec2 injectionSwitch;
uniform vec2 resolution;

// An orbit of the doubling map: every start comes back, but 0 stands still for ever.
int period(int start, int modulus) {
  int at = start;
  int count = 0;
  while (true) {
    at = (at * 2) % modulus;
    count += at == 0 ? 0 : 1;
    if (at == start && at != 0) return count;
    if (injectionSwitch.x > injectionSwitch.y) return -1;
  }
}

void main() {
  ivec2 cell = ivec2(gl_FragCoord.xy / resolution * 16.0);
  int start = cell.x + 16 * cell.y;
  _GLF_color = vec4(float(period(start % 25, 25)) / 20.0, float(cell.x) / 15.0, float(cell.y) / 15.0, 1.0);
}
