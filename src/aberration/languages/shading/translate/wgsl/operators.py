"""WGSL's operators and conversions for operands of any of the languages."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from ...checker import arithmetic
from ...tree import Binary, Call, Expression, Field, Literal, Name, Unary
from ...types import (
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
    scalar_or_vector,
    with_element,
)
from ..emitter import Emitter, construct_whole
from ..values import LETTERS, TranslatedValue

_SHIFTS: Final = ("<<", ">>")
_EQUALITY: Final = ("==", "!=")
_WRAPPING: Final = ("+", "-", "*", "<<")


def binary(
    emitter: Emitter, op: str, left: TranslatedValue, right: TranslatedValue, type: Type
) -> TranslatedValue:
    """Return `left op right`; both have one element type, but for shifts."""
    if op in _EQUALITY:
        return TranslatedValue(equality(emitter, op, left, right), BOOL)
    if op == "^^":
        return TranslatedValue(Binary("!=", left.expr, right.expr), BOOL)
    if op in _SHIFTS:
        # WGSL wants an unsigned amount of the shape of what is shifted.
        amount = convert(emitter, splat(emitter, right, left.type), with_element(left.type, UINT))
        return _fold(emitter, op, left, amount, type)
    if isinstance(left.type, Matrix) or isinstance(right.type, Matrix):
        return TranslatedValue(_linear(emitter, op, left, right, type), type)
    if op in ("&", "|", "^"):
        left, right = splat(emitter, left, type), splat(emitter, right, type)
    return _fold(emitter, op, left, right, type)


def _fold(
    emitter: Emitter, op: str, left: TranslatedValue, right: TranslatedValue, type: Type
) -> TranslatedValue:
    """A constant sum that wraps is an error in WGSL, so it is computed here."""
    if op in _WRAPPING and isinstance(type, Scalar) and type.is_integer:
        first, second = known_integer(left.expr), known_integer(right.expr)
        if first is not None and second is not None:
            with suppress(arithmetic.UndefinedResult):
                known = arithmetic.scalar_binary(op, first, second, type)
                return TranslatedValue(emitter.constant(known, type), type)
    return TranslatedValue(Binary(op, left.expr, right.expr), type)


def _linear(
    emitter: Emitter, op: str, left: TranslatedValue, right: TranslatedValue, type: Type
) -> Expression:
    both = isinstance(left.type, Matrix) and isinstance(right.type, Matrix)
    if op == "*" or (both and op in "+-"):
        return Binary(op, left.expr, right.expr)
    assert isinstance(type, Matrix)
    # Each is named once for every column.
    kept_left, kept_right = emitter.temporary(left), emitter.temporary(right)
    return each_column(emitter, op, kept_left, kept_right, type)


def unary(emitter: Emitter, op: str, operand: TranslatedValue) -> TranslatedValue:
    type = operand.type
    if op == "+":
        return operand
    if op == "-" and isinstance(type, Matrix):
        return TranslatedValue(Binary("*", operand.expr, emitter.number(-1.0, FLOAT)), type)
    # WGSL has no negation of unsigned numbers; 0 - x wraps to the same.
    if op == "-" and element_of(type) is UINT:
        return TranslatedValue(Binary("-", emitter.zero(type), operand.expr), type)
    value = known_integer(operand.expr)
    if op == "-" and value is not None and type is INT:
        return TranslatedValue(
            emitter.number(arithmetic.scalar_binary("-", 0, value, INT), INT), INT
        )
    return TranslatedValue(Unary(op, operand.expr), type)


def splat(emitter: Emitter, value: TranslatedValue, type: Type) -> TranslatedValue:
    """Return a scalar in each component of a vector type, or the value as it is."""
    if isinstance(value.type, Scalar) and isinstance(type, Vector):
        return TranslatedValue(emitter.constructor(type, (value.expr,)), type)
    return value


def each_column(
    emitter: Emitter, op: str, left: TranslatedValue, right: TranslatedValue, type: Matrix
) -> Expression:
    """Return an operator on matrices that WGSL lacks, column by column; operands are names."""
    sides = [(_line(emitter, left, k), _line(emitter, right, k)) for k in range(type.columns)]
    return emitter.constructor(type, [Binary(op, *side) for side in sides])


def _line(emitter: Emitter, value: TranslatedValue, k: int) -> Expression:
    return emitter.element(value.expr, k) if isinstance(value.type, Matrix) else value.expr


# ---- equality of whole values


def equality(
    emitter: Emitter, op: str, left: TranslatedValue, right: TranslatedValue
) -> Expression:
    type = left.type
    if isinstance(type, Scalar):
        return Binary(op, left.expr, right.expr)
    if isinstance(type, Vector):
        return Call(Name("all" if op == "==" else "any"), (Binary(op, left.expr, right.expr),))
    same = Call(Name(_comparer(emitter, type)), (left.expr, right.expr))
    return same if op == "==" else Unary("!", same)


def _comparer(emitter: Emitter, type: Type) -> str:
    """Return the name of the function that compares two values."""
    spelled = emitter.text_of(type)
    head = f"fn @(a: {spelled}, b: {spelled}) -> bool "
    if isinstance(type, Struct):
        tests = [
            _comparison(emitter, f"a.{name}", f"b.{name}", inner)
            for name, inner in emitter.members_of(type)
        ]
        text = head + f"{{ return {' && '.join(tests) or 'true'}; }}"
    elif isinstance(type, Matrix):
        tests = [
            _comparison(emitter, f"a[{k}]", f"b[{k}]", type.column) for k in range(type.columns)
        ]
        text = head + f"{{ return {' && '.join(tests)}; }}"
    else:
        assert isinstance(type, Array)
        test = _comparison(emitter, "x[i]", "y[i]", type.element)
        text = (
            # Variables, since a parameter that is an array cannot be indexed by a variable
            # everywhere.
            f"{head}{{ var x = a; var y = b; for (var i = 0u; i < {type.size}u; i++) {{ "
            f"if (!({test})) "
            f"{{ return false; }} }} return true; }}"
        )
    return emitter.helper_name(f"same_{emitter.mark(type)}", text)


def _comparison(emitter: Emitter, left: str, right: str, type: Type) -> str:
    if isinstance(type, Scalar):
        return f"({left} == {right})"
    if isinstance(type, Vector):
        return f"all({left} == {right})"
    return f"{_comparer(emitter, type)}({left}, {right})"


# ---- conversions


def convert(emitter: Emitter, value: TranslatedValue, type: Type) -> TranslatedValue:
    """Return a value with another element type; the shape stays."""
    if value.type is type or isinstance(type, Array | Struct):
        return TranslatedValue(value.expr, type)
    element = element_of(type)
    assert element is not None
    if element.kind in ("double", "half"):
        raise emitter.refuse("float of another width", element.glsl)
    number = _literal(value.expr)
    if number is not None and isinstance(type, Scalar) and element.is_numeric:
        source = element_of(value.type)
        assert source is not None
        with suppress(arithmetic.UndefinedResult):
            known = arithmetic.convert_scalar(number, source, element)
            return TranslatedValue(emitter.constant(known, type), type)
    return TranslatedValue(emitter.constructor(type, (value.expr,)), type)


# ---- constructors, as GLSL has them


def construct(emitter: Emitter, type: Type, values: list[TranslatedValue]) -> TranslatedValue:
    """Return what GLSL's constructor of a type gives."""
    if isinstance(type, Array | Struct):
        return construct_whole(emitter, type, values)
    element = element_of(type)
    assert element is not None
    if element.kind in ("double", "half"):
        raise emitter.refuse("float of another width", element.glsl)
    first = values[0]
    if isinstance(type, Scalar):
        return convert(emitter, scalars(emitter, first)[0], type)
    if isinstance(type, Vector):
        return TranslatedValue(_vector(emitter, type, values), type)
    assert isinstance(type, Matrix)
    return TranslatedValue(_matrix(emitter, type, values), type)


