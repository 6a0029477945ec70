"""Sums, products, quotients, bounds: of integers, and of floats that stay exact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.languages.shading.types import FLOAT, INT, UINT, Scalar

from ..values import LEAST
from .row import Row, call, infix, prefix

_NUMBERS: Final = (INT, UINT, FLOAT)
_INTEGERS: Final = (INT, UINT)
_DIVISORS: Final = (1, 2, 3, 4, 7, 10, 16, 255)


def _quotient(x: int, y: int) -> int:
    """Towards zero; x / 0 = x, and what overflows wraps (WGSL)."""
    if y == 0:
        return x
    size = abs(x) // abs(y)
    return size if (x < 0) == (y < 0) else -size


def _remainder(x: int, y: int) -> int:
    """With the sign of x; x % 0 = 0 (WGSL)."""
    return 0 if y == 0 else x - y * _quotient(x, y)


def _divides(x: int, y: int) -> bool:
    return y != 0 and (x, y) != (LEAST, -1)


def _has_remainder(x: int, y: int) -> bool:
    return x >= 0 and y > 0


def _any(x: int, y: int) -> bool:
    return True


def _in_order(x: float, low: float, high: float) -> bool:
    return low <= high


def _clamp(x: float, low: float, high: float) -> float:
    return low if x < low else high if x > high else x


def _sign(x: float) -> float:
    return type(x)((x > 0) - (x < 0))


def _rows_of(name: str, op: str, meaning: object) -> list[Row]:
    assert callable(meaning)
    both = infix(op)
    return [
        Row(name, _NUMBERS, "TT", "T", meaning, both, both),
        Row(f"{name} scalar", _NUMBERS, "Te", "T", meaning, both, both, sizes=(2, 3, 4)),
        Row(f"{name} to scalar", _NUMBERS, "eT", "T", meaning, both, both, sizes=(2, 3, 4)),
    ]


def _clamps(
    name: str, elements: tuple[Scalar, ...], safe: Mapping[int, tuple[int | float, ...]]
) -> list[Row]:
    own = call("clamp")
    return [
        Row(name, elements, "TTT", "T", _clamp, own, own, defined=_in_order, safe=safe),
        Row(f"{name} by scalars", elements, "Tee", "T", _clamp, own, sizes=(2, 3, 4),
            defined=_in_order, safe=safe),
    ]  # fmt: skip


ROWS: Final = (
    *_rows_of("add", "+", lambda x, y: x + y),
    *_rows_of("subtract", "-", lambda x, y: x - y),
    *_rows_of("multiply", "*", lambda x, y: x * y),
    Row("negate", (INT, FLOAT), "T", "T", lambda x: -x, prefix("-"), prefix("-")),
    Row("negate unsigned", (UINT,), "T", "T", lambda x: -x, prefix("-")),
    Row("divide", _INTEGERS, "TT", "T", _quotient, infix("/"), infix("/"),
        defined=_divides, wgsl_defined=_any, safe={1: _DIVISORS}),
    Row("divide by scalar", _INTEGERS, "Te", "T", _quotient, infix("/"), infix("/"),
        sizes=(2, 3, 4), defined=_divides, wgsl_defined=_any, safe={1: _DIVISORS}),
    Row("remainder", _INTEGERS, "TT", "T", _remainder, infix("%"), infix("%"),
        defined=_has_remainder, wgsl_defined=_any, safe={1: _DIVISORS}),
    Row("remainder by scalar", _INTEGERS, "Te", "T", _remainder, infix("%"), infix("%"),
        sizes=(2, 3, 4), defined=_has_remainder, wgsl_defined=_any, safe={1: _DIVISORS}),
    Row("min", _NUMBERS, "TT", "T", lambda x, y: y if y < x else x, call("min"), call("min")),
    Row("max", _NUMBERS, "TT", "T", lambda x, y: y if y > x else x, call("max"), call("max")),
    Row("min scalar", _NUMBERS, "Te", "T", lambda x, y: y if y < x else x, call("min"),
        sizes=(2, 3, 4)),
    *_clamps("clamp", (INT, FLOAT), {1: (-100, -8, -1, 0, 1, 5), 2: (5, 7, 8, 31, 100)}),
    *_clamps("clamp unsigned", (UINT,), {1: (0, 1, 2, 5), 2: (5, 7, 8, 31, 100)}),
    # What GLSL's `abs` makes of the least integer no specification says.
    Row("abs", (INT, FLOAT), "T", "T", abs, call("abs"), call("abs"),
        defined=lambda x: x != LEAST, wgsl_defined=lambda x: True),
    Row("abs unsigned", (UINT,), "T", "T", abs, None, call("abs")),
    Row("sign", (INT, FLOAT), "T", "T", _sign, call("sign"), call("sign")),
)  # fmt: skip
