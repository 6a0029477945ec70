"""Constant expressions of GLSL and ESSL: which they are, and what they are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...builtins.evaluate import call as call_builtin
from ...builtins.evaluate import hazard_of
from ...builtins.signature import Overload
from ...builtins.values import fit_value
from ...tree import Binary, Call, Conditional, Expression, Field, Index, Literal, Name, Unary
from ...types import INT, Array, Matrix, Scalar, Struct, Type, Vector, element_of, item_count
from .. import arithmetic
from ..arithmetic import UndefinedResult, is_linear
from ..symbols import UNKNOWN, Constant, VariableSymbol
from .state import FamilyChecker

SWIZZLES = {letter: k for letters in ("xyzw", "rgba", "stpq") for k, letter in enumerate(letters)}


def constant(checker: FamilyChecker, node: Expression) -> Constant | None:
    """Return the value of a checked constant expression; None for any other."""
    known = checker.constants
    key = id(node)
    if key in known:
        return known[key]
    folder = CONSTANTS.get(type(node))
    found = None if folder is None else folder(checker, node)
    if found is not None:
        known[key] = found
    return found


def constant_as(checker: FamilyChecker, node: Expression, wanted: Type) -> Constant | None:
    """Return the value as another type has it, to which the expression's converts."""
    value = constant(checker, node)
    return value if value is None else value_as(value, checker.types[id(node)], wanted)


def value_as(value: Constant, given: Type, wanted: Type) -> Constant:
    source, target = element_of(given), element_of(wanted)
    if value is UNKNOWN or source is target or source is None or target is None:
        return value
    return arithmetic.convert(value, source, target)


def fold_literal(checker: FamilyChecker, node: Literal) -> Constant:
    element = checker.types[id(node)]
    assert isinstance(element, Scalar)
    value = fit_value(node.value, element)
    return UNKNOWN if arithmetic.overflows(value, element) else value


def fold_name(checker: FamilyChecker, node: Name) -> Constant | None:
    symbol = checker.symbols.get(id(node))
    return symbol.constant if isinstance(symbol, VariableSymbol) else None


def fold_unary(checker: FamilyChecker, node: Unary) -> Constant | None:
    value = constant(checker, node.operand)
    if value is None or value is UNKNOWN or node.op == "+":
        return value
    element = element_of(checker.types[id(node)])
    assert element is not None
    return _negation(node.op, value, element)


def fold_binary(checker: FamilyChecker, node: Binary) -> Constant | None:
    left, right = constant(checker, node.left), constant(checker, node.right)
    if left is None or right is None:
        return None
    if left is UNKNOWN or right is UNKNOWN:
        return UNKNOWN
    try:
        return _binary_value(checker, node, left, right)
    except (UndefinedResult, OverflowError, ZeroDivisionError):
        return UNKNOWN


def _binary_value(
    checker: FamilyChecker, node: Binary, left: Constant, right: Constant
) -> Constant:
    given, other = checker.types[id(node.left)], checker.types[id(node.right)]
    first, second = element_of(given), element_of(other)
    if first is None or second is None:
        return (left == right) == (node.op == "==")
    element = first
    if node.op not in ("<<", ">>") and first is not second:
        element = second if second.kind in checker.conversions.get(first.kind, ()) else first
        left, right = value_as(left, first, element), value_as(right, second, element)
    if node.op in arithmetic.COMPARISONS:
        return arithmetic.COMPARISONS[node.op](left, right)
    result = checker.types[id(node)]
    if element is INT and node.op in ("/", "%") and not _divides(node.op, left, right):
        return UNKNOWN
    if node.op == "*" and is_linear(given, other):
        return arithmetic.product(left, right, given, other, element)
    return arithmetic.componentwise(node.op, left, right, result)


def _divides(op: str, left: Constant, right: Constant) -> bool:
    """Whether a division of integers is defined (GLSL 4.60, section 5.9): the quotient fits, and no
    operand of `%` is negative.
    """
    dividends: list[int] = arithmetic.flat(left)
    divisors: list[int] = arithmetic.flat(right)
    if op == "%":
        return min(*dividends, *divisors) >= 0
    return -(2**31) not in dividends or -1 not in divisors


def fold_conditional(checker: FamilyChecker, node: Conditional) -> Constant | None:
    parts = [constant(checker, part) for part in (node.condition, node.then, node.otherwise)]
    if any(part is None for part in parts):
        return None
    if parts[0] is UNKNOWN:
        return UNKNOWN
    chosen = node.then if parts[0] else node.otherwise
    return constant_as(checker, chosen, checker.types[id(node)])


