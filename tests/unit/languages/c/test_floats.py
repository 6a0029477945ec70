"""Floating-point operations on whole numbers that are exact however they are done."""

from __future__ import annotations

import pytest

from aberration.languages.c.floats import FloatOperator, constant, is_exact, result
from aberration.languages.c.integers import CHAR, INT, LONG, UINT


@pytest.mark.parametrize(
    ("operator", "a", "b", "value"),
    [
        ("+", 3, -5, -2),
        ("-", 3, -5, 8),
        ("*", 3, -5, -15),
        ("/", 12, -4, -3),
        ("<", 3, 5, 1),
        (">=", 3, 5, 0),
        ("!=", 3, 5, 1),
    ],
)
def test_results(operator: FloatOperator, a: int, b: int, value: int) -> None:
    assert result("double", operator, a, b, INT) == value
    assert result("float", operator, a, b, INT) == value


@pytest.mark.parametrize(("a", "b"), [(1, 0), (7, 2), (9, 3), (5, 4)])
def test_a_quotient_is_whole_and_the_divisor_a_power_of_two(a: int, b: int) -> None:
    assert result("double", "/", a, b, INT) is None


def test_what_is_too_large_is_refused() -> None:
    assert result("float", "+", 1 << 22, 0, LONG) == 1 << 22
    assert result("float", "+", 1 << 22, 1, LONG) is None
    assert result("float", "<", (1 << 22) + 1, 1, INT) is None
    assert result("double", "*", 1 << 26, 1 << 26, LONG) is None
    assert not is_exact("double", -(1 << 52))


def test_a_conversion_is_in_range() -> None:
    assert result("double", "*", 16, 8, CHAR) is None
    assert result("double", "-", 0, 1, UINT) is None
    assert result("double", "*", 1 << 20, 1 << 20, INT) is None


def test_constants() -> None:
    assert constant("float", 3) == "3.0f"
    assert constant("double", -3) == "(-3.0)"
