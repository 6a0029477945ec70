"""Whole programs whose results depend on the order of everything: calls, operands, arguments,
copies back, branches.
"""

from __future__ import annotations

from helpers.translated import compute, everywhere, fragment, integers, uniform

_ORDER_OF_WGSL = """
@group(0) @binding(0) var<storage, read_write> d: array<i32, 8>;
struct P { a: i32, b: array<i32, 3> }
var<private> g: i32; var<private> gs: P;
fn w(x: i32) -> i32 { g += x; gs.b[g & 1] = g; return g; }
fn rd() -> i32 { return g + gs.b[0]; }
fn pp(p: ptr<function, P>, i: i32) -> ptr_result { (*p).b[i] = w(i);
return ptr_result((*p).b[i], p.a);
}
struct ptr_result { x: i32, y: i32 }
@compute @workgroup_size(1) fn main() {
var p = P(1, array(2, 3, 4));
d[w(1) & 7] = w(2) + rd();
d[2] = rd() - w(3) + rd() * w(1);
var v = vec3(w(1), rd(), w(2)); v[w(1) % 3] += w(5); d[3] = v.x + v.y * 100 + v.z * 10000;
let r = pp(&p, w(1) & 1); d[4] = r.x + r.y + p.b[1] + P(w(1), array(w(2), rd(), 3)).b[1];
if (w(1) > 3 && rd() < w(100)) || w(7) == 0 { d[5] = g; } else if w(2) > 0 { d[5] = -g; }
switch w(1) & 1 { case 0: { d[6] = w(3); } default: { d[6] = rd() + w(4); } }
let q = &p.b[w(1) & 1]; *q = w(2); *q += rd(); d[7] = *q + p.b[0] + select(w(1), w(2), rd() > w(3));
for (var i = w(0) - g; i < 3; i += w(1) - w(0) + 1) { d[0] += i; if d[0] > 50 { continue;
} d[1] += w(1); }
var m = mat2x2<f32>(1.0, 2.0, 3.0, f32(w(1))); m[w(1) & 1].x += f32(rd()); m[1][0] *= 2.0;
d[0] += i32(m[0].x + m[1].y + determinant(m));
}
"""
_ORDER_OF_GLSL = """
layout(local_size_x=1) in; layout(std430, binding=0) buffer B { int d[8]; };
struct P { int a; int b[3]; }; int g = 1; P gs;
int w(int x) { g += x; return g; }
P mk(int k) { return P(k, int[3](k, k + 1, k + 2)); }
void sw(inout P a, inout P b) { P t = a; a = b; b = t; }
bool t2(out int x, int y) { x = y; return y > 2; }
void main() { P p = mk(w(1)); P q = mk(w(2)); sw(p, q); P arr[2]; arr[0] = p; arr[1] = q;
sw(arr[0], arr[1]); d[0] = arr[0].a * 10 + arr[1].b[2];
int x = 7; if (t2(x, 3) && t2(x, x - 1) || t2(x, 9)) d[1] = x; while (t2(x, x - 1)) { d[2] += x; }
for (int i = 0; t2(x, 5 - i); i++) { if (i == 1) continue; d[3] += x * i + 1; } do { x++;
if (x == 4) continue; if (x > 6) break; d[4] += x; } while (t2(x, x + 1) || x < 5);
int z = x > 3 ? (t2(x, 1) ? 5 : w(1)) : w(7); z += x < 9 ? mk(x).b[x & 1] : 3; d[5] = z;
ivec4 v = ivec4(1, 2, 3, 4); v.xw = v.wx; t2(v.y, v.x); t2(v[x & 3], 6); ivec2 s = v.zy;
s += ivec2(v.x, 1); s.y <<= 2; s = -s; s = ~s ^ 5; s %= 7 + s - s;
d[6] = v.x + v.y * 10 + v.z * 100 + v.w * 1000 + (s.x & 15) * 10000;
switch (x) { case 1: { int y = 3; d[7] += y; } case 2: for (int i = 0; i < 3; i++) {
if (i == 1) break;
d[7] += 10; } if (d[7] > 12) break; default: d[7] += 100; }
bvec3 bb = lessThan(v.xyz, v.yzw); bb.x = !bb.x;
d[7] += int(any(bb)) * 1000 + int(bb == bvec3(true, false, true)) * 2000; }
"""
_PRECISIONS = """#version 310 es
precision mediump float; precision highp int;
struct L { highp vec3 d; lowp float i; };
uniform L lights[2]; uniform mat3 m; uniform ivec2 off[3];
layout(location=0) out highp vec4 c;
const float K[4] = float[4](0.5, 1.5, 2.5, 3.5); const L base = L(vec3(1.0, 2.0, 3.0), 0.25);
vec3 shade(const in L l, vec3 n, float ks[4]) { for (int i = 0; i < 4; ++i) { ks[i] *= l.i;
} return l.d * n + ks[3]; }
void main() { ivec2 p = ivec2(gl_FragCoord.xy);
vec3 s = shade(lights[p.x & 1], vec3(p, 1.0), K) + shade(base, vec3(1.0), float[](1.0, 2.0, 3.0,
K[p.y])); s = m * s; s.xy += vec2(off[p.x % 3]); mat3 n = m; n[p.x % 3][1] = 4.0;
L copy = lights[1];
copy.d.zy = s.xy; bool e = copy == lights[1];
c = vec4(s / 128.0 + n[1] / 64.0 + copy.d / 512.0, e ? 1.0 : 0.5); }
"""


def test_wgsl_in_the_order_that_it_defines() -> None:
    everywhere(compute("wgsl", _ORDER_OF_WGSL, integers(0, *([0] * 8))))


def test_glsl_where_each_statement_decides_its_order() -> None:
    assert len(everywhere(compute("glsl", _ORDER_OF_GLSL, integers(0, *([0] * 8))), least=5)) == 5


def test_structures_tables_and_precisions() -> None:
    program = fragment(
        "essl",
        _PRECISIONS,
        uniform("lights[0].d", "f", 1.0, 2.0, 3.0),
        uniform("m", "f", *range(12)),
        uniform("off", "i", *range(12)),
    )
    everywhere(program, least=7)
