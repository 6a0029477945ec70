"""Constant expressions of GLSL and ESSL: which they are, and what they are worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...builtins.evaluate import call as call_builtin
from ...builtins.evaluate import hazard_of
from ...builtins.signature import Overload
from ...builtins.values import fitted
from ...tree import Binary, Call, Conditional, Expression, Field, Index, Literal, Name, Unary
from ...types import Array, Matrix, Scalar, Struct, Type, Vector, element_of
from .. import arithmetic
from ..arithmetic import UndefinedResult
from ..symbols import UNKNOWN, Constant, VariableSymbol
from .type_syntax import TypesPart

SWIZZLES = {letter: k for letters in ("xyzw", "rgba", "stpq") for k, letter in enumerate(letters)}


class ConstantsPart(TypesPart):
    """Constants, computed when somebody asks."""

    def constant(self, node: Expression) -> Constant | None:
        known = self.typing.constants
        key = id(node)
        if key in known:
            return known[key]
        folder = _FOLDERS.get(type(node))
        found = None if folder is None else folder(self, node)
        if found is not None:
            known[key] = found
        return found

    def constant_as(self, node: Expression, wanted: Type) -> Constant | None:
        """Return the value as another type has it, to which the expression's converts."""
        value = self.constant(node)
        return value if value is None else self.value_as(value, self.types[id(node)], wanted)

    def value_as(self, value: Constant, given: Type, wanted: Type) -> Constant:
        source, target = element_of(given), element_of(wanted)
        if value is UNKNOWN or source is target or source is None or target is None:
            return value
        return arithmetic.converted_all(value, source, target)

    def fold_literal(self, node: Literal) -> Constant:
        element = self.types[id(node)]
        assert isinstance(element, Scalar)
        value = fitted(node.value, element)
        return UNKNOWN if arithmetic.overflows(value, element) else value

    def fold_name(self, node: Name) -> Constant | None:
        symbol = self.typing.symbols.get(id(node))
        return symbol.constant if isinstance(symbol, VariableSymbol) else None

    def fold_unary(self, node: Unary) -> Constant | None:
        value = self.constant(node.operand)
        if value is None or value is UNKNOWN or node.op == "+":
            return value
        element = element_of(self.types[id(node)])
        assert element is not None
        return _negated(node.op, value, element)

    def fold_binary(self, node: Binary) -> Constant | None:
        left, right = self.constant(node.left), self.constant(node.right)
        if left is None or right is None:
            return None
        if left is UNKNOWN or right is UNKNOWN:
            return UNKNOWN
        try:
            return self._binary(node, left, right)
        except (UndefinedResult, OverflowError, ZeroDivisionError):
            return UNKNOWN

    def _binary(self, node: Binary, left: Constant, right: Constant) -> Constant:
        given, other = self.types[id(node.left)], self.types[id(node.right)]
        first, second = element_of(given), element_of(other)
        if first is None or second is None:
            return (left == right) == (node.op == "==")
        element = first
        if node.op not in ("<<", ">>") and first is not second:
            element = second if second.kind in self.conversions.get(first.kind, ()) else first
            left, right = self.value_as(left, first, element), self.value_as(right, second, element)
        if node.op in arithmetic.COMPARISONS:
            return arithmetic.COMPARISONS[node.op](left, right)
        result = self.types[id(node)]
        if node.op == "*" and _is_linear(given, other):
            return arithmetic.product(left, right, given, other, element)
        return arithmetic.componentwise(node.op, left, right, result)

    def fold_conditional(self, node: Conditional) -> Constant | None:
        parts = [self.constant(part) for part in (node.condition, node.then, node.otherwise)]
        if any(part is None for part in parts):
            return None
        if parts[0] is UNKNOWN:
            return UNKNOWN
        chosen = node.then if parts[0] else node.otherwise
        return self.constant_as(chosen, self.types[id(node)])

    def fold_index(self, node: Index) -> Constant | None:
        base, index = self.constant(node.base), self.constant(node.index)
        if base is None or index is None:
            return None
        if base is UNKNOWN or index is UNKNOWN or not 0 <= index < len(base):
            return UNKNOWN
        return base[index]

    def fold_field(self, node: Field) -> Constant | None:
        base = self.constant(node.base)
        if base is None or base is UNKNOWN:
            return base
        type = self.types[id(node.base)]
        if isinstance(type, Struct):
            return base[[member.name for member in type.members].index(node.name)]
        parts = tuple(
            (base if isinstance(base, tuple) else (base,))[SWIZZLES[letter]] for letter in node.name
        )
        return parts[0] if len(parts) == 1 else parts

    def fold_call(self, node: Call) -> Constant | None:
        if isinstance(node.callee, Field):
            return self._element_count(node.callee)
        callee = self.typing.callees.get(id(node))
        if not isinstance(callee, Overload | Type):
            return None
        if isinstance(callee, Overload) and not callee.builtin.constant:
            return None
        values = [self.constant(argument) for argument in node.args]
        if any(value is None for value in values):
            return None
        if any(value is UNKNOWN for value in values):
            return UNKNOWN
        given = [self.types[id(argument)] for argument in node.args]
        try:
            if isinstance(callee, Overload):
                return self._called(callee, values, given)
            return self.constructed(callee, values, given)
        except (UndefinedResult, OverflowError, ZeroDivisionError):
            return UNKNOWN

    def _element_count(self, callee: Field) -> Constant | None:
        type = self.types[id(callee.base)]
        if isinstance(type, Array):
            return type.size
        if isinstance(type, Matrix):
            return type.columns
        return type.size if isinstance(type, Vector) else None

    def _called(
        self, callee: Overload, values: list[Constant], given: list[Type]
    ) -> Constant | None:
        if callee.builtin.meaning is None or any(
            direction != "in" for direction in callee.directions
        ):
            return None
        arguments = tuple(
            self.value_as(v, g, w) for v, g, w in zip(values, given, callee.types, strict=True)
        )
        if hazard_of(callee, arguments) is not None:
            return UNKNOWN
        return call_builtin(callee, arguments)

    def constructed(self, type: Type, values: list[Constant], given: list[Type]) -> Constant:
        """Return what a constructor makes of constant arguments."""
        if isinstance(type, Array):
            return tuple(
                self.value_as(v, g, type.element) for v, g in zip(values, given, strict=True)
            )
        if isinstance(type, Struct):
            rows = zip(values, given, type.members, strict=True)
            return tuple(self.value_as(v, g, member.type) for v, g, member in rows)
        return constructed_numbers(type, values, given)


