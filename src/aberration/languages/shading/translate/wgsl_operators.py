"""WGSL's operators and conversions for operands of any of the languages."""

from __future__ import annotations

from typing import Final

from ..checker import arithmetic
from ..tree import Binary, Call, Expression, Field, Literal, Name, Unary
from ..types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    Array,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    element_of,
    shaped,
    with_element,
)
from .emitter import parts_of
from .values import LETTERS, Value
from .wgsl_emitter import WgslBase

_SHIFTS: Final = ("<<", ">>")
_EQUALITY: Final = ("==", "!=")
_WRAPPING: Final = ("+", "-", "*", "<<")


class WgslOperators(WgslBase):
    """Operators."""

    def binary(self, op: str, left: Value, right: Value, type: Type) -> Value:
        """Return `left op right`; both have one element type, but for shifts."""
        if op in _EQUALITY:
            return Value(self.equality(op, left, right), BOOL)
        if op == "^^":
            return Value(Binary("!=", left.expr, right.expr), BOOL)
        if op in _SHIFTS:
            amount = self.convert(self.splat(right, left.type), with_element(left.type, UINT))
            return self._folded(op, left, amount, type)
        if isinstance(left.type, Matrix) or isinstance(right.type, Matrix):
            return Value(self._linear(op, left, right, type), type)
        if op in ("&", "|", "^"):
            left, right = self.splat(left, type), self.splat(right, type)
        return self._folded(op, left, right, type)

    def _folded(self, op: str, left: Value, right: Value, type: Type) -> Value:
        """A constant sum that wraps is an error in WGSL, so it is computed here."""
        if op in _WRAPPING and isinstance(type, Scalar) and type.is_integer:
            first, second = known_integer(left.expr), known_integer(right.expr)
            if first is not None and second is not None:
                try:
                    return Value(
                        self.constant(arithmetic.scalar_binary(op, first, second, type), type), type
                    )
                except arithmetic.UndefinedResult:
                    pass
        return Value(Binary(op, left.expr, right.expr), type)

    def _linear(self, op: str, left: Value, right: Value, type: Type) -> Expression:
        both = isinstance(left.type, Matrix) and isinstance(right.type, Matrix)
        if op == "*" or (both and op in "+-"):
            return Binary(op, left.expr, right.expr)
        assert isinstance(type, Matrix)
        kept_left, kept_right = self.temporary(left), self.temporary(right)
        return self.each_column(op, kept_left, kept_right, type)

    def unary(self, op: str, operand: Value) -> Value:
        type = operand.type
        if op == "+":
            return operand
        if op == "-" and isinstance(type, Matrix):
            return Value(Binary("*", operand.expr, self.number(-1.0, FLOAT)), type)
        if op == "-" and element_of(type) is UINT:
            return Value(Binary("-", self.zero(type), operand.expr), type)
        value = known_integer(operand.expr)
        if op == "-" and value is not None and type is INT:
            return Value(self.number(arithmetic.scalar_binary("-", 0, value, INT), INT), INT)
        return Value(Unary(op, operand.expr), type)

    # ---- equality of whole values

    def equality(self, op: str, left: Value, right: Value) -> Expression:
        type = left.type
        if isinstance(type, Scalar):
            return Binary(op, left.expr, right.expr)
        if isinstance(type, Vector):
            return Call(Name("all" if op == "==" else "any"), (Binary(op, left.expr, right.expr),))
        same = Call(Name(self._same(type)), (left.expr, right.expr))
        return same if op == "==" else Unary("!", same)

    def _same(self, type: Type) -> str:
        """Return the name of the function that compares two values."""
        spelled = self.spelled(type)
        head = f"fn @(a: {spelled}, b: {spelled}) -> bool "
        if isinstance(type, Struct):
            tests = [
                self._test(f"a.{name}", f"b.{name}", inner) for name, inner in self.members_of(type)
            ]
            text = head + f"{{ return {' && '.join(tests) or 'true'}; }}"
        elif isinstance(type, Matrix):
            tests = [self._test(f"a[{k}]", f"b[{k}]", type.column) for k in range(type.columns)]
            text = head + f"{{ return {' && '.join(tests)}; }}"
        else:
            assert isinstance(type, Array)
            test = self._test("x[i]", "y[i]", type.element)
            text = (
                f"{head}{{ var x = a; var y = b; for (var i = 0u; i < {type.size}u; i++) {{ "
                f"if (!({test})) "
                f"{{ return false; }} }} return true; }}"
            )
        return self.helper_name(f"same_{self.mark(type)}", text)

    def _test(self, left: str, right: str, type: Type) -> str:
        if isinstance(type, Scalar):
            return f"({left} == {right})"
        if isinstance(type, Vector):
            return f"all({left} == {right})"
        return f"{self._same(type)}({left}, {right})"

    # ---- conversions

    def convert(self, value: Value, type: Type) -> Value:
        """Return a value with another element type; the shape stays."""
        if value.type is type or isinstance(type, Array | Struct):
            return Value(value.expr, type)
        element = element_of(type)
        assert element is not None
        if element.kind in ("double", "half"):
            raise self.refuse("float of another width", element.glsl)
        number = _literal(value.expr)
        if number is not None and isinstance(type, Scalar) and element.is_numeric:
            source = element_of(value.type)
            assert source is not None
            try:
                return Value(
                    self.constant(arithmetic.converted(number, source, element), type), type
                )
            except arithmetic.UndefinedResult:
                pass
        return Value(self.made(type, (value.expr,)), type)

    # ---- constructors, as GLSL has them

    def construct(self, type: Type, values: list[Value]) -> Value:
        """Return what GLSL's constructor of a type gives."""
        if isinstance(type, Array | Struct):
            parts = zip(values, parts_of(type), strict=True)
            return Value(
                self.made(type, [self.convert(value, part).expr for value, part in parts]), type
            )
        element = element_of(type)
        assert element is not None
        if element.kind in ("double", "half"):
            raise self.refuse("float of another width", element.glsl)
        first = values[0]
        if isinstance(type, Scalar):
            return self.convert(
                self.scalars(first)[0] if not isinstance(first.type, Scalar) else first, type
            )
        if isinstance(type, Vector):
            return Value(self._vector(type, values), type)
        assert isinstance(type, Matrix)
        return Value(self._matrix(type, values), type)

    def _vector(self, type: Vector, values: list[Value]) -> Expression:
        first = values[0]
        if len(values) == 1 and isinstance(first.type, Scalar):
            return self.made(type, (self.convert(first, type.component).expr,))
        if len(values) == 1 and isinstance(first.type, Vector):
            return self.convert(self.cut(first, type.size), type).expr
        parts: list[Expression] = []
        left = type.size
        for value in values:
            used = [value]
            if isinstance(value.type, Matrix):
                used = self.scalars(value)[:left]
            elif isinstance(value.type, Vector):
                used = [self.cut(value, min(left, value.type.size))]
            for part in used:
                size = part.type.size if isinstance(part.type, Vector) else 1
                parts.append(self.convert(part, with_element(part.type, type.component)).expr)
                left -= size
        return self.made(type, parts)

    def cut(self, value: Value, size: int) -> Value:
        """Return the first components of a vector."""
        assert isinstance(value.type, Vector)
        if size == value.type.size:
            return value
        return Value(Field(value.expr, LETTERS[:size]), shaped(value.type.component, size))

    def scalars(self, value: Value) -> list[Value]:
        """Return all scalars of a value, column by column."""
        if isinstance(value.type, Scalar):
            return [value]
        found = self.components(value)
        return (
            found
            if isinstance(value.type, Vector)
            else [one for column in found for one in self.components(column)]
        )

    def _matrix(self, type: Matrix, values: list[Value]) -> Expression:
        first = values[0]
        if len(values) == 1 and isinstance(first.type, Scalar):
            one = self.temporary(self.convert(first, type.component))
            zero = self.zero(type.component)
            cells = [
                one.expr if r == c else zero for c in range(type.columns) for r in range(type.rows)
            ]
            return self.made(type, cells)
        if len(values) == 1 and isinstance(first.type, Matrix):
            return self._resized(type, first)
        if [value.type for value in values] == [type.column] * type.columns:
            return self.made(type, [value.expr for value in values])
        cells = [
            self.convert(one, type.component).expr
            for value in values
            for one in self.scalars(value)
        ]
        return self.made(type, cells[: type.columns * type.rows])

    def _resized(self, type: Matrix, value: Value) -> Expression:
        given = value.type
        assert isinstance(given, Matrix)
        if given is type:
            return value.expr
        columns = [self.components(column) for column in self.components(value)]

        def cell(column: int, row: int) -> Expression:
            if column < given.columns and row < given.rows:
                return columns[column][row].expr
            return self.constant(1.0 if column == row else 0.0, type.component)

        return self.made(type, [cell(c, r) for c in range(type.columns) for r in range(type.rows)])


def known_integer(node: Expression) -> int | None:
    """Return the value of a written integer."""
    number = _literal(node)
    return number if type(number) is int else None


def _literal(node: Expression) -> int | float | None:
    if isinstance(node, Literal) and not isinstance(node.value, bool):
        return node.value
    if isinstance(node, Unary) and node.op == "-":
        number = _literal(node.operand)
        return None if number is None else -number
    return None