def fold_index(checker: FamilyChecker, node: Index) -> Constant | None:
    base, index = constant(checker, node.base), constant(checker, node.index)
    if base is None or index is None:
        return None
    if base is UNKNOWN or index is UNKNOWN or not 0 <= index < len(base):
        return UNKNOWN
    return base[index]


def fold_field(checker: FamilyChecker, node: Field) -> Constant | None:
    base = constant(checker, node.base)
    if base is None or base is UNKNOWN:
        return base
    type = checker.types[id(node.base)]
    if isinstance(type, Struct):
        return base[[member.name for member in type.members].index(node.name)]
    parts = tuple(
        (base if isinstance(base, tuple) else (base,))[SWIZZLES[letter]] for letter in node.name
    )
    return parts[0] if len(parts) == 1 else parts


def fold_call(checker: FamilyChecker, node: Call) -> Constant | None:
    if isinstance(node.callee, Field):
        return item_count(checker.types[id(node.callee.base)])
    callee = checker.typing.callees.get(id(node))
    if not isinstance(callee, Overload | Type):
        return None
    if isinstance(callee, Overload) and not callee.builtin.constant:
        return None
    values = [constant(checker, argument) for argument in node.args]
    if any(value is None for value in values):
        return None
    if any(value is UNKNOWN for value in values):
        return UNKNOWN
    given = [checker.types[id(argument)] for argument in node.args]
    try:
        if isinstance(callee, Overload):
            return _builtin_value(callee, values, given)
        return _constructor_value(callee, values, given)
    except (UndefinedResult, OverflowError, ZeroDivisionError):
        return UNKNOWN


def _builtin_value(callee: Overload, values: list[Constant], given: list[Type]) -> Constant | None:
    if callee.builtin.meaning is None or any(direction != "in" for direction in callee.directions):
        return None
    arguments = tuple(
        value_as(v, g, w) for v, g, w in zip(values, given, callee.types, strict=True)
    )
    if hazard_of(callee, arguments) is not None:
        return UNKNOWN
    return call_builtin(callee, arguments)


def _constructor_value(type: Type, values: list[Constant], given: list[Type]) -> Constant:
    """Return what a constructor makes of constant arguments."""
    if isinstance(type, Array):
        return tuple(value_as(v, g, type.element) for v, g in zip(values, given, strict=True))
    if isinstance(type, Struct):
        rows = zip(values, given, type.members, strict=True)
        return tuple(value_as(v, g, member.type) for v, g, member in rows)
    return _numbers_value(type, values, given)


def _negation(op: str, value: Any, element: Scalar) -> Any:
    if isinstance(value, tuple):
        return tuple(_negation(op, part, element) for part in value)
    if op == "!":
        return not value
    return fit_value(-value if op == "-" else ~int(value), element)


def _numbers_value(type: Type, values: list[Any], given: list[Type]) -> Any:
    """A scalar, vector or matrix of the scalars in the arguments; one scalar fills, one matrix
    is copied.
    """
    element = element_of(type)
    assert element is not None
    scalars: list[Any] = []
    for value, source in zip(values, given, strict=True):
        kind = element_of(source)
        assert kind is not None
        scalars += [
            arithmetic.convert_scalar(part, kind, element) for part in arithmetic.flat(value)
        ]
    if isinstance(type, Scalar):
        return scalars[0]
    if isinstance(type, Vector):
        return tuple(scalars * type.size if len(scalars) == 1 else scalars[: type.size])
    assert isinstance(type, Matrix)
    if len(given) == 1 and isinstance(given[0], Matrix):
        return _matrix_value(type, scalars, given[0])
    if len(scalars) == 1:
        zero = arithmetic.zero(element)
        return tuple(
            tuple(scalars[0] if r == c else zero for r in range(type.rows))
            for c in range(type.columns)
        )
    return tuple(tuple(scalars[c * type.rows : (c + 1) * type.rows]) for c in range(type.columns))


def _matrix_value(type: Matrix, scalars: list[Any], given: Matrix) -> Any:
    def entry(column: int, row: int) -> Any:
        if column < given.columns and row < given.rows:
            return scalars[column * given.rows + row]
        return 1.0 if column == row else 0.0

    return tuple(tuple(entry(c, r) for r in range(type.rows)) for c in range(type.columns))


CONSTANTS: Final[dict[type[Expression], Callable[[FamilyChecker, Any], Constant | None]]] = {
    Literal: fold_literal,
    Name: fold_name,
    Unary: fold_unary,
    Binary: fold_binary,
    Conditional: fold_conditional,
    Index: fold_index,
    Field: fold_field,
    Call: fold_call,
}
