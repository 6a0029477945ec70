"""Parameters that are not used go, with what calls give for them."""

from __future__ import annotations

from helpers.shrinking import after_all, after_each

from aberration.languages.shading.shrink.parameters import unused_parameters

TEXT = "int f(int a, int b, int c) { return b; } void main() { int x = f(f(1, 2, 3), 4, 5); }"


def test_each_by_itself() -> None:
    assert after_each(unused_parameters, TEXT.replace("f(1, 2, 3)", "6")) == [
        "int f(int b, int c) { return b; } void main() { int x = f(4, 5); }",
        "int f(int a, int b) { return b; } void main() { int x = f(6, 4); }",
    ]


def test_together_a_call_inside_goes_with_its_argument() -> None:
    assert (
        after_all(unused_parameters, TEXT)
        == "int f(int b) { return b; } void main() { int x = f(4); }"
    )
