#version 450
precision highp float;
layout(location = 0) out vec4 colour;
struct S { float a; vec3 b; mat2x3 m; int k[3]; };
layout(set=0, binding=0, std140) uniform U { float u0; vec3 u1; mat3 um; layout(row_major) mat2x4 ur; S us; float arr[5]; ivec4 iv; bool flag; };
layout(push_constant) uniform P { vec2 p0; layout(offset=16) mat2 pm; int pk; };
float table[6] = float[](0.1, 0.2, 0.3, 0.4, 0.5, 0.6);
float priv;
void bump(inout float x, out int k, in S s, inout vec3 v[2]) { x += s.a; k = s.k[1] + 2; v[1].yz += x; priv += 0.125; }
float many(int n) { float t = 0.0; for (int i = 0; i < n; i++) { if (i == 3) continue; if (i > 8) break; t += table[i % 6]; } return t; }
mat3 mm(mat3 a, float s) { mat3 r = a * s; r[1] = r[0].zyx; r[2][1] = 0.5; return r; }
void main() {
  priv = 0.25;
  ivec2 p = ivec2(gl_FragCoord.xy);
  S s; s.a = 0.5; s.b = vec3(p, 1.0); s.m = mat2x3(1,2,3,4,5,6) ; s.k = int[](p.x, p.y, 7);
  vec3 v[2]; v[0] = vec3(0.1); v[1] = vec3(0.2, 0.3, float(p.x) * 0.01);
  float x = 0.75; int k;
  bump(x, k, s, v);
  s.k[p.x % 3] = k;
  vec3 w = s.m * vec2(0.1, 0.2);
  w[p.y % 3] += 0.25;
  mat3 q = mm(mat3(1.0) * 0.5 + um, x);
  mat3 tr = transpose(q); tr = tr * q; float det = determinant(mat3(2.0,0.5,0.1,0.3,1.0,0.2,0.1,0.7,1.5));
  mat2 inv = inverse(mat2(2.0, 0.5, 0.25, 1.0) + pm);
  float f = many(p.x % 12) * 0.1;
  int acc = 0; int i = 0;
  do { i++; if ((p.y & i) == 3) continue; acc += i * i; } while (i < 7);
  switch (p.x & 7) { case 0: acc += 1; case 1: acc += 10; break; case 2: acc ^= 5; break; case 5: { acc = -acc; } default: acc *= 2; }
  uint h = uint(acc) * 2654435761u; h ^= h >> 13u; h = bitfieldReverse(h); h = bitfieldInsert(h, 5u, 3, 4); acc += int(bitfieldExtract(h, 4, 9)) + findMSB(h) + findLSB(h) + bitCount(h);
  uint carry; uint sum = uaddCarry(h, 0x80000000u, carry); uint borrow; uint dif = usubBorrow(h, sum, borrow); uint hi, lo; umulExtended(h, sum, hi, lo); int ihi, ilo; imulExtended(int(h), acc, ihi, ilo);
  vec4 c = vec4(fract(abs(x) + f + det), fract(v[1].y * 0.1 + w.z), fract(float(acc) * 0.013 + float(hi & 255u) / 255.0), 1.0);
  float e; int ex; e = frexp(f + 3.7, ex); float ip; float fp = modf(x * 3.3, ip);
  c.xy += vec2(ldexp(e, ex - 3), fp) * 0.1;
  c.yz = mix(c.zy, vec2(0.5), greaterThan(vec2(p), vec2(10.0, 5.0)));
  c = clamp(c, vec4(0.0), vec4(1.0));
  if (any(lessThan(c.xyz, vec3(0.05))) && !all(equal(c.xy, c.yz))) c.x = 0.3;
  c.x = c.x * 0.5 + fract(q[1][2] + tr[2][0] + inv[0][1] + priv + float(ihi & 15) / 16.0 + float(carry + borrow)) * 0.5;
  vec3 r = reflect(normalize(vec3(p, 3.0) + 0.5), vec3(0.0, 1.0, 0.0)); c.y = c.y * 0.5 + 0.25 * r.x + 0.1 * dot(r, cross(r.zxy, vec3(1, 2, 3)));
  c.z = c.z * 0.5 + 0.5 * smoothstep(0.0, 20.0, length(vec2(p))) * step(3.0, float(p.x));
  c.z += 0.1 * float(unpackHalf2x16(packHalf2x16(vec2(c.x, 0.3))).x) + 0.05 * unpackUnorm4x8(packUnorm4x8(c)).y + 0.1 * unpackSnorm2x16(packSnorm2x16(c.xy)).x;
  c.x += 0.05 * float(isnan(c.x)) + u0 + um[1][1] + ur[1][2] + us.b.y + us.m[1].z + float(us.k[2]) + arr[p.x % 5] + float(iv[p.y % 4]) + p0.y + pm[1][0] + float(pk) + (flag ? 1.0 : 0.0);
  colour = c;
}
