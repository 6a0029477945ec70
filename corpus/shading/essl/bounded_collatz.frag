#version 100
// Steps of Collatz's walk with division alone, for a language without remainders; long walks are cut.
precision highp float;
precision highp int;

uniform int start;

bool isOdd(int n) {
  return n - n / 2 * 2 == 1;
}

void step(inout int n, inout int peak) {
  if (isOdd(n)) {
    n = 3 * n + 1;
    peak = n > peak ? n : peak;
  } else {
    n /= 2;
  }
}

void main() {
  int n = start + int(gl_FragCoord.x) + 2 * int(gl_FragCoord.y);
  int peak = n;
  int steps = 0;
  for (int i = 0; i < 60; ++i) {
    if (n == 1) {
      break;
    }
    step(n, peak);
    ++steps;
  }
  float high = float(peak - peak / 256 * 256);
  gl_FragColor = vec4(float(steps * 4) / 255.0, high / 255.0, n == 1 ? 1.0 : 0.0, 1.0);
}
