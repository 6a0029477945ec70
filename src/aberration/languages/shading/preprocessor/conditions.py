"""The value of `#if`: integer expressions over macros."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.core.errors import MalformedShader
from aberration.languages.shading.tree import Binary, Expression, Literal, Unary

_WIDEST_SHIFT: Final = 63
_STRICT: Final[dict[str, Callable[[int, int], int]]] = {
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    ">": lambda a, b: int(a > b),
    "<=": lambda a, b: int(a <= b),
    ">=": lambda a, b: int(a >= b),
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    "%": lambda a, b: abs(a) % abs(b) * (1 if a >= 0 else -1),
}

Fail = Callable[[Expression, str], MalformedShader]


def value(expression: Expression, fail: Fail) -> int:
    """Return the value of a condition; `fail` makes the error that a part is not what it should
    be.
    """
    if isinstance(expression, Literal) and expression.kind in ("int", "uint"):
        return int(expression.value)
    if isinstance(expression, Unary):
        operand = value(expression.operand, fail)
        if expression.op == "!":
            return int(not operand)
        if expression.op == "~":
            return ~operand
        return -operand if expression.op == "-" else operand
    if isinstance(expression, Binary) and expression.op in ("&&", "||"):
        left = value(expression.left, fail)
        decided = bool(left) == (expression.op == "||")
        return int(bool(left if decided else value(expression.right, fail)))
    if isinstance(expression, Binary) and expression.op in _STRICT:
        left, right = value(expression.left, fail), value(expression.right, fail)
        if expression.op in ("/", "%") and right == 0:
            raise fail(expression, "expected a divisor, came zero")
        if expression.op in ("<<", ">>") and not 0 <= right <= _WIDEST_SHIFT:
            raise fail(expression, f"expected to shift by 0 to {_WIDEST_SHIFT} bits, came {right}")
        return _STRICT[expression.op](left, right)
    raise fail(expression, "expected whole numbers, `defined` and operators on them")
