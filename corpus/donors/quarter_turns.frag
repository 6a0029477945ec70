#version 450
// Quarter turns and reflections of vectors and 2x2 matrices, chosen by switch.
layout(location = 0) out vec4 colour;

vec2 turn(vec2 v, int quarters) {
  switch (quarters & 3) {
    case 1:
      return vec2(-v.y, v.x);
    case 2:
      return -v;
    case 3:
      return vec2(v.y, -v.x);
  }
  return v;
}

ivec2 step_(ivec2 place, int heading) {
  const ivec2 moves[4] = ivec2[4](ivec2(1, 0), ivec2(0, 1), ivec2(-1, 0), ivec2(0, -1));
  return place + moves[heading & 3];
}

mat2 compose(mat2 m, int quarters, bool mirrored) {
  mat2 turned = mat2(turn(m[0], quarters), turn(m[1], quarters));
  if (mirrored) {
    vec2 held = turned[0];
    turned[0] = turned[1];
    turned[1] = held;
  }
  return turned;
}

int wander(int commands, out ivec2 place) {
  int heading = 0;
  place = ivec2(0);
  for (int i = 0; i < 12; i++) {
    int command = commands & 3;
    commands >>= 2;
    if (command == 3) {
      heading--;
      continue;
    }
    if (command == 2) {
      heading++;
    }
    place = step_(place, heading);
    if (abs(place.x) + abs(place.y) > 6) {
      return heading;
    }
  }
  return heading & 3;
}

void main() {
  ivec2 place;
  int heading = wander(floatBitsToInt(gl_FragCoord.x * gl_FragCoord.y) >> 3, place);
  mat2 m = compose(mat2(0.25, 0.5, 0.75, 1.0), heading, place.x > place.y);
  vec2 v = m * (vec2(place) * 0.125);
  colour = vec4(abs(v), float(heading & 3) / 3.0, 1.0);
}
