"""Integer expressions of C as trees: their type, their text, and their values in many states at
once.

A tree holds types, not only text, so that it can be simplified and read again; it goes to JSON and
back by msgspec.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

import msgspec

from aberration.languages.c import floats
from aberration.languages.c.floats import FloatKind, FloatOperator
from aberration.languages.c.integers import (
    INT,
    NAMED_TYPES,
    BinaryOperator,
    IntType,
    UnaryOperator,
    binary,
    binary_type,
    c_type_name,
    convert,
    literal,
    promote,
    unary,
    unary_type,
)


class Literal(msgspec.Struct, frozen=True, array_like=True, gc=False, tag_field="node", tag="l"):
    """A constant. C has none of types narrower than int: `type` is then int, in text as for
    `type_of`.
    """

    value: int
    type: IntType


class Read(msgspec.Struct, frozen=True, array_like=True, gc=False, tag_field="node", tag="r"):
    """The value of an lvalue without side effects; `text` is that of a `source.Place`, `type`
    its own, unpromoted.
    """

    text: str
    type: IntType


class Unary(msgspec.Struct, frozen=True, array_like=True, gc=False, tag_field="node", tag="u"):
    """A unary operator and its operand."""

    op: UnaryOperator
    operand: Expression


class Binary(msgspec.Struct, frozen=True, array_like=True, gc=False, tag_field="node", tag="b"):
    """A binary operator and its operands; `&&` and `||` skip the right one as C does."""

    op: BinaryOperator
    left: Expression
    right: Expression


class Cast(msgspec.Struct, frozen=True, array_like=True, gc=False, tag_field="node", tag="c"):
    """A conversion to a type that has a name in C."""

    type: IntType
    operand: Expression


class Floating(msgspec.Struct, frozen=True, array_like=True, gc=False, tag_field="node", tag="f"):
    """What floating-point arithmetic gives: the operands are converted to `kind`, the result to
    `type`; that of a comparison is an int.
    """

    kind: FloatKind
    op: FloatOperator
    left: Expression
    right: Expression
    type: IntType


class FloatRead(msgspec.Struct, frozen=True, array_like=True, gc=False, tag_field="node", tag="fr"):
    """The value of a floating variable, converted to `type`. It is never known: only code that
    never runs reads one.
    """

    text: str
    kind: FloatKind
    type: IntType


Expression: TypeAlias = Literal | Read | Unary | Binary | Cast | Floating | FloatRead
Columns: TypeAlias = Mapping[str, Sequence[int]]
_Values: TypeAlias = tuple[list[int], IntType]


def type_of(e: Expression) -> IntType:
    """Return the type that the expression has in C; that of a read place is not promoted yet."""
    if isinstance(e, Binary):
        return binary_type(e.op, type_of(e.left), type_of(e.right))
    if isinstance(e, Unary):
        return unary_type(e.op, type_of(e.operand))
    if isinstance(e, Floating) and e.op in floats.COMPARISONS:
        return INT
    return promote(e.type) if isinstance(e, Literal) else e.type


def render(e: Expression) -> str:
    """Return C text with every operator in parentheses; `BadInput` for what C cannot say."""
    if isinstance(e, Literal):
        return literal(e.value, e.type)
    if isinstance(e, Read):
        return e.text
    if isinstance(e, Unary):
        return f"({e.op}{render(e.operand)})"
    if isinstance(e, Cast):
        return f"(({c_type_name(e.type)}){render(e.operand)})"
    if isinstance(e, FloatRead):
        return f"(({c_type_name(e.type)}){e.text})"
    if isinstance(e, Floating):
        inner = _operation(e)
        return inner if e.op in floats.COMPARISONS else f"(({c_type_name(e.type)}){inner})"
    return f"({render(e.left)} {e.op} {render(e.right)})"


def render_float(e: Expression, kind: FloatKind) -> str:
    """Return C text of the value in floating point; a result of the same kind is not converted to
    an integer in between, which would be the same where it is exact.
    """
    if isinstance(e, Literal) and floats.is_exact(kind, e.value):
        return floats.constant(kind, e.value)
    if isinstance(e, FloatRead):
        return e.text if e.kind == kind else f"(({kind}){e.text})"
    if isinstance(e, Floating) and e.kind == kind and e.op in floats.ARITHMETIC:
        return _operation(e)
    return f"(({kind}){render(e)})"


def _operation(e: Floating) -> str:
    return f"({render_float(e.left, e.kind)} {e.op} {render_float(e.right, e.kind)})"


def evaluate(e: Expression, columns: Columns, count: int) -> tuple[list[int], IntType] | None:
    """Return the value in each of `count` states and the type; None if it is undefined in any of
    them.

    `columns[text]` holds what a read gives in each state. A read without a column, a literal beyond
    its type and a cast to a type without a name are all refused. What C does not evaluate in a
    state may be undefined there.
    """
    return _values(e, columns, range(count))


def reads(e: Expression) -> tuple[str, ...]:
    """Return the texts of all reads, each once, in the order of the text."""
    return tuple(
        dict.fromkeys(each.text for each in _nodes(e) if isinstance(each, Read | FloatRead))
    )


def size(e: Expression) -> int:
    """Return the number of nodes."""
    return sum(1 for _ in _nodes(e))


def smaller(e: Expression, columns: Columns | None = None, count: int = 0) -> Iterator[Expression]:
    """Propose simpler expressions, the simplest first: a sub-expression, or a literal, instead of
    any part.

    Values and types may change: the caller evaluates again. With the columns of `evaluate`, a part
    that has one value in all states may become that literal. Taking proposals over and over comes
    to an end.
    """
    if isinstance(e, Literal):
        yield from (
            Literal(value, INT) for value in (0, 1) if _rank(Literal(value, INT)) < _rank(e)
        )
        return
    # Its own value, if it has but one, then 0 and 1.
    evaluated = evaluate(e, columns, count) if columns is not None else None
    if evaluated is not None and len(set(evaluated[0])) == 1:
        yield Literal(evaluated[0][0], promote(evaluated[1]))
    yield Literal(0, INT)
    yield Literal(1, INT)
    children = _children(e)
    yield from children
    for position, child in enumerate(children):
        for simpler in smaller(child, columns, count):
            yield _with_child(e, position, simpler)


def _values(e: Expression, columns: Columns, states: Sequence[int]) -> _Values | None:
    if isinstance(e, Read):
        column = columns.get(e.text)
        return None if column is None else ([column[state] for state in states], e.type)
    if isinstance(e, FloatRead):
        return None
    if isinstance(e, Literal):
        fits = e.type.low <= e.value <= e.type.high
        return ([e.value] * len(states), promote(e.type)) if fits else None
    if isinstance(e, Floating):
        return _apply_floating(e, columns, states)
    if isinstance(e, Binary):
        return (
            _logical(e, columns, states)
            if e.op in ("&&", "||")
            else _apply_binary(e, columns, states)
        )
    operand = _values(e.operand, columns, states)
    if operand is None:
        return None
    if isinstance(e, Unary):
        return _apply_unary(e.op, operand)
    return ([convert(v, e.type) for v in operand[0]], e.type) if e.type in NAMED_TYPES else None


def _apply_unary(op: UnaryOperator, operand: _Values) -> _Values | None:
    values, t = operand
    results: dict[int, int] = {}
    for value in set(values):
        result = unary(op, value, t)
        if result is None:
            return None
        results[value] = result[0]
    return [results[value] for value in values], unary_type(op, t)


def _apply_binary(e: Binary, columns: Columns, states: Sequence[int]) -> _Values | None:
    """Calculate each distinct pair of values once: most states are equal."""
    left = _values(e.left, columns, states)
    right = _values(e.right, columns, states) if left is not None else None
    if left is None or right is None:
        return None
    op, left_type, right_type = e.op, left[1], right[1]
    pairs = list(zip(left[0], right[0], strict=True))
    results: dict[tuple[int, int], int] = {}
    for pair in set(pairs):
        result = binary(op, pair[0], left_type, pair[1], right_type)
        if result is None:
            return None
        results[pair] = result[0]
    return [results[pair] for pair in pairs], binary_type(op, left_type, right_type)


def _apply_floating(e: Floating, columns: Columns, states: Sequence[int]) -> _Values | None:
    left = _values(e.left, columns, states)
    right = _values(e.right, columns, states) if left is not None else None
    if left is None or right is None or e.type not in NAMED_TYPES:
        return None
    out = [
        floats.result(e.kind, e.op, a, b, e.type) for a, b in zip(left[0], right[0], strict=True)
    ]
    whole = [value for value in out if value is not None]
    return (whole, type_of(e)) if len(whole) == len(out) else None


def _logical(e: Binary, columns: Columns, states: Sequence[int]) -> _Values | None:
    """Evaluate the right operand only in the states in which the left one does not decide (C11
    6.5.13, 6.5.14).
    """
    left = _values(e.left, columns, states)
    if left is None:
        return None
    decides = e.op == "||"
    open_states = [
        state for state, value in zip(states, left[0], strict=True) if bool(value) is not decides
    ]
    right = _values(e.right, columns, open_states)
    if right is None:
        return None
    rest = iter(right[0])
    return [
        int(decides) if bool(value) is decides else int(next(rest) != 0) for value in left[0]
    ], INT


def _children(e: Expression) -> tuple[Expression, ...]:
    if isinstance(e, Binary | Floating):
        return (e.left, e.right)
    return (e.operand,) if isinstance(e, (Unary, Cast)) else ()


def _with_child(e: Expression, position: int, child: Expression) -> Expression:
    if isinstance(e, Binary):
        return Binary(e.op, child, e.right) if position == 0 else Binary(e.op, e.left, child)
    if isinstance(e, Floating):
        side = "left" if position == 0 else "right"
        return msgspec.structs.replace(e, **{side: child})
    return Cast(e.type, child) if isinstance(e, Cast) else msgspec.structs.replace(e, operand=child)


def _nodes(e: Expression) -> Iterator[Expression]:
    return chain([e], *(_nodes(child) for child in _children(e)))


def _rank(constant: Literal) -> tuple[bool, int]:
    """Order literals from plain to odd: those of int first, then by magnitude."""
    return constant.type != INT, abs(constant.value)
