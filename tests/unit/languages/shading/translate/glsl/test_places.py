"""Places of GLSL and ESSL: swizzles that are written, indices that are evaluated once, values
in uniforms.
"""

from __future__ import annotations

from helpers.translated import compute, everywhere, fragment, uniform, wgsl


def test_swizzles_are_written_component_by_component() -> None:
    program = compute(
        "glsl",
        "void main() { ivec4 v = ivec4(1, 2, 3, 4); v.wx = v.xy; v.zy += 10; v.zw.y *= 3; "
        "v.rg++; ivec2 "
        "a[2]; a[0].yx = v.stp.zy;"
        " a[1] = a[0]; a[1].y = data[0]; data[1] = v.x + v.y * 10 + v.z * 100 + v.w * 1000; "
        "data[2] = a[0].x "
        "+ a[1].y * 100; }",
    )
    text = wgsl(program)
    assert "v.w = " in text
    everywhere(program)


def test_indices_of_a_place_are_evaluated_once_and_first() -> None:
    program = compute(
        "glsl",
        "int calls = 0; int next() { return calls++; }"
        "void main() { int t[4]; t[0] = t[1] = t[2] = t[3] = 1; t[next()] += 5; int i = 1; "
        "t[i++] = data[0]; t[i] *= 2;"
        " data[1] = t[0] + t[1] * 10 + t[2] * 100; data[2] = calls + i * 10; }",
    )
    everywhere(program)


def test_indices_of_written_swizzles_are_evaluated_once() -> None:
    program = compute(
        "essl",
        "int calls = 0; int next() { return calls++; }"
        "void main() { ivec3 w[3]; w[0] = w[1] = w[2] = ivec3(1, 2, 3); w[next()].zx -= 7; "
        "w[next()].bg *= ivec2(2, 3); w[next()].xy++; int i = 3; w[--i].yz += 5; "
        "for (int k = 0; k < 3; k++) { data[k] = w[k].x + w[k].y * 100 + w[k].z * 10000; } "
        "data[3] = calls; }",
    )
    everywhere(program)


def test_values_are_indexed_in_memory() -> None:
    program = compute(
        "glsl",
        "const int T[3] = int[3](4, 5, 6); int[2] make(int x) { return int[2](x, x + 1); }"
        "void main() { int i = data[6]; data[0] = T[i + 1] + make(7)[i] * 10 + ivec3(1, 2, "
        "3)[i] * 100 + "
        "mat2(1.0, 2.0, 3.0, 4.0)[i].y > 300.0 ? 1 : 2; }",
    )
    assert "var table" in wgsl(program)
    everywhere(program)


def test_arrays_of_small_elements_in_uniforms_are_padded() -> None:
    program = fragment(
        "glsl",
        "struct S { float a; vec2 b; }; struct H { S s; float t[2]; };"
        "layout(std140, binding = 0) uniform B { float fs[5]; mat2 m; vec3 v; S s; S ss[2]; "
        "H h; float last; } block;"
        "float total(float x[5]) { return x[0] + x[4]; } float of(S s) { return s.a + s.b.y; }"
        "void main() { int i = int(gl_FragCoord.x); S copy = block.ss[i & 1]; H h = "
        "block.h; colour = "
        "vec4(block.fs[i], total(block.fs) + of(block.s),"
        " block.m[1].y + block.v.z + of(copy) + h.t[1], block.last + of(h.s)) / 255.0; }",
        uniform("B", "f", *range(96), binding=0),
    )
    text = wgsl(program)
    assert "Padded_f32" in text
    assert "@align(16)" in text
    everywhere(program, least=7)


def test_truth_values_in_uniforms_are_numbers() -> None:
    program = fragment(
        "glsl",
        "layout(std140, binding = 0) uniform B { bool flag; bvec3 v; bool many[3]; }; "
        "uniform bool loose;"
        "float g(bool x[3]) { return x[0] && x[2] ? 1.0 : 0.0; }"
        "void main() { int i = int(gl_FragCoord.x) % 3; colour = vec4(float(flag), "
        "float(v.y), g(many), "
        "float(many[i] ^^ loose)) * 0.5; }",
        uniform("B", "I", *(k % 2 for k in range(32)), binding=0),
        uniform("loose", "I", 1),
    )
    everywhere(program, least=7)
