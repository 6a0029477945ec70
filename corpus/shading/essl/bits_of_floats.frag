#version 300 es
// Floats taken apart and put together again by their bits, and packed by halves.
precision highp float;
precision highp int;

uniform float scale;
out vec4 colour;

int exponentOf(float x) {
  return (floatBitsToInt(x) >> 23 & 255) - 127;
}

float rebuilt(float x) {
  uint bits = floatBitsToUint(x);
  uint sign = bits & 0x80000000u;
  uint rest = bits & 0x7fffffffu;
  return uintBitsToFloat(sign | rest);
}

void main() {
  vec2 p = floor(gl_FragCoord.xy) - 32.0;
  float value = p.x * scale + p.y * 2.0;
  int power = value == 0.0 ? 0 : exponentOf(value);
  uint halves = packHalf2x16(vec2(value, p.x));
  vec2 opened = unpackHalf2x16(halves);
  bool same = rebuilt(value) == value && opened.y == p.x && abs(opened.x - value) < 0.125;
  colour = vec4(float(power + 100) / 255.0, float(halves & 255u) / 255.0, float(halves >> 24) / 255.0, float(same));
}
