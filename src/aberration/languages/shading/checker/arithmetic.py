"""Constant arithmetic: operators and conversions on values, with what is undefined named.

Values are as in `builtins.evaluate`: scalars, tuples of components, tuples of columns, tuples of
elements or members.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from ..builtins.values import bits_float, fit_value, float_bits, largest
from ..types import (
    Array,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    element_of,
    matrix,
    vector,
    without_arrays,
)

Value = Any
_INTEGER_RANGE: Final = {
    "int": (-(2**31), 2**31 - 1),
    "uint": (0, 2**32 - 1),
    "abstract int": (-(2**63), 2**63 - 1),
}


class UndefinedResult(Exception):
    """The operation has no defined result for these values; the text says why."""


def _divide(x: float, y: float, element: Scalar) -> Value:
    if y == 0:
        raise UndefinedResult("division by zero")
    if not element.is_integer:
        return x / y
    # Towards zero, as all three languages divide; Python rounds downwards.
    quotient = abs(int(x)) // abs(int(y))
    return quotient if (x < 0) == (y < 0) else -quotient


def _remainder(x: float, y: float, element: Scalar) -> Value:
    if y == 0:
        raise UndefinedResult("division by zero")
    if not element.is_integer:
        # The sign of the first operand, as WGSL's `x - y * trunc(x / y)`.
        return math.fmod(x, y)
    rest = abs(int(x)) % abs(int(y))
    return -rest if x < 0 else rest


def _shift_amount(y: int, element: Scalar) -> int:
    if y < 0 or (element.bits and y >= element.bits):
        raise UndefinedResult(f"a shift by {y}")
    return y


# Abstract integers shift by any amount: a bound beyond all types keeps the numbers small.
def _shift_left(x: int, y: int, element: Scalar) -> Value:
    return x << _shift_amount(min(y, 4096), element)


def _shift_right(x: int, y: int, element: Scalar) -> Value:
    return x >> _shift_amount(min(y, 4096), element)


_ARITHMETIC: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
_PARTIAL: Final[Mapping[str, Callable[[Any, Any, Scalar], Any]]] = {
    "/": _divide,
    "%": _remainder,
    "<<": _shift_left,
    ">>": _shift_right,
}
COMPARISONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_LOGICAL: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "&&": lambda x, y: x and y,
    "||": lambda x, y: x or y,
    "^^": lambda x, y: x != y,
}


def scalar_binary(op: str, x: Value, y: Value, element: Scalar) -> Value:
    """Return the result as the element type holds it; `exact` results are those before they are
    made to fit.
    """
    if op in _LOGICAL:
        return _LOGICAL[op](x, y)
    if element.kind == "bool":
        return bool(_ARITHMETIC[op](x, y))
    return fit_value(exact_binary(op, x, y, element), element)


def exact_binary(op: str, x: Value, y: Value, element: Scalar) -> Value:
    """Return the result without wrapping or rounding to the element type."""
    partial = _PARTIAL.get(op)
    return partial(x, y, element) if partial is not None else _ARITHMETIC[op](x, y)


def overflows(value: Value, element: Scalar) -> bool:
    """Whether a number is beyond what its type can hold."""
    limits = _INTEGER_RANGE.get(element.kind)
    if limits is not None:
        return not limits[0] <= value <= limits[1]
    if element.is_float:
        # Abstract floats are those of 64 bits (WGSL, "Abstract Numeric Types").
        return not math.isfinite(value) or abs(value) > largest(element.bits or 64)
    return False


def splat(value: Value, size: int) -> tuple[Value, ...]:
    """Return the components: of a scalar, the same for each."""
    return value if isinstance(value, tuple) else (value,) * size


def componentwise(op: str, x: Value, y: Value, type: Type) -> Value:
    """An operator on scalars, vectors or matrices of one element type, scalars with each
    component.
    """
    element = element_of(type)
    assert element is not None
    if isinstance(x, tuple) or isinstance(y, tuple):
        size = len(x) if isinstance(x, tuple) else len(y)
        inner = type.column if isinstance(type, Matrix) else element
        rows = zip(splat(x, size), splat(y, size), strict=True)
        return tuple(componentwise(op, a, b, inner) for a, b in rows)
    return scalar_binary(op, x, y, element)


def product(x: Value, y: Value, left: Type, right: Type, element: Scalar) -> Value:
    """The linear algebra of `*` where a matrix meets a vector or a matrix."""
    if isinstance(left, Matrix) and isinstance(right, Matrix):
        return tuple(_transform(x, column, element) for column in y)
    if isinstance(left, Matrix):
        return _transform(x, y, element)
    return tuple(_dot(x, column, element) for column in y)


def is_linear(left: Type, right: Type) -> bool:
    """Whether `*` of two operands is linear algebra: a matrix meets a vector or a matrix."""
    if isinstance(left, Matrix):
        return isinstance(right, Matrix | Vector)
    return isinstance(left, Vector) and isinstance(right, Matrix)


def product_type(left: Type, right: Type, element: Scalar) -> Type | None:
    """Return the type of the linear algebra of `*`, None where it is not that."""
    if isinstance(left, Matrix) and isinstance(right, Matrix) and left.columns == right.rows:
        return matrix(element, right.columns, left.rows)
    if isinstance(left, Matrix) and isinstance(right, Vector) and left.columns == right.size:
        return vector(element, left.rows)
    if isinstance(left, Vector) and isinstance(right, Matrix) and left.size == right.rows:
        return vector(element, right.columns)
    return None


def _transform(columns: Value, vector: Value, element: Scalar) -> Value:
    rows = zip(*columns, strict=True)
    return tuple(_dot(row, vector, element) for row in rows)


def _dot(x: Value, y: Value, element: Scalar) -> Value:
    # Each step as its type holds it; abstract ones stay as they are.
    total: Value = fit_value(x[0] * y[0], element)
    for a, b in zip(x[1:], y[1:], strict=True):
        total = fit_value(total + fit_value(a * b, element), element)
    return total


def convert_scalar(value: Value, source: Scalar, target: Scalar) -> Value:
    """Return one scalar as another type has it, as constructors do."""
    if source is target:
        return value
    if target.kind == "bool":
        return bool(value)
    if target.is_float:
        return fit_value(float(value), target)
    if source.is_float:
        if not math.isfinite(value):
            raise UndefinedResult(f"a conversion of {value} to {target.glsl}")
        whole = math.trunc(value)
        if overflows(whole, target):
            raise UndefinedResult(f"a conversion of {value} to {target.glsl}")
        return whole
    return fit_value(int(value), target)


def convert(value: Value, source: Scalar, target: Scalar) -> Value:
    """Convert a scalar, vector or matrix, component by component."""
    if source is target:
        return value
    if isinstance(value, tuple):
        return tuple(convert(part, source, target) for part in value)
    return convert_scalar(value, source, target)


def flat(value: Value) -> list[Value]:
    """Return the scalars of a value, in order."""
    if not isinstance(value, tuple):
        return [value]
    return [part for inner in value for part in flat(inner)]


def zero(type: Type) -> Value:
    """Return the zero value of a type."""
    if isinstance(type, Scalar):
        return False if type.kind == "bool" else 0.0 if type.is_float else 0
    if isinstance(type, Vector):
        return (zero(type.component),) * type.size
    if isinstance(type, Matrix):
        return (zero(type.column),) * type.columns
    if isinstance(type, Array):
        return (zero(type.element),) * (type.size or 0)
    assert isinstance(type, Struct)
    return tuple(zero(member.type) for member in type.members)


def reinterpret_scalar(value: int | float, source: Scalar, target: Scalar) -> Value:
    """Return the same 32 bits as another type."""
    bits = float_bits(value) if source.kind == "float" else int(value) & 0xFFFFFFFF
    return bits_float(bits) if target.kind == "float" else fit_value(bits, target)


def innermost(type: Type) -> Scalar | None:
    """Return the scalar that a value is made of, through arrays; None for structures and opaque
    types.
    """
    return without_arrays(type).scalar


def range_of(element: Scalar) -> tuple[int, int]:
    """Return the smallest and the largest integer of a type."""
    return _INTEGER_RANGE[element.kind]


def reinterpret(value: Value, source: Scalar, target: Scalar) -> Value:
    """The same for each component of a vector."""
    if isinstance(value, tuple):
        return tuple(reinterpret(part, source, target) for part in value)
    return reinterpret_scalar(value, source, target)
