"""Bottom-up synthesis of expressions that are defined in every state (paper of Hermes,
algorithm 3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from aberration.core.rng import Rng
from aberration.languages.c import floats, integers
from aberration.languages.c.expressions import (
    Binary,
    Cast,
    Expression,
    Floating,
    Literal,
    Read,
    Unary,
    evaluate,
    type_of,
)
from aberration.languages.c.integers import (
    INT,
    LONG,
    NAMED_TYPES,
    SHORT,
    UINT,
    ULONG,
    BinaryOperator,
    IntType,
    UnaryOperator,
)

UNARY: Final[tuple[UnaryOperator, ...]] = ("-", "~", "!")
ARITHMETIC: Final[tuple[BinaryOperator, ...]] = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")
RELATIONS: Final[tuple[BinaryOperator, ...]] = ("<", "<=", ">", ">=", "==", "!=")
LOGICAL: Final[tuple[BinaryOperator, ...]] = ("&&", "||")
_BINARY: Final[tuple[BinaryOperator, ...]] = (*ARITHMETIC, *ARITHMETIC, *RELATIONS, *LOGICAL)
_LOGIC: Final[tuple[BinaryOperator, ...]] = (*LOGICAL, *LOGICAL, *LOGICAL, *RELATIONS)
_LOGIC_SHARE: Final = 0.15
"""Compilers stop in the middle of `&&` and `||` in other ways where these are nested, with
constants among them: there is much of both at once, or little.
"""
_CASTS: Final = tuple(NAMED_TYPES)
_LITERAL_TYPES: Final = (INT, INT, INT, UINT, LONG, ULONG)
_FLOAT_RESULTS: Final = (INT, INT, LONG, SHORT, UINT)
_FLOATING: Final = 0.15
_MOST_UNARY: Final = 3


class Term(NamedTuple):
    """An expression with its value in each state."""

    expression: Expression
    values: Sequence[int]
    type: IntType


def leaves(reads: Sequence[Read], columns: Mapping[str, Sequence[int]]) -> list[Term]:
    """Return the places as terms."""
    return [Term(read, columns[read.text], read.type) for read in reads]


def constant(value: int, kind: IntType, count: int) -> Term:
    """Return a literal as a term; types narrower than int become int, as in C."""
    wide = integers.promote(kind)
    return Term(Literal(value, wide), [value] * count, wide)


def random_constant(rng: Rng, count: int) -> Term:
    """Return a literal of any type and size, small ones more often."""
    kind = rng.choose(_LITERAL_TYPES)
    value = (
        rng.between(-16, 16)
        if rng.chance(0.6)
        else (rng.bits() << 32 | rng.bits()) >> rng.below(64)
    )
    return constant(integers.convert(value, kind), kind, count)


def unary(operator: UnaryOperator, term: Term) -> Term | None:
    """Return the operation, or None if it is undefined in some state."""
    out: list[int] = []
    kind = term.type
    for value in term.values:
        result = integers.unary(operator, value, term.type)
        if result is None:
            return None
        out.append(result[0])
        kind = result[1]
    return Term(Unary(operator, term.expression), out, kind)


def binary(operator: BinaryOperator, left: Term, right: Term) -> Term | None:
    """Return the operation, or None if it is undefined in some state."""
    out: list[int] = []
    kind = INT
    for a, b in zip(left.values, right.values, strict=True):
        result = integers.binary(operator, a, left.type, b, right.type)
        if result is None:
            return None
        out.append(result[0])
        kind = result[1]
    return Term(Binary(operator, left.expression, right.expression), out, kind)


def cast(kind: IntType, term: Term) -> Term:
    """Return the conversion to a type that has a name in C, which is always defined."""
    values = [integers.convert(value, kind) for value in term.values]
    return Term(Cast(kind, term.expression), values, kind)


def expression(rng: Rng, terms: Sequence[Term], count: int, most: int = 5) -> Term:
    """Return an expression over some of the terms and literals; `count` is the number of states."""
    work = rng.shuffled(terms)[: rng.between(1, max(1, min(most, len(terms))))]
    while len(work) < 2 or (len(work) < most and rng.chance(0.4)):
        work.append(random_constant(rng, count))
    operators = _LOGIC if rng.chance(_LOGIC_SHARE) else _BINARY
    spared = _MOST_UNARY
    while len(work) > 1:
        if spared and rng.chance(0.4):
            spared -= 1
            _change_one(rng, work)
        else:
            _join_two(rng, work, operators)
    return work[0]


def _change_one(rng: Rng, work: list[Term]) -> None:
    if rng.chance(0.3):
        at = rng.below(len(work))
        work[at] = cast(rng.choose(_CASTS), work[at])
    else:
        _negate_one(rng, work)


def _negate_one(rng: Rng, work: list[Term]) -> None:
    at = rng.below(len(work))
    for operator in rng.shuffled(UNARY):
        made = unary(operator, work[at])
        if made is not None:
            work[at] = made
            return


def float_operation(rng: Rng, left: Term, right: Term) -> Term | None:
    """Return an operation in floating point that is exact in every state, or None."""
    kind = rng.choose(floats.KINDS)
    operator = rng.choose(floats.ARITHMETIC if rng.chance(0.7) else floats.COMPARISONS)
    wanted = rng.choose(_FLOAT_RESULTS)
    pairs = list(zip(left.values, right.values, strict=True))
    out = [floats.result(kind, operator, a, b, wanted) for a, b in pairs]
    whole = [value for value in out if value is not None]
    if len(whole) < len(out):
        return None
    made = Floating(kind, operator, left.expression, right.expression, wanted)
    return Term(made, whole, type_of(made))


def _join_two(rng: Rng, work: list[Term], operators: Sequence[BinaryOperator]) -> None:
    """Join two terms; an operator that is defined always exists (the relations)."""
    left, right = work.pop(rng.below(len(work))), work.pop(rng.below(len(work)))
    in_floats = float_operation(rng, left, right) if rng.chance(_FLOATING) else None
    if in_floats is not None:
        work.append(in_floats)
        return
    while True:
        made = binary(rng.choose(operators), left, right)
        if made is not None:
            work.append(made)
            return


def with_reads(tree: Expression, reads: Mapping[str, Expression]) -> Expression:
    """Return an expression with other expressions, of the same values and types, in place of
    some reads.
    """
    match tree:
        case Read(text=text):
            return reads.get(text, tree)
        case Unary(op=op, operand=operand):
            return Unary(op, with_reads(operand, reads))
        case Binary(op=op, left=left, right=right):
            return Binary(op, with_reads(left, reads), with_reads(right, reads))
        case Cast(type=kind, operand=operand):
            return Cast(kind, with_reads(operand, reads))
        case Floating(left=left, right=right):
            return msgspec.structs.replace(
                tree, left=with_reads(left, reads), right=with_reads(right, reads)
            )
        case _:
            return tree


def evaluate_term(tree: Expression, terms: Sequence[Term], count: int) -> Term | None:
    """Return an expression as a term, where the terms given are all that it reads; None if it
    is undefined.
    """
    columns = {
        term.expression.text: term.values for term in terms if isinstance(term.expression, Read)
    }
    result = evaluate(tree, columns, count)
    return None if result is None else Term(tree, *result)
