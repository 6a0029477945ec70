#version 450
// A grid of decimal counters drawn with seven segments: a switch for the shape of digits, tests for the strokes.
layout(set = 0, binding = 0) uniform buf0 { int first; };
layout(set = 0, binding = 1) uniform buf1 { ivec2 glyph; };
layout(location = 0) out vec4 colour;

int segments(int digit) {
  switch (digit) {
    case 0:
      return 0x77;
    case 1:
      return 0x24;
    case 2:
      return 0x5d;
    case 3:
      return 0x6d;
    case 4:
      return 0x2e;
    case 5:
      return 0x6b;
    case 6:
      return 0x7b;
    case 7:
      return 0x25;
    case 8:
      return 0x7f;
    case 9:
      return 0x6f;
    default:
      return 0;
  }
}

int strokeAt(ivec2 p) {
  bool wide = p.x >= 2 && p.x < 10;
  bool lower = p.y < 11;
  if (wide && p.y < 2) {
    return 6;
  }
  if (wide && p.y >= 10 && p.y < 12) {
    return 3;
  }
  if (wide && p.y >= 20) {
    return 0;
  }
  if (p.x < 2) {
    return lower ? 4 : 1;
  }
  if (p.x >= 10) {
    return lower ? 5 : 2;
  }
  return -1;
}

int digitOf(int number, int place) {
  for (int i = 0; i < place; i++) {
    number /= 10;
  }
  return number % 10;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  ivec2 cell = pixel / glyph;
  ivec2 inner = pixel - cell * glyph;
  inner.y = 21 - inner.y;
  int number = first + cell.y * 61 + (cell.x / 3) * 17;
  int place = 2 - cell.x % 3;
  int digit = digitOf(number, place);
  ivec3 shade = ivec3(8 * cell.y, 4 * cell.x, 40);
  bool inside = inner.x < 12 && inner.y >= 0;
  int stroke = inside ? strokeAt(inner) : -1;
  if (stroke >= 0 && (segments(digit) >> stroke & 1) == 1) {
    shade = ivec3(255 - digit * 12, 120 + digit * 9, place * 60);
  } else if (inside) {
    shade += ivec3(digit * 2);
  }
  colour = vec4(vec3(shade) / 255.0, 1.0);
}
