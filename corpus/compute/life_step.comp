#version 450
// Three kinds of neighbour rule on a 16x16 torus; one generation from one buffer into another.
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Before { uint before[256]; };
layout(std430, set = 0, binding = 1) buffer After { uint after[256]; };
layout(push_constant) uniform buf_push { uint ruleSet; };

uint cellAt(ivec2 place) {
  ivec2 wrapped = place & 15;
  return before[wrapped.y * 16 + wrapped.x] & 1u;
}

uint neighbours(ivec2 place, bool diagonals) {
  uint count = 0u;
  for (int dy = -1; dy <= 1; dy++) {
    for (int dx = -1; dx <= 1; dx++) {
      if (dx == 0 && dy == 0) {
        continue;
      }
      if (!diagonals && dx != 0 && dy != 0) {
        continue;
      }
      count += cellAt(place + ivec2(dx, dy));
    }
  }
  return count;
}

uint conway(uint alive, uint count) {
  return count == 3u || (alive == 1u && count == 2u) ? 1u : 0u;
}

void main() {
  ivec2 place = ivec2(gl_GlobalInvocationID.xy);
  uint alive = cellAt(place);
  uint next = 0u;
  uint kind = (ruleSet + uint(place.y >> 3)) & 3u;
  switch (kind) {
    case 0u:
      next = conway(alive, neighbours(place, true));
      break;
    case 1u:
      next = neighbours(place, false) & 1u;
      break;
    default:
      next = neighbours(place, true) > 4u ? 1u : alive ^ 1u;
  }
  after[place.y * 16 + place.x] = next | (before[place.y * 16 + place.x] << 1u);
}
