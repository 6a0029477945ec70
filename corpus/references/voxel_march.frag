#version 450
// A ray marched through integer voxels: fixed-point position, early return at a hit, sky otherwise.
layout(set = 0, binding = 0) uniform buf0 { ivec3 eye; };
layout(set = 0, binding = 1) uniform buf1 { int density; };
layout(location = 0) out vec4 colour;

struct Ray {
  ivec3 position;
  ivec3 direction;
};

struct Hit {
  bool found;
  int steps;
  ivec3 cell;
  int face;
};

bool solid(ivec3 cell) {
  if (cell.y < -2) {
    return true;
  }
  int mixed = (cell.x * 31) ^ (cell.y * 57) ^ (cell.z * 23);
  return (mixed & 63) < density;
}

int faceBetween(ivec3 a, ivec3 b) {
  if (a.x != b.x) {
    return 0;
  }
  return a.y != b.y ? 1 : 2;
}

Hit march(Ray ray) {
  ivec3 before = ray.position >> 8;
  for (int i = 0; i < 64; i++) {
    ray.position += ray.direction;
    ivec3 cell = ray.position >> 8;
    if (cell == before) {
      continue;
    }
    if (solid(cell)) {
      return Hit(true, i, cell, faceBetween(before, cell));
    }
    before = cell;
  }
  return Hit(false, 64, before, 0);
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy) - ivec2(128);
  Ray ray = Ray(eye, ivec3(pixel.x, pixel.y, 96));
  Hit hit = march(ray);
  if (!hit.found) {
    colour = vec4(0.0, float(96 + (pixel.y >> 1)) / 255.0, 1.0, 1.0);
    return;
  }
  int light = 255 - hit.steps * 3 - hit.face * 20;
  ivec3 stone = (hit.cell * ivec3(40, 24, 56)) & 63;
  ivec3 shade = max(ivec3(light) - stone, ivec3(0));
  colour = vec4(vec3(shade) / 255.0, 1.0);
}
