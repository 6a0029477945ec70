"""Operations on operands: a row with its spelling becomes an expression with its meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from aberration.languages.shading.types import BOOL, FLOAT, Scalar, Type, Vector

from .builder import Builder
from .expr import Expr, literal
from .memory import Memory, Undefined, Value
from .rows import BY_NAME
from .rows.row import Meaning, Row, Test
from .values import on_grid, wrap

_TRIES: Final = 10


def compute(b: Builder, row: Row, type: Type, numbers: Sequence[int]) -> Expr | None:
    """Return an operation on the operands of some numbers, or on others near to them where it is
    undefined on these; None where the language lacks it, or there is nothing to compute with.
    """
    for shift in range(_TRIES if b.is_live and not b.is_tame else 1):
        args = _operands(b, row, type, numbers, shift)
        if args is None:
            return None
        made = apply_row(b, row, type, args)
        if made is None or not b.is_live or _works(b, made):
            return made
    raise Undefined(b.place)


def _works(b: Builder, made: Expr) -> bool:
    try:
        made.value(b.memory)
    except Undefined:
        return False
    return True


def _operands(
    b: Builder, row: Row, type: Type, numbers: Sequence[int], shift: int
) -> list[Expr] | None:
    given = list(numbers) or [1]
    types = row.types(type)
    # The first operand is no constant, so that no operation is.
    last = len(types) - 1
    found: list[Expr] = []
    for k, wanted in enumerate(types):
        number = given[k % len(given)] + (shift * 6 if k == last else shift // 3)
        made = b.runtime(wanted, number) if k == 0 else _other(b, row, k, wanted, number)
        if made is None:
            return None
        found.append(made)
    return found


def _other(b: Builder, row: Row, k: int, type: Type, number: int) -> Expr:
    safe = row.safe.get(k)
    if safe is None:
        return b.operand(type, number)
    made = None if b.is_tame else b.operand(type, number)
    if made is not None and not made.literal:
        return made
    return literal(b.syntax, type, _spread(type, safe[number // 6 % len(safe)]))


def _spread(type: Type, value: float) -> Value:
    one = float(value) if type.scalar is FLOAT else value
    return (one,) * type.size if isinstance(type, Vector) else one


def apply_row(b: Builder, row: Row, type: Type, args: Sequence[Expr]) -> Expr | None:
    """Return the row on these operands; None where the language lacks it."""
    spelling = row.spelling(b.language, b.version)
    if spelling is None:
        return None
    result = row.result_type(type)
    node = spelling(b.syntax, result, [one.node for one in args])
    getters = [one.value for one in args]
    test = row.is_defined(b.language)

    def value(memory: Memory) -> Value:
        return evaluate(row, test, result, [getter(memory) for getter in getters])

    size = 1 + sum(one.size for one in args)
    reads = frozenset().union(*[one.reads for one in args])
    return Expr(node, result, value, size=size, reads=reads)


def apply_named(b: Builder, name: str, first: Expr, *others: Expr) -> Expr:
    """Return a row that each language has, on operands of the type of the first."""
    made = apply_row(b, BY_NAME[name], first.type, [first, *others])
    assert made is not None
    return made


def evaluate(row: Row, test: Test, result: Type, values: Sequence[Value]) -> Value:
    """Return what a row gives; raise `Undefined` where it does not say what."""
    if row.whole or not isinstance(result, Vector):
        return _fit(_scalar_result(row.meaning, test, values), result)
    spread = [one if isinstance(one, tuple) else (one,) * result.size for one in values]
    each = [_scalar_result(row.meaning, test, parts) for parts in zip(*spread, strict=True)]
    return _fit(tuple(each), result)


def _scalar_result(meaning: Meaning, test: Test, values: Sequence[Any]) -> Any:
    if not test(*values):
        raise Undefined
    return meaning(*values)


def _fit(value: Value, type: Type) -> Value:
    """Return a value as its type holds it; floats that may be inexact are undefined here."""
    if isinstance(type, Vector):
        return tuple([_fit(one, type.component) for one in value])
    assert isinstance(type, Scalar)
    if type is BOOL:
        return bool(value)
    if type is not FLOAT:
        return wrap(value, type)
    if not on_grid(value):
        raise Undefined
    return value
