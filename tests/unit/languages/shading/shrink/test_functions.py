"""What a function does stands for its call."""

from __future__ import annotations

from helpers.shrinking import after_each

from aberration.languages.shading.shrink.functions import inline_calls


def test_a_value_stands_for_the_call() -> None:
    text = "int twice(int n) { return n * 2; } void main() { int a = twice(3) + 1; }"
    assert after_each(inline_calls, text) == [
        "int twice(int n) { return n * 2; } void main() { int a = 3 * 2 + 1; }"
    ]


def test_statements_come_before_the_one_that_calls() -> None:
    text = "int f(int n) { int m = n; return m; } void main() { int a = 1 + f(3); }"
    (made,) = after_each(inline_calls, text)
    assert made.endswith("void main() { int m = 3; int a = 1 + m; }")


def test_a_procedure_through_pointers() -> None:
    text = "fn put(p: ptr<function, i32>) { *p = 4; } fn f() { var a = 1; put(&a); }"
    (made,) = after_each(inline_calls, text, "wgsl")
    assert made.endswith("fn f() { var a = 1; a = 4; }")


def test_built_in_functions_are_left_alone() -> None:
    assert after_each(inline_calls, "void main() { float a = sin(1.0); }") == []
