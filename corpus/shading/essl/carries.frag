#version 320 es
// Numbers of 64 bits made of two words: sums, differences and products with their carries.
precision highp float;
precision highp int;

layout(std140, binding = 0) uniform Seeds { uvec2 buf0; };
layout(location = 0) out vec4 colour;

uvec2 sum(uvec2 a, uvec2 b) {
  uint carry;
  uint low = uaddCarry(a.x, b.x, carry);
  return uvec2(low, a.y + b.y + carry);
}

uvec2 difference(uvec2 a, uvec2 b) {
  uint borrow;
  uint low = usubBorrow(a.x, b.x, borrow);
  return uvec2(low, a.y - b.y - borrow);
}

uvec2 product(uint a, uint b) {
  uint high, low;
  umulExtended(a, b, high, low);
  return uvec2(low, high);
}

void main() {
  uvec2 p = uvec2(gl_FragCoord.xy);
  uvec2 a = product(buf0.x + p.x, buf0.y - p.y);
  uvec2 b = product(buf0.y + p.y, p.x + 7u);
  uvec2 both = sum(a, b);
  bool back = difference(both, b) == a;
  int high, low;
  imulExtended(int(p.x) - 40, int(p.y) * 65537, high, low);
  uvec3 parts = uvec3(both.y >> 20, both.x >> 8, uint(low) ^ uint(high)) & 255u;
  colour = vec4(vec3(parts) / 255.0, back ? 1.0 : 0.0);
}
