#version 300 es
// A machine of one register, whose operations fall through into each other.
precision highp float;
precision highp int;

uniform ivec4 program;
layout(location = 0) out vec4 colour;

int execute(int op, int a, int b) {
  switch (op & 7) {
    case 0:
      a += b;
    case 1:
      a ^= 85;
      break;
    case 2:
    case 3:
      a = a * 3 + 1;
      if ((a & 1) == 0) {
        break;
      }
      a >>= 1;
    default:
      a -= b;
      break;
    case 4:
      return (a & b) | 16;
  }
  return a;
}

void main() {
  int a = int(gl_FragCoord.x);
  int b = int(gl_FragCoord.y);
  int trace = 0;
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 4; i++) {
      a = execute(program[i] + (b & round), a, b) & 1023;
      trace = (trace << 1 ^ a) & 65535;
    }
  }
  colour = vec4(float(a & 255), float(trace & 255), float(trace >> 8), 255.0) / 255.0;
}
