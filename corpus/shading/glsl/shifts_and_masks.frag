#version 450
// Rotations, reversals and masks of words, signed and unsigned, each proved by its inverse.
layout(binding = 0) uniform Mix { uvec2 buf0; };
layout(location = 0) out vec4 colour;

uint rotated(uint x, uint by) {
  by &= 31u;
  return by == 0u ? x : x << by | x >> (32u - by);
}

uvec2 round(uvec2 v, uint key) {
  v.x += rotated(v.y, 7u) ^ key;
  v.y ^= rotated(v.x, buf0.y);
  return v;
}

uvec2 unround(uvec2 v, uint key) {
  v.y ^= rotated(v.x, buf0.y);
  v.x -= rotated(v.y, 7u) ^ key;
  return v;
}

void main() {
  uvec2 start = uvec2(gl_FragCoord.xy);
  uvec2 v = start;
  for (uint i = 0u; i < 5u; i++) v = round(v, buf0.x * i);
  uvec2 w = v;
  for (uint i = 5u; i-- > 0u;) w = unround(w, buf0.x * i);
  int negative = int(v.x) >> 20;
  bool same = w == start && negative == int(v.x >> 20) - (v.x >> 31 == 1u ? 4096 : 0);
  uvec3 parts = uvec3(v.x >> 24, v.y >> 24, uint(negative)) & 255u;
  colour = vec4(vec3(parts) / 255.0, same ? 1.0 : 0.0);
}
