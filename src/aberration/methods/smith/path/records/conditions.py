"""Conditions whose truth is known: comparisons of values that no compiler knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.shading.types import BOOL, FLOAT, INT, UINT, Type

from ..builder import Builder
from ..expr import Expr, literal
from ..operation import apply_named
from ..values import VALUE_TYPES

_COMPARISONS: Final = ("less", "less or equal", "greater", "greater or equal", "equal", "not equal")
_OPPOSITE: Final = {
    "less": "greater or equal",
    "less or equal": "greater",
    "greater": "less or equal",
    "greater or equal": "less",
    "equal": "not equal",
    "not equal": "equal",
}
_NUMBERS: Final = (INT, UINT, FLOAT)


def condition(
    b: Builder, kind: str, numbers: Sequence[int], comparison: int, *, holds: bool
) -> Expr | None:
    """Return a condition that `holds` or not, as things stand; None where there is nothing to
    compare. Where control does not come here, either may be true.
    """
    type = VALUE_TYPES.get(kind)
    given = tuple(numbers) or (1,)
    if type is BOOL:
        return _truth(b, given[0], holds=holds)
    if type not in _NUMBERS:
        return None
    left = b.runtime(type, given[0])
    if left is None:
        return None
    right = b.operand(type, given[-1])
    right = _own_value(b, left, type) if comparison // 6 % 3 == 0 else right
    name = _COMPARISONS[comparison % 6]
    made = apply_named(b, name, left, right)
    if b.is_live and b.value(made) != holds:
        return apply_named(b, _OPPOSITE[name], left, right)
    return made


def _own_value(b: Builder, left: Expr, type: Type) -> Expr:
    """Return the value of an operand as a constant: nothing but equal is known of the two."""
    value = b.value(left)
    other = 1.0 if type is FLOAT else 1
    return literal(b.syntax, type, other if value is None else value)


def _truth(b: Builder, number: int, *, holds: bool) -> Expr | None:
    made = b.runtime(BOOL, number)
    if made is None or not b.is_live or b.value(made) == holds:
        return made
    return apply_named(b, "not", made)
