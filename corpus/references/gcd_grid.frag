#version 450
// Euclid's algorithm, once by remainders and once by halving; where the two disagree the pixel would be white.
layout(set = 0, binding = 0) uniform buf0 { ivec2 origin; };
layout(location = 0) out vec4 colour;

int byRemainder(int a, int b, out int steps) {
  steps = 0;
  while (b != 0) {
    int rest = a % b;
    a = b;
    b = rest;
    steps++;
  }
  return a;
}

int byHalving(int a, int b) {
  int shared_ = 0;
  while (((a | b) & 1) == 0) {
    a >>= 1;
    b >>= 1;
    shared_++;
  }
  for (int guard = 0; guard < 40; guard++) {
    if ((a & 1) == 0) {
      a >>= 1;
      continue;
    }
    if ((b & 1) == 0) {
      b >>= 1;
      continue;
    }
    if (a == b) {
      break;
    }
    if (a > b) {
      a = (a - b) >> 1;
    } else {
      b = (b - a) >> 1;
    }
  }
  return a << shared_;
}

vec3 shade(int divisor, int steps, int sum) {
  if (divisor == 1) {
    return vec3(0.0, float(steps * 20), 64.0);
  }
  if (divisor > 30) {
    return vec3(float(divisor & 255), 255.0, float(sum & 127));
  }
  return vec3(float(divisor * 8), float(steps * 16), float(255 - divisor * 4));
}

void main() {
  ivec2 cell = origin + ivec2(gl_FragCoord.xy) / 2;
  int steps;
  int divisor = byRemainder(cell.x, cell.y, steps);
  int other = byHalving(cell.x, cell.y);
  if (divisor != other) {
    colour = vec4(1.0);
    return;
  }
  colour = vec4(shade(divisor, steps, cell.x + cell.y) / 255.0, 1.0);
}
