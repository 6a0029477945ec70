"""Structures are taken apart."""

from __future__ import annotations

from helpers.shrinking import after_each

from aberration.languages.shading.shrink.records import split, unwrap


def test_a_variable_for_each_member() -> None:
    text = "struct S { int a; float b; }; void main() { S s = S(1, 2.0); s.a++; float c = s.b; }"
    (made,) = after_each(split, text)
    assert made.endswith("void main() { int s_a = 1; float s_b = 2.0; s_a++; float c = s_b; }")


def test_a_structure_that_is_used_whole_is_not_split() -> None:
    assert (
        after_each(split, "struct S { int a; }; void f(S s) { } void main() { S s; f(s); }") == []
    )


def test_the_only_member_stands_for_its_structure() -> None:
    text = "struct S { int a; }; void main() { S s[2]; s[0] = S(4); s[1].a = s[0].a; }"
    assert after_each(unwrap, text) == ["void main() { int s[2]; s[0] = 4; s[1] = s[0]; }"]


def test_alike_in_wgsl() -> None:
    text = "struct S { a: i32, } fn f() { var s = S(3); s.a = 4; }"
    assert after_each(unwrap, text, "wgsl") == ["fn f() { var s = 3; s = 4; }"]


def test_a_structure_that_is_declared_with_a_variable() -> None:
    text = "struct S { int a; float b; } s = S(1, 2.0); void main() { s.a++; float c = s.b; }"
    assert after_each(split, text) == [
        "int s_a = 1; float s_b = 2.0; void main() { s_a++; float c = s_b; }"
    ]
    text = "struct S { int a; } s = S(1); S k; void main() { s.a++; k.a = s.a; }"
    assert after_each(unwrap, text) == ["int s = 1; int k; void main() { s++; k = s; }"]
