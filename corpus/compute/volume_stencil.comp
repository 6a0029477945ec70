#version 450
// Heat in 4x4x4 blocks of a volume, in whole units: each cell gives a quarter of what it has over its neighbours.
layout(local_size_x = 4, local_size_y = 2, local_size_z = 4) in;
layout(std430, set = 0, binding = 0) buffer Volume { int heat[256]; };
layout(set = 0, binding = 1) uniform buf1 { int rounds; };

const ivec3 SIDES[6] = ivec3[](ivec3(1, 0, 0), ivec3(-1, 0, 0), ivec3(0, 1, 0), ivec3(0, -1, 0), ivec3(0, 0, 1),
                               ivec3(0, 0, -1));
shared int cells[4][4][4];

int flow(int own, ivec3 place) {
  if (any(lessThan(place, ivec3(0))) || any(greaterThan(place, ivec3(3)))) {
    return 0;
  }
  return (cells[place.z][place.y][place.x] - own) >> 3;
}

int next(ivec3 place) {
  int own = cells[place.z][place.y][place.x];
  int sum = own;
  for (int side = 0; side < 6; side++) {
    sum += flow(own, place + SIDES[side]);
  }
  return sum;
}

void main() {
  ivec3 upper = ivec3(gl_LocalInvocationID);
  ivec3 lower = upper + ivec3(0, 2, 0);
  int base = int(gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.z) * 64;
  int first = base + (upper.z * 4 + upper.y) * 4 + upper.x;
  cells[upper.z][upper.y][upper.x] = heat[first];
  cells[lower.z][lower.y][lower.x] = heat[first + 8];
  for (int round = 0; round < rounds; round++) {
    barrier();
    ivec2 made = ivec2(next(upper), next(lower));
    barrier();
    cells[upper.z][upper.y][upper.x] = made.x;
    cells[lower.z][lower.y][lower.x] = made.y;
  }
  heat[first] = cells[upper.z][upper.y][upper.x];
  heat[first + 8] = cells[lower.z][lower.y][lower.x];
}