def _is_linear(left: Type, right: Type) -> bool:
    if isinstance(left, Matrix):
        return isinstance(right, Matrix | Vector)
    return isinstance(left, Vector) and isinstance(right, Matrix)


def _negated(op: str, value: Any, element: Scalar) -> Any:
    if isinstance(value, tuple):
        return tuple(_negated(op, part, element) for part in value)
    if op == "!":
        return not value
    return fitted(-value if op == "-" else ~int(value), element)


def constructed_numbers(type: Type, values: list[Any], given: list[Type]) -> Any:
    """A scalar, vector or matrix of the scalars in the arguments; one scalar fills, one matrix
    is copied.
    """
    element = element_of(type)
    assert element is not None
    scalars: list[Any] = []
    for value, source in zip(values, given, strict=True):
        kind = element_of(source)
        assert kind is not None
        scalars += [arithmetic.converted(part, kind, element) for part in arithmetic.flat(value)]
    if isinstance(type, Scalar):
        return scalars[0]
    if isinstance(type, Vector):
        return tuple(scalars * type.size if len(scalars) == 1 else scalars[: type.size])
    assert isinstance(type, Matrix)
    if len(given) == 1 and isinstance(given[0], Matrix):
        return _resized(type, scalars, given[0])
    if len(scalars) == 1:
        zero = arithmetic.zero(element)
        return tuple(
            tuple(scalars[0] if r == c else zero for r in range(type.rows))
            for c in range(type.columns)
        )
    return tuple(tuple(scalars[c * type.rows : (c + 1) * type.rows]) for c in range(type.columns))


def _resized(type: Matrix, scalars: list[Any], given: Matrix) -> Any:
    def entry(column: int, row: int) -> Any:
        if column < given.columns and row < given.rows:
            return scalars[column * given.rows + row]
        return 1.0 if column == row else 0.0

    return tuple(tuple(entry(c, r) for r in range(type.rows)) for c in range(type.columns))


_FOLDERS: dict[type[Expression], Callable[[ConstantsPart, Any], Constant | None]] = {
    Literal: ConstantsPart.fold_literal,
    Name: ConstantsPart.fold_name,
    Unary: ConstantsPart.fold_unary,
    Binary: ConstantsPart.fold_binary,
    Conditional: ConstantsPart.fold_conditional,
    Index: ConstantsPart.fold_index,
    Field: ConstantsPart.fold_field,
    Call: ConstantsPart.fold_call,
}