def _vector(emitter: Emitter, type: Vector, values: list[TranslatedValue]) -> Expression:
    first = values[0]
    if len(values) == 1 and isinstance(first.type, Scalar):
        return emitter.constructor(type, (convert(emitter, first, type.component).expr,))
    if len(values) == 1 and isinstance(first.type, Vector):
        return convert(emitter, cut(emitter, first, type.size), type).expr
    parts: list[Expression] = []
    left = type.size
    for value in values:
        used = [value]
        if isinstance(value.type, Matrix):
            used = scalars(emitter, value)[:left]
        elif isinstance(value.type, Vector):
            used = [cut(emitter, value, min(left, value.type.size))]
        for part in used:
            size = part.type.size if isinstance(part.type, Vector) else 1
            parts.append(convert(emitter, part, with_element(part.type, type.component)).expr)
            left -= size
    return emitter.constructor(type, parts)


def cut(emitter: Emitter, value: TranslatedValue, size: int) -> TranslatedValue:
    """Return the first components of a vector."""
    assert isinstance(value.type, Vector)
    if size == value.type.size:
        return value
    return TranslatedValue(
        Field(value.expr, LETTERS[:size]), scalar_or_vector(value.type.component, size)
    )


def scalars(emitter: Emitter, value: TranslatedValue) -> list[TranslatedValue]:
    """Return all scalars of a value, column by column."""
    found = emitter.components(value)
    if not isinstance(value.type, Matrix):
        return found
    return [one for column in found for one in emitter.components(column)]


def _matrix(emitter: Emitter, type: Matrix, values: list[TranslatedValue]) -> Expression:
    first = values[0]
    if len(values) == 1 and isinstance(first.type, Scalar):
        one = emitter.temporary(convert(emitter, first, type.component))
        zero = emitter.zero(type.component)
        cells = [
            one.expr if r == c else zero for c in range(type.columns) for r in range(type.rows)
        ]
        return emitter.constructor(type, cells)
    if len(values) == 1 and isinstance(first.type, Matrix):
        return _resize(emitter, type, first)
    if [value.type for value in values] == [type.column] * type.columns:
        return emitter.constructor(type, [value.expr for value in values])
    given = [one for value in values for one in scalars(emitter, value)]
    parts = [convert(emitter, one, type.component).expr for one in given]
    return emitter.constructor(type, parts[: type.columns * type.rows])


def _resize(emitter: Emitter, type: Matrix, value: TranslatedValue) -> Expression:
    given = value.type
    assert isinstance(given, Matrix)
    if given is type:
        return value.expr
    columns = [emitter.components(column) for column in emitter.components(value)]

    def cell(column: int, row: int) -> Expression:
        if column < given.columns and row < given.rows:
            return columns[column][row].expr
        return emitter.constant(1.0 if column == row else 0.0, type.component)

    return emitter.constructor(
        type, [cell(c, r) for c in range(type.columns) for r in range(type.rows)]
    )


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
