#version 300 es
// Four numbers sorted by a network that works on swizzles as places.
precision highp float;
precision highp int;

uniform ivec4 order;
out vec4 colour;

void exchange(inout ivec2 pair) {
  pair = pair.x > pair.y ? pair.yx : pair;
}

ivec4 sorted(ivec4 v) {
  exchange(v.xy);
  exchange(v.zw);
  exchange(v.xz);
  exchange(v.yw);
  exchange(v.yz);
  return v;
}

void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  ivec4 v = ivec4(p.x * 5 & 63, p.y * 7 & 63, (p.x ^ p.y) & 63, (p.x + p.y) & 63);
  ivec4 s = sorted(v);
  bool ordered = all(lessThanEqual(s.xyz, s.yzw));
  bool kept = s.x + s.y + s.z + s.w == v.x + v.y + v.z + v.w;
  ivec4 chosen;
  chosen.wzyx = s;
  for (int i = 0; i < 4; i++) {
    chosen[i] += s[order[i]];
  }
  colour = vec4(vec3(chosen.xyz) / 255.0, ordered && kept ? 1.0 : 0.0);
}
