"""Comparisons, and selections between values."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Call, Expression, Unary
from aberration.languages.shading.types import (
    FLOAT,
    INT,
    UINT,
    Matrix,
    Type,
    Vector,
    scalar_or_vector,
)

from ..state import Generator
from .parts import INTEGERS, binary, call, conditional, edge, literal, operand

_ORDERS: Final = ("<", "<=", ">", ">=")
_FUNCTIONS: Final = {
    "<": "lessThan",
    "<=": "lessThanEqual",
    ">": "greaterThan",
    ">=": "greaterThanEqual",
    "==": "equal",
    "!=": "notEqual",
}


def close_numbers(gen: Generator) -> tuple[Expression, Expression, Type]:
    """Return two integers that are often equal or neighbours, and their type."""
    type = gen.rng.choose(INTEGERS)
    if gen.rng.chance(0.5):
        mask = literal(gen, gen.rng.choose((1, 3)), type)
        return binary("&", operand(gen, type), mask), binary("&", edge(gen, type), mask), type
    return edge(gen, type), edge(gen, type), type


def order(gen: Generator) -> Expression:
    """`a >= b`, at times negated: of unsigned integers above 2^31, and of equal ones."""
    left, right, _ = close_numbers(gen)
    made = binary(gen.rng.choose(_ORDERS), left, right)
    return Unary(op="!", operand=made) if gen.rng.chance(0.4) else made


def sign_of_difference(gen: Generator) -> Expression:
    """`(a - b) > 0`, which is not `a > b`; `a - b < c`."""
    left, right, type = close_numbers(gen)
    end = literal(gen, gen.rng.choose((0, 0, 1, 5)), type)
    return binary(gen.rng.choose((*_ORDERS, "!=")), binary("-", left, right), end)


def sum_against(gen: Generator) -> Expression:
    """`a + c > b`, whose sum may overflow."""
    left, right, type = close_numbers(gen)
    more = literal(gen, gen.rng.choose((1, 1, 2, 100, 2**31 - 1)), type)
    return binary(gen.rng.choose(_ORDERS), binary("+", left, more), right)


def within_range(gen: Generator) -> Expression:
    """`x >= low && x <= high`, or by one unsigned comparison of a difference."""
    type = gen.rng.choose(INTEGERS)
    low, way = gen.rng.between(-8, 8), gen.rng.choose((0, 1, 5, 2**31 - 10))
    if gen.rng.chance(0.5):
        made = binary("-", edge(gen, type), literal(gen, low, type))
        if type is INT:
            made_unsigned: Expression = gen.syntax.construct(UINT, (made,))
        else:
            made_unsigned = made
        return binary(gen.rng.choose(_ORDERS), made_unsigned, literal(gen, way, UINT))
    first = binary(gen.rng.choose((">=", ">")), edge(gen, type), literal(gen, low, type))
    second = binary(gen.rng.choose(("<=", "<")), edge(gen, type), literal(gen, low + way, type))
    return binary(gen.rng.choose(("&&", "||")), first, second)


def negated_logic(gen: Generator) -> Expression:
    """`!(a && b)`, `!a || b` of comparisons."""
    left, right = order(gen), gen.rng.choose((order, sum_against))(gen)
    inner = binary(gen.rng.choose(("&&", "||", "==", "!=")), left, right)
    return Unary(op="!", operand=inner) if gen.rng.chance(0.6) else inner


def mixed_signs(gen: Generator) -> Expression:
    """A comparison as unsigned of what was signed, or the other way."""
    source, target = (INT, UINT) if gen.rng.chance(0.5) else (UINT, INT)
    left = gen.syntax.construct(target, (edge(gen, source),))
    return binary(gen.rng.choose(_ORDERS), left, edge(gen, target))


def of_all(gen: Generator) -> Expression | None:
    """`all` and `any` of a comparison of vectors, some of whose components are equal."""
    if "vectors" not in gen.features.types:
        return None
    type = scalar_or_vector(gen.rng.choose(INTEGERS), gen.rng.between(2, 4))
    mask = literal(gen, 1, type)
    left, right = (binary("&", operand(gen, type), mask) for _ in range(2))
    made = comparison(gen, gen.rng.choose((*_ORDERS, "==", "!=")), left, right)
    return call(gen.rng.choose(("all", "any")), made)


def comparison(gen: Generator, op: str, left: Expression, right: Expression) -> Expression:
    """Return the comparison of two vectors, component by component."""
    return binary(op, left, right) if gen.wgsl else call(_FUNCTIONS[op], left, right)


TRUTHS: Final = (
    order,
    order,
    sign_of_difference,
    sum_against,
    within_range,
    negated_logic,
    mixed_signs,
    of_all,
)


# ---- selections


def truth(gen: Generator) -> Expression:
    """Return a bool that is no constant."""
    return gen.rng.choose(TRUTHS)(gen) or order(gen)


def nested_selection(gen: Generator, type: Type) -> Expression | None:
    """Selections as arms of selections, whose conditions belong together."""
    if gen.wgsl and isinstance(type, Matrix):
        return None
    value, other, _ = close_numbers(gen)
    inner_op, outer_op = gen.rng.choose((*_ORDERS, "==")), gen.rng.choose((*_ORDERS, "!="))
    again = binary(inner_op, other, value) if gen.rng.chance(0.5) else truth(gen)
    first = conditional(gen, again, operand(gen, type), operand(gen, type))
    second = operand(gen, type)
    arms = (first, second) if gen.rng.chance(0.5) else (second, first)
    return conditional(gen, binary(outer_op, value, other), *arms)


def unequal_selection(gen: Generator, type: Type) -> Expression | None:
    """A selection by `==` or `!=` of numbers that are often equal."""
    if gen.wgsl and isinstance(type, Matrix):
        return None
    left, right, _ = close_numbers(gen)
    test = binary(gen.rng.choose(("==", "!=")), left, right)
    return conditional(gen, test, operand(gen, type), operand(gen, type))


def selection_by_parts(gen: Generator, type: Type) -> Expression | None:
    """`select` and `mix` by a bool for each component."""
    if not isinstance(type, Vector):
        return None
    if not gen.wgsl and not gen.mixes_integers and type.component is not FLOAT:
        return None
    integers = scalar_or_vector(INT, type.size)
    mask = literal(gen, 1, integers)
    left, right = (binary("&", operand(gen, integers), mask) for _ in range(2))
    test = comparison(gen, gen.rng.choose((*_ORDERS, "==")), left, right)
    return call("select" if gen.wgsl else "mix", operand(gen, type), operand(gen, type), test)


def from_truth(gen: Generator, type: Type) -> Expression | None:
    """A number made of a comparison, and calculated with."""
    if type.scalar not in INTEGERS or isinstance(type, Vector):
        return None
    made = gen.syntax.construct(type, (truth(gen),))
    return binary(gen.rng.choose(("+", "-", "*", "^")), made, operand(gen, type))


def truths_as_numbers(gen: Generator, type: Type) -> Expression | None:
    """A vector of integers made of a vector of bools."""
    if not isinstance(type, Vector) or type.component not in INTEGERS:
        return None
    made = comparison(gen, gen.rng.choose(_ORDERS), edge(gen, type), edge(gen, type))
    return Call(callee=gen.syntax.construct(type, ()).callee, args=(made,))


SELECTIONS: Final = (nested_selection, nested_selection, unequal_selection, selection_by_parts)
"""Of any type of values."""
NUMBERS_OF_TRUTH: Final = (from_truth, truths_as_numbers)
"""Of integer types."""
