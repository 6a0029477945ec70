"""Simpler writes."""

from __future__ import annotations

from helpers.shrinking import after_each

from aberration.languages.shading.shrink.writes import first_write, plain


def test_a_variable_is_declared_where_it_is_written_first() -> None:
    text = "void main() { int a = 0; int b = 1; a = b; b += a; }"
    assert after_each(first_write, text) == ["void main() { int b = 1; int a = b; b += a; }"]


def test_only_a_plain_write_to_the_whole_in_its_own_block_counts() -> None:
    for write in ("v += 1.0;", "v.x = 1.0;", "{ v = vec2(1.0); }"):
        assert after_each(first_write, f"void main() {{ vec2 v; {write} }}") == []


def test_another_variable_of_the_name_is_not_meant() -> None:
    text = "void main() { int a; { int a; a = 1; } }"
    assert after_each(first_write, text) == ["void main() { int a; { int a = 1; } }"]


def test_constants_and_several_names_stay() -> None:
    text = "void main() { const int a = 1; int b, c; b = a; }"
    assert after_each(first_write, text) == []
    assert after_each(first_write, "fn f() { let a = 1; var b = 2; b = a; }", "wgsl") == [
        "fn f() { let a = 1; var b = a; }"
    ]


def test_compound_assignments_become_plain() -> None:
    text = "void main() { int a = 0; a += 1; int b = (a -= 2); a = b; }"
    assert after_each(plain, text) == [
        "void main() { int a = 0; a = 1; int b = a -= 2; a = b; }",
        "void main() { int a = 0; a += 1; int b = a = 2; a = b; }",
    ]
