"""A variable goes with all that is written to it; its first value, or 0, is read instead."""

from __future__ import annotations

from helpers.shrinking import after_each

from aberration.languages.shading.shrink.variables import without

TEXT = "void main() { int a = 7; vec2 v; a++; v.x = 1.0; gl_FragDepth = v.y + float(a); }"


def test_its_first_value_stands_for_it() -> None:
    assert after_each(without, TEXT) == [
        "void main() { vec2 v; v.x = 1.0; gl_FragDepth = v.y + float(7); }"
    ]


def test_0_stands_for_it_or_for_the_part_that_is_read() -> None:
    assert after_each(without, TEXT, variant=1) == [
        "void main() { vec2 v; v.x = 1.0; gl_FragDepth = v.y + float(0); }",
        "void main() { int a = 7; a++; gl_FragDepth = vec2(0.0).y + float(a); }",
    ]


def test_a_large_first_value_is_not_repeated() -> None:
    text = "void main() { int a = 1 + (2 + (3 + 4)); gl_FragDepth = float(a * a); }"
    assert after_each(without, text) == []
    assert len(after_each(without, text.replace("a * a", "a"))) == 1


def test_a_variable_of_a_loop_leaves_its_head_empty() -> None:
    text = "void main() { for (int i = 0; i < 3; i++) { gl_FragDepth = float(i); } }"
    (made,) = after_each(without, text)
    assert made.startswith("void main() { for (; 0 < 3;")


def test_an_array_that_is_passed_whole_stays() -> None:
    assert (
        after_each(without, "void f(int a[2]) { } void main() { int a[2]; f(a); }", variant=1) == []
    )


def test_the_condition_of_a_while_stays() -> None:
    text = "void main() { while (bool b = true) { gl_FragDepth = b ? 1.0 : 0.0; break; } }"
    assert after_each(without, text) == []
    assert after_each(without, text, variant=1) == []
