"""Floating-point operations of C on whole numbers so small that every result is exact, so that
no precision, contraction or order of operations that a compiler may choose gives another one.
"""

from __future__ import annotations

import operator as exact
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from aberration.languages.c.integers import IntType

FloatKind: TypeAlias = Literal["float", "double"]
FloatOperator: TypeAlias = Literal["+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!="]

KINDS: Final[tuple[FloatKind, ...]] = ("float", "double")
ARITHMETIC: Final[tuple[FloatOperator, ...]] = ("+", "-", "*", "/")
COMPARISONS: Final[tuple[FloatOperator, ...]] = ("<", "<=", ">", ">=", "==", "!=")

_LIMITS: Final[dict[str, int]] = {"float": 1 << 22, "double": 1 << 51}
"""Two bits less than what is exact: operands that a compiler adds in another order stay exact."""
_RELATIONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "<": exact.lt,
    "<=": exact.le,
    ">": exact.gt,
    ">=": exact.ge,
    "==": exact.eq,
    "!=": exact.ne,
}
_RESULTS: Final[dict[str, Callable[[int, int], int]]] = {
    "+": exact.add,
    "-": exact.sub,
    "*": exact.mul,
}


def is_exact(kind: FloatKind, value: int) -> bool:
    """Return whether a whole number is small enough for all that is done here."""
    return -_LIMITS[kind] <= value <= _LIMITS[kind]


def result(kind: FloatKind, operator: FloatOperator, a: int, b: int, to: IntType) -> int | None:
    """Return what the operation gives, converted to an integer type; None if it is not exact, no
    whole number, or beyond that type.
    """
    if not (is_exact(kind, a) and is_exact(kind, b)):
        return None
    if operator in _RELATIONS:
        return int(_RELATIONS[operator](a, b))
    value = _quotient(a, b) if operator == "/" else _RESULTS[operator](a, b)
    if value is None or not is_exact(kind, value):
        return None
    return value if to.low <= value <= to.high else None


def constant(kind: FloatKind, value: int) -> str:
    """Return a whole number as a floating constant."""
    text = f"{abs(value)}.0{'f' if kind == 'float' else ''}"
    return f"(-{text})" if value < 0 else text


def _quotient(a: int, b: int) -> int | None:
    """Return a whole quotient; the divisor is a power of two, whose reciprocal is exact too."""
    if b == 0 or abs(b) & (abs(b) - 1) or a % b:
        return None
    return a // b
