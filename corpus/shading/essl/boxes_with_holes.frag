#version 100
// Boxes as structs; points in a hole are thrown away, overlaps are counted.
precision highp float;
precision highp int;

uniform vec2 corner;

struct Box {
  vec2 low;
  vec2 high;
  float hole;
};

Box box(float x, float y, float size, float hole) {
  return Box(vec2(x, y), vec2(x + size, y + size), hole);
}

int hits(const in Box b, vec2 p, out bool hollow) {
  hollow = false;
  if (any(lessThan(p, b.low)) || any(greaterThanEqual(p, b.high))) {
    return 0;
  }
  vec2 inside = min(p - b.low, b.high - p);
  hollow = min(inside.x, inside.y) > b.hole;
  return 1;
}

void main() {
  vec2 p = floor(gl_FragCoord.xy);
  int count = 0;
  int holes = 0;
  for (int i = 0; i < 4; i++) {
    float f = float(i);
    bool hollow;
    count += hits(box(corner.x + 7.0 * f, corner.y + 5.0 * f, 16.0 + 4.0 * f, 3.0 + f), p, hollow);
    holes += hollow ? 1 : 0;
  }
  if (holes > 2) {
    discard;
  }
  gl_FragColor = vec4(float(count) * 60.0 / 255.0, float(holes) * 100.0 / 255.0, 51.0 / 255.0, 1.0);
}
