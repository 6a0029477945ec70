"""Built-in functions of integers, and of truth values, whose arguments lie at the ends of their
ranges: any of the table, its result in a variable of its own, and calculated with.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.tree import Expression, Statement
from aberration.languages.shading.types import BOOL, INT, UINT, Type, scalar_or_vector

from ..state import Generator, StatementMaker
from .choices import comparison
from .parts import (
    INTEGERS,
    assign,
    binary,
    block,
    call,
    edge,
    literal,
    local,
    observe,
    operand,
)

_EDGES: Final = (0, 1, -1, 2, -2, 7, 255, -256, 65535, 2**31 - 1, -(2**31), -(2**31) + 1)
_FIELDS: Final = ((0, 32), (0, 0), (31, 1), (16, 16), (1, 31), (8, 8), (24, 8), (0, 1), (5, 3))
"""Offsets and numbers of bits that are within the word."""
_BIT_FIELDS: Final = frozenset(("bitfieldExtract", "bitfieldInsert", "extractBits", "insertBits"))
_TRIES: Final = 12
_STEPS: Final = ("+=", "-=", "^=", "*=")
_ORDERS: Final = ("<", "<=", ">", ">=", "==", "!=")


def integers_at_edges(gen: Generator) -> Statement | None:
    """`T v = f(x, y);`, and `v op= z;`, by a function whose arguments are all integers."""
    overload = _draw(gen)
    if overload is None:
        return None
    given, declared = local(gen, overload.result, call(overload.name, *_arguments(gen, overload)))
    shown = observe(gen, given, overload.result)
    if overload.result.scalar not in INTEGERS or gen.rng.chance(0.5):
        return block(declared, shown)
    again = call(overload.name, *_arguments(gen, overload, first=given))
    step = assign(given, edge(gen, overload.result), gen.rng.choose(_STEPS))
    if gen.rng.chance(0.3) and overload.types[0] is overload.result:
        step = assign(given, again)
    return block(declared, shown, step, observe(gen, given, overload.result))


def _draw(gen: Generator) -> Overload | None:
    """Return a function of integers, each name as often as any other."""
    for _ in range(_TRIES):
        fitting = [one for one in gen.rng.choose(gen.rows()) if _is_of_integers(one)]
        if fitting:
            return gen.rng.choose(fitting)
    return None


def _is_of_integers(overload: Overload) -> bool:
    types = (*overload.types, overload.result)
    plain = all(direction == "in" for direction in overload.directions)
    return plain and bool(overload.types) and all(type.scalar in INTEGERS for type in types)


def _arguments(
    gen: Generator, overload: Overload, first: Expression | None = None
) -> tuple[Expression, ...]:
    """Return arguments on which the function is defined: of `clamp` bounds in order, of bit fields
    those within the word.
    """
    name, types = overload.name, overload.types
    start = _value(gen, types[0]) if first is None else first
    if name == "clamp":
        return (start, *_bounds(gen, types[1], types[2]))
    if name in _BIT_FIELDS:
        values = tuple(_value(gen, type) for type in types[1:-2])
        return (start, *values, *_field(gen, types[-1]))
    return (start, *(_value(gen, type) for type in types[1:]))


def _value(gen: Generator, type: Type) -> Expression:
    """Return an operand, often at an end of its range, or one that the program computes."""
    if gen.rng.chance(0.7):
        return edge(gen, type)
    return binary("^", operand(gen, type), literal(gen, gen.rng.choose(_EDGES), type))


def _bounds(gen: Generator, low: Type, high: Type) -> tuple[Expression, Expression]:
    """Return two bounds in order: of both signs, next to each other, the ends of the range."""
    values = [gen.rng.choose(_EDGES) for _ in range(2)]
    if low.scalar is UINT:
        values = [value % 2**32 for value in values]
    values.sort()
    return literal(gen, values[0], low), literal(gen, values[1], high)


def _field(gen: Generator, type: Type) -> tuple[Expression, Expression]:
    offset, count = gen.rng.choose(_FIELDS)
    if gen.rng.chance(0.3):
        mask = (1 << max(offset, 1).bit_length() - 1) - 1
        return binary("&", operand(gen, type), literal(gen, mask, type)), literal(gen, count, type)
    return literal(gen, offset, type), literal(gen, count, type)


def counted_bits(gen: Generator) -> Statement | None:
    """`int v = findMSB(x);`: in ESSL the result is of low precision, and is nothing but stored."""
    if gen.wgsl or not gen.knows("findMSB"):
        return None
    size = gen.rng.between(1, 4) if "vectors" in gen.features.types and gen.rng.chance(0.3) else 1
    name = gen.rng.choose(("findMSB", "findMSB", "findLSB", "bitCount"))
    value = _value(gen, scalar_or_vector(gen.rng.choose((INT, INT, UINT)), size))
    type = scalar_or_vector(INT, size)
    given, declared = local(gen, type, call(name, value))
    return block(declared, observe(gen, given, type))


def reduced_comparison(gen: Generator) -> Statement | None:
    """`all`, `any` and `not` of comparisons of vectors that are equal in some components."""
    if "vectors" not in gen.features.types or BOOL not in gen.scalars:
        return None
    type = scalar_or_vector(gen.rng.choose((INT, UINT)), gen.rng.between(2, 4))
    mask = literal(gen, gen.rng.choose((1, 1, 3)), type)
    left, first = local(gen, type, binary("&", operand(gen, type), mask))
    right, second = local(gen, type, binary("&", edge(gen, type), mask))
    test = comparison(gen, gen.rng.choose(_ORDERS), left, right)
    if not gen.wgsl and gen.rng.chance(0.3):
        test = call("not", test)
    name, other = ("all", "any") if gen.rng.chance(0.5) else ("any", "all")
    truth, third = local(gen, BOOL, call(name, test))
    again = call(other, comparison(gen, gen.rng.choose(_ORDERS), right, left))
    both, fourth = local(gen, BOOL, binary(gen.rng.choose(("==", "!=", "&&", "||")), truth, again))
    return block(first, second, third, fourth, observe(gen, truth, BOOL), observe(gen, both, BOOL))


EDGES: Final[tuple[StatementMaker, ...]] = (
    *(integers_at_edges,) * 6,
    *(counted_bits,) * 3,
    *(reduced_comparison,) * 2,
)
