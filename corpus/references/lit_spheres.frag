#version 450
// Spheres lit by one lamp: which sphere is met is decided in integers, the light in floats with sqrt and dot.
layout(set = 0, binding = 0) uniform buf0 { vec3 lamp; };
layout(set = 0, binding = 1) uniform buf1 { ivec4 spheres[4]; };
layout(location = 0) out vec4 colour;

int coverage(ivec2 pixel, ivec4 sphere) {
  ivec2 offset = pixel - sphere.xy;
  return sphere.z * sphere.z - offset.x * offset.x - offset.y * offset.y;
}

int frontMost(ivec2 pixel, out int depth2) {
  int found = -1;
  int bestLayer = 0;
  depth2 = 0;
  for (int i = 0; i < 4; i++) {
    int inside = coverage(pixel, spheres[i]);
    if (inside <= 0) {
      continue;
    }
    if (found >= 0 && spheres[i].w <= bestLayer) {
      continue;
    }
    found = i;
    bestLayer = spheres[i].w;
    depth2 = inside;
  }
  return found;
}

vec3 baseColour(int index) {
  switch (index) {
    case 0:
      return vec3(0.875, 0.25, 0.125);
    case 1:
      return vec3(0.125, 0.75, 0.25);
    case 2:
      return vec3(0.25, 0.375, 0.9375);
  }
  return vec3(0.75);
}

float lambert(vec3 normal, vec3 direction) {
  float length2 = dot(direction, direction);
  return max(dot(normal, direction) / sqrt(length2), 0.0);
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  int depth2;
  int index = frontMost(pixel, depth2);
  if (index < 0) {
    int checker = ((pixel.x >> 4) + (pixel.y >> 4)) & 1;
    colour = vec4(vec3(checker == 1 ? 0.25 : 0.125), 1.0);
    return;
  }
  ivec4 sphere = spheres[index];
  vec3 toward = vec3(vec2(pixel - sphere.xy), sqrt(float(depth2)));
  vec3 normal = toward / float(sphere.z);
  float light = 0.1875 + 0.75 * lambert(normal, lamp - toward);
  colour = vec4(baseColour(index) * light, 1.0);
}
