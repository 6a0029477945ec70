"""A part of the same type stands for an expression."""

from __future__ import annotations

import pytest
from helpers.shrinking import after_each

from aberration.languages.shading.shrink.operands import operand


@pytest.mark.parametrize(
    ("value", "first", "second"),
    [
        ("a + b", "a", "b"),
        ("max(a, 3)", "a", "3"),
        ("true ? a : b", "a", "b"),
        ("int(float(a) * 2.0) + 1", "int(float(a) * 2.0)", "1"),
    ],
)
def test_nearest_parts_in_order(value: str, first: str, second: str) -> None:
    text = f"void main() {{ int a = 1, b = 2; int c = {value}; }}"
    for variant, wanted in enumerate((first, second)):
        assert (
            after_each(operand, text, variant=variant)[0]
            == f"void main() {{ int a = 1, b = 2; int c = {wanted}; }}"
        )


def test_a_part_far_below_is_found_through_other_types() -> None:
    assert "int c = 5;" in after_each(operand, "void main() { int c = int(sin(float(5))); }")[0]


def test_names_of_functions_and_types_are_no_parts() -> None:
    assert (
        after_each(
            operand, "int f(int n) { return n; } void main() { int c = f(int(true)); }", variant=1
        )
        == []
    )
