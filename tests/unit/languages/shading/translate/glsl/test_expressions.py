"""Expressions of GLSL and ESSL: conversions, operands in order, what WGSL has no expression for."""

from __future__ import annotations

from helpers.translated import compute, everywhere, fragment, wgsl


def test_implicit_conversions_are_written_out() -> None:
    text = wgsl(
        compute(
            "glsl",
            "void main() { float f = 3; f += data[0]; f *= 2; uint u = 7; u <<= 2; vec2 v = "
            "ivec2(1, 2);"
            " data[1] = int(f + v.y + u) + (data[0] > 2.5 ? 1 : 0); }",
        )
    )
    assert "var f: f32 = 3.0f;" in text
    assert "f += f32(" in text
    assert "u <<= 2u;" in text
    assert "vec2<f32>(vec2<i32>(" in text


def test_an_assignment_is_a_value() -> None:
    text = wgsl(
        compute(
            "glsl",
            "void main() { int a, b; a = b = data[0]; data[1] = (a += 2) * b; data[2] = a; }",
        )
    )
    assert "b = value;" in text
    everywhere(
        compute("glsl", "void main() { int a = 1; data[1] = (a = data[0]) + 2; data[2] = a; }")
    )


def test_increments_give_the_value_before_or_after() -> None:
    program = compute(
        "glsl",
        "void main() { int i = 1; data[i++] = 40; data[++i] = 41; int j = i--; data[0] = i "
        "+ j * 10; float f = 1.5;"
        " f++; float g = f--; data[4] = int(g * 2.0 + f * 100.0); vec2 v = vec2(1.0); ++v; "
        "data[5] = int(v.y); }",
    )
    assert "value" in wgsl(program)
    everywhere(program)


def test_commas_and_the_conditional_operator() -> None:
    program = compute(
        "glsl",
        "int calls = 0; int f(int x) { calls++; return x * 2; }"
        "void main() { int a = (f(1), f(2)); int b = data[0] > 3 ? f(3) : f(4) + f(5); int "
        "c = data[1] < 0 ? 7 : 8;"
        " data[1] = a + b * 10 + c * 100; data[2] = calls; }",
    )
    text = wgsl(program)
    assert "select(8i, 7i," in text
    assert "var chosen: i32;" in text
    everywhere(program)


def test_what_must_not_be_evaluated_is_not() -> None:
    program = compute(
        "glsl",
        "int calls = 0; bool f(int x) { return x > calls++; }"
        "void main() { int i = data[2]; bool a = i != 0 && f(i++); bool b = i == 0 || "
        "f(--i); bool c = f(5) && f(0);"
        " int d = i == 0 ? 1 : 10 / i; data[3] = int(a) + 2 * int(b) + 4 * int(c) + 8 * d; "
        "data[4] = calls + i * 10; }",
    )
    text = wgsl(program)
    assert "if (both)" in text
    everywhere(program)


def test_operands_are_kept_before_what_changes_them() -> None:
    program = compute(
        "glsl",
        (
            "void main() { int a[2]; a[0] = 3; a[1] = 4; int k = 5; int s = data[0] * 2 + "
            "(k += 7); data[1] = s + k; }"
        ),
    )
    assert "let value" in wgsl(program)


def test_operators_on_matrices_and_equality_of_wholes() -> None:
    everywhere(
        fragment(
            "glsl",
            "void main() { vec2 p = floor(gl_FragCoord.xy); mat2 m = mat2(p, 1.0, 2.0); "
            "mat2 n = m + 1.0; n -= "
            "mat2(2.0);"
            " n /= 2.0; n = 1.0 - n; m++; m = -m; m[int(p.x) & 1] *= 2.0; bool same = m == "
            "n; bool other = m != n;"
            " bool exclusive = same ^^ other; vec4 v = vec4(m * p, p * n); mat2 q = "
            "mat2(8.0, 2.0, 4.0, 16.0) / "
            "mat2(2.0, 2.0, 2.0, 2.0);"
            " colour = (v + vec4(q[0], q[1]) + float(exclusive)) / 64.0; }",
        ),
        least=7,
    )


def test_a_constant_that_wraps_is_computed_here() -> None:
    text = wgsl(
        compute(
            "glsl",
            "void main() { uint u = 4294967295u + 2u; data[0] = 2147483647 + 1; data[1] = "
            "int(u << 31); data[2] "
            "= -2147483648; }",
        )
    )
    assert "i32(-2147483648)" in text
    assert "2147483647i + 1i" not in text


def test_initialiser_lists_become_constructors() -> None:
    program = compute(
        "glsl",
        "struct S { ivec2 v; int n[2]; };"
        "void main() { S s[2] = { { { 1, 2 }, { 3, 4 } }, { ivec2(5), { 6, data[0] } } }; "
        "float f[] = { 1, 2.5 };"
        " data[1] = s[0].v.y + s[1].n[1] * 10 + int(f[1] * 2.0) + f.length(); }",
    )
    everywhere(program)
