"""Calls of GLSL and ESSL: parameters that are copied back, constructors, lengths, atomics."""

from __future__ import annotations

from helpers.translated import compute, everywhere, fragment, integers, refused, wgsl


def test_a_whole_local_variable_is_passed_by_pointer() -> None:
    program = compute(
        "glsl",
        "void f(inout int x, out int y) { y = x * 2; x += 1; } void g(inout int z) { int w; "
        "f(z, w); z += w; }"
        "void main() { int a = data[0], b; f(a, b); g(a); data[1] = a + b * 10; }",
    )
    text = wgsl(program)
    assert "f(&a, &b);" in text
    assert "f(z, &w);" in text
    everywhere(program)


def test_other_places_are_copied_in_and_out() -> None:
    program = compute(
        "glsl",
        "int total; struct S { int m[2]; }; int f(inout int x) { x += 3; return x * 2; } "
        "void pair(inout "
        "ivec2 v) { v = v.yx; }"
        "void main() { S s; s.m[0] = 1; s.m[1] = 2; ivec3 v = ivec3(1, 2, 3); total = 5; "
        "int i = 0; int r = "
        "f(s.m[i++]) + f(total);"
        " f(v.y); pair(v.xz); f(data[2]); data[1] = r + s.m[0] * 10 + total * 100 + v.x * "
        "1000 + v.y * 10000 + i; }",
    )
    assert "var passed" in wgsl(program)
    everywhere(program)


def test_one_variable_passed_twice_is_two_copies() -> None:
    program = compute(
        "glsl",
        (
            "void f(in int a, inout int b) { b += a; b += a; } void main() { int x = "
            "data[0]; f(x, x); data[1] = x; }"
        ),
    )
    everywhere(program)


def test_results_are_converted_back() -> None:
    program = compute(
        "glsl",
        "void f(out int x) { x = 3; } void main() { float y; f(y); data[0] = int(y * 2.0); }",
    )
    assert "f32(passed)" in wgsl(program)
    everywhere(program, least=3)


def test_parameters_that_are_written_are_copied() -> None:
    text = wgsl(
        compute(
            "glsl",
            "int f(int n, int t[2]) { while (n > 1) n /= 2; t[1] += n; return t[n]; } void "
            "main() { data[1] = "
            "f(data[0], int[2](4, 5)); }",
        )
    )
    assert "var n_2: i32 = n;" in text


def test_constructors_of_all_shapes() -> None:
    program = fragment(
        "glsl",
        "void main() { vec2 p = floor(gl_FragCoord.xy); vec4 v = vec4(1, p, true); vec2 cut "
        "= vec2(v); mat3 "
        "m = mat3(p.x); mat2 n = mat2(m);"
        " mat3 w = mat3(n); mat2x3 t = mat2x3(1, p, ivec3(2)); vec3 mixed = vec3(p, "
        "int(7)); ivec2 i = "
        "ivec2(mixed); bvec2 b = bvec2(i);"
        " float s = float(v); vec4 flat_ = vec4(n); colour = (vec4(cut, m[1].y, w[2].z) + "
        "vec4(t[0].z, "
        "t[1].x, mixed.z, i.y) + vec4(b, s, 1) + flat_) / 64.0; }",
    )
    everywhere(program, least=7)


def test_lengths() -> None:
    buffer = integers(1, 1, 2, 3, 4, 5)
    program = compute(
        "glsl",
        "layout(local_size_x = 1) in; layout(std430, binding = 1) buffer B { int first; int "
        "rest[]; };"
        "void main() { int t[3]; vec3 v; mat4x2 m; first = t.length() + v.length() * 10 + "
        "m.length() * 100 + "
        "rest.length() * 1000; }",
        buffer,
    )
    assert "arrayLength(&" in wgsl(program)
    everywhere(program)


def test_atomics_are_types_in_wgsl() -> None:
    program = compute(
        "glsl",
        "layout(local_size_x = 4) in; struct In { uint n; int m[2]; };"
        "layout(std430, binding = 0) buffer D { uint total; int low; uint swapped; In "
        "inner; uint slots[]; };"
        "shared uint s[2]; shared int plain[4];"
        "void main() { uint i = gl_LocalInvocationIndex; if (i < 2u) s[i] = 0u; plain[i] = "
        "int(i); barrier();"
        " atomicAdd(s[i & 1u], i); atomicMin(low, -int(i)); atomicExchange(inner.m[1], 7); "
        "barrier();"
        " if (i == 0u) { total = s[0] + s[1] + uint(plain[3]); s[0] += 5u; slots[1] = "
        "s[0]++; inner.n += 3u;"
        " uint was = atomicCompSwap(swapped, 9u, 4u); slots[2] = was + atomicOr(swapped, "
        "1u); slots[3] = s[0]; } }",
        integers(0, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0),
    )
    text = wgsl(program)
    assert "array<atomic<u32>, 2>" in text
    assert "atomicLoad(&" in text
    assert "atomicStore(&" in text
    assert "atomicCompareExchangeWeak" in text
    everywhere(program)


def test_an_array_of_atomics_is_no_value() -> None:
    program = compute(
        "glsl",
        "layout(local_size_x = 1) in; layout(std430, binding = 0) buffer D { uint n[2]; };"
        "void main() { atomicAdd(n[0], 1u); uint copy[2] = n; n[1] = copy[0]; }",
        integers(0, 1, 2),
    )
    assert refused(program, "wgsl").reason == "whole array in memory"


def test_places_are_passed_though_later_arguments_need_statements() -> None:
    program = compute(
        "glsl",
        "void f(inout int a, int b, out int c, int d) { a += b; c = a * d; }"
        "void g(inout int p, inout int q) { int i = 1; f(p, i, q, i > 0 ? ++i + data[2] : "
        "3); p += i; }"
        "void main() { int x = data[0], y = 0; g(x, y); data[1] = x + y * 100; }",
    )
    text = wgsl(program)
    assert "f(p, value_3, q, chosen)" in text
    everywhere(program)
