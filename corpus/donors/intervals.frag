#version 450
// Interval arithmetic and tests on axis-aligned boxes; structures in and out, several returns, a bisection.
layout(location = 0) out vec4 colour;

struct Interval {
  float low;
  float high;
};

struct Box {
  Interval sides[2];
  int tag;
};

Interval product(Interval a, Interval b) {
  vec4 corners = vec4(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high);
  float low = min(min(corners.x, corners.y), min(corners.z, corners.w));
  float high = max(max(corners.x, corners.y), max(corners.z, corners.w));
  return Interval(low, high);
}

bool overlap(Interval a, Interval b, out Interval both) {
  both = Interval(max(a.low, b.low), min(a.high, b.high));
  if (both.low > both.high) {
    both = Interval(0.0, 0.0);
    return false;
  }
  return true;
}

int meet(Box a, Box b, out Box both) {
  both = a;
  for (int i = 0; i < 2; i++) {
    if (!overlap(a.sides[i], b.sides[i], both.sides[i])) {
      both.tag = -1;
      return i;
    }
  }
  both.tag = a.tag | b.tag;
  return 2;
}

float bisect(Interval range, float target) {
  for (int i = 0; i < 8; i++) {
    float middle = (range.low + range.high) * 0.5;
    if (middle * middle * middle > target) {
      range.high = middle;
    } else {
      range.low = middle;
    }
  }
  return range.low;
}

Box boxAt(vec2 corner, vec2 extent, int tag) {
  Box box;
  box.sides[0] = Interval(corner.x, corner.x + extent.x);
  box.sides[1] = Interval(corner.y, corner.y + extent.y);
  box.tag = tag;
  return box;
}

void main() {
  vec2 place = gl_FragCoord.xy * 0.00390625;
  Box both;
  int axis = meet(boxAt(place, vec2(0.25), 1), boxAt(vec2(0.5, 0.375), place, 2), both);
  Interval area = product(both.sides[0], both.sides[1]);
  float root = bisect(Interval(0.0, 1.0), area.high);
  colour = vec4(area.low, root, float(axis) * 0.5, both.tag == 3 ? 1.0 : 0.5);
}
