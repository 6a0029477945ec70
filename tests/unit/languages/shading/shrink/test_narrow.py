"""A variable or member holds one element of what it held."""

from __future__ import annotations

import pytest
from helpers.shrinking import after_each

from aberration.languages.shading.shrink.narrow import one_element
from aberration.languages.shading.tree import LanguageName


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int a[2] = int[2](5, 6); a[a[0]] = 1;", "int a = 5; a = 1;"),
        ("int a[2] = { 7, 8 }; a[1] = 3;", "int a = 7; a = 3;"),
        ("vec2 v; v = vec2(2.0); v.y++;", "float v; v = 2.0; v++;"),
        ("ivec2 v = ivec3(1).xy; v -= 1;", "int v = ivec3(1).xy.x; v -= 1;"),
        ("mat2 m = mat2(1.0); m[0][1] = 2.0;", "vec2 m = mat2(1.0)[0]; m[1] = 2.0;"),
    ],
)
def test_variables(before: str, after: str) -> None:
    assert after_each(one_element, f"void main() {{ {before} }}") == [f"void main() {{ {after} }}"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "struct S { ivec3 a; }; void main() { S s = S(ivec3(1)); s.a.y = 3; }",
            "struct S { int a; }; void main() { S s = S(1); s.a = 3; }",
        ),
        (
            "layout(binding = 1) buffer B { uint e[2]; } b; void main() { b.e[1] = 1u; }",
            "layout(binding = 1) buffer B { uint e; } b; void main() { b.e = 1u; }",
        ),
        (
            "layout(binding = 1) buffer B { uvec2 e; }; void main() { e.y = 1u; }",
            "layout(binding = 1) buffer B { uint e; }; void main() { e = 1u; }",
        ),
    ],
)
def test_members(before: str, after: str) -> None:
    assert after_each(one_element, before) == [after]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("var v = vec2<f32>(1, 2); v.x = 3.0;", "var v = 1; v = 3.0;"),
        ("var a: array<i32, 2>; a[1] = 2;", "var a: i32; a = 2;"),
        ("var m: mat2x2<f32>; m[0][1] = 1.0;", "var m: vec2<f32>; m[1] = 1.0;"),
    ],
)
def test_alike_in_wgsl(before: str, after: str) -> None:
    assert after_each(one_element, f"fn f() {{ {before} }}", "wgsl") == [f"fn f() {{ {after} }}"]


@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_scalars_and_members_that_nobody_uses_stay(language: LanguageName) -> None:
    text = "struct S { vec2 a; }; void main() { S s; int b = 1; bool c = b > 0; }"
    assert after_each(one_element, text, language) == []


def test_an_argument_is_no_place_that_can_be_narrowed() -> None:
    text = "void f(vec2 a) { } void main() { vec2 v; f(v); }"
    assert after_each(one_element, text) == ["void f(vec2 a) { } void main() { float v; f(v); }"]
