#version 310 es
precision highp float;
precision highp int;

layout(location = 0) out vec4 _GLF_color;

uniform vec2 resolution;
uniform vec2 injectionSwitch;

int reversed(int n, int base) {
  int back = 0;
  while (true) {
    if (n == 0) {
      return back;
    }
    back = back * base + n % base;
    n /= base;
    if (injectionSwitch.y == 0.0) {
      break;
    }
  }
  return -1;
}

bool is_palindrome(int n, int base) {
  return reversed(n, base) == n;
}

void main() {
  ivec2 cell = ivec2(floor(gl_FragCoord.xy * 32.0 / resolution));
  int n = cell.y * 32 + cell.x;
  vec4 sum = vec4(0.0);
  int base = 2;
  do {
    if (is_palindrome(n, base)) {
      switch (base & 3) {
        case 0: sum.x += 0.25; break;
        case 1: sum.y += 0.25; break;
        case 2: sum.z += 0.25; break;
        default: sum += vec4(0.125, 0.0, 0.125, 0.0); break;
      }
    }
    base++;
  } while (base <= 12);
  _GLF_color = vec4(min(sum.xyz, vec3(1.0)), 1.0);
}
