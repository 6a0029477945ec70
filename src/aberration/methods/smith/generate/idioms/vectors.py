"""Vectors and matrices: parts in another order, products of small whole numbers."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Expression, Field, Literal, Statement
from aberration.languages.shading.types import FLOAT, INT, Type, Vector, matrix, parts, vector

from ..state import Generator, StatementMaker
from .choices import comparison
from .parts import (
    assign,
    binary,
    block,
    call,
    edge,
    element,
    literal,
    local,
    observe,
    operand,
)

_LETTERS: Final = ("xyzw", "rgba")


def _vector(gen: Generator) -> Vector | None:
    if "vectors" not in gen.features.types:
        return None
    scalars = [one for one in gen.scalars if one.is_integer] or [INT]
    return vector(gen.rng.choose(scalars), gen.rng.between(2, 4))


def _letters(gen: Generator, size: int, count: int) -> str:
    """Return letters of a swizzle, none twice."""
    return "".join(gen.rng.shuffled(gen.rng.choose(_LETTERS)[:size])[:count])


def permuted_target(gen: Generator) -> Statement | None:
    """`v.yx = v.xy`, `v.zx op= w.xy`; in WGSL `v = v.yxz`, and one component after another."""
    type = _vector(gen)
    if type is None:
        return None
    given, declared = local(gen, type, edge(gen, type))
    count = gen.rng.between(2, type.size)
    part = vector(type.component, count)
    own = Field(base=given, name=_letters(gen, type.size, count))
    value = own if gen.rng.chance(0.6) else edge(gen, part)
    if gen.wgsl:
        whole = Field(base=given, name=_letters(gen, type.size, type.size))
        first = assign(given, whole, gen.rng.choose(("=", "+=", "^=")))
        letters = _letters(gen, type.size, 2)
        into, out = (Field(base=given, name=letter) for letter in letters)
        return block(declared, first, assign(into, out, gen.rng.choose(("=", "-="))),
                     observe(gen, given, type))  # fmt: skip
    target = Field(base=given, name=_letters(gen, type.size, count))
    op = gen.rng.choose(("=", "=", "=", "+=", "-=", "^="))
    return block(declared, assign(target, value, op), observe(gen, given, type))


def chosen_components(gen: Generator) -> Statement | None:
    """A vector of comparisons, and what `any`, `all` and selections make of it."""
    type = _vector(gen)
    if type is None:
        return None
    mask = literal(gen, gen.rng.choose((1, 3)), type)
    left, first = local(gen, type, binary("&", operand(gen, type), mask))
    right, second = local(gen, type, binary("&", operand(gen, type), mask))
    test = comparison(gen, gen.rng.choose(("<", "<=", "==", "!=")), left, right)
    number = gen.syntax.construct(type, (test,))
    changed = assign(left, binary(gen.rng.choose("+*-"), number, right), "+=")
    return block(first, second, changed, observe(gen, left, type))


def _whole_numbers(gen: Generator, type: Type) -> Expression:
    """Return a vector or matrix of different small whole numbers, none of them constant."""
    count = parts(type)
    return gen.syntax.construct(type, tuple(_whole_number(gen) for _ in range(count)))


def _whole_number(gen: Generator) -> Expression:
    """Return a float between 1 and 16: neither sign of zero comes up."""
    if gen.rng.chance(0.4):
        return Literal(kind="float", value=float(gen.rng.between(1, 16)))
    few = binary("&", operand(gen, INT), literal(gen, 7, INT))
    more = binary("+", few, literal(gen, gen.rng.between(1, 8), INT))
    return gen.syntax.construct(FLOAT, (more,))


def product(gen: Generator) -> Statement | None:
    """Matrix times vector, vector times matrix, matrix times matrix, by whole numbers."""
    if not {"vectors", "matrices", "float"} <= gen.features.types:
        return None
    size = gen.rng.between(2, 3)
    square = matrix(FLOAT, size, size) if gen.rng.chance(0.7) else matrix(FLOAT, size, 2)
    row, column = vector(FLOAT, square.rows), vector(FLOAT, square.columns)
    given, declared = local(gen, square, _whole_numbers(gen, square))
    form = gen.rng.below(3)
    if form == 0:
        result, second = local(gen, row, binary("*", given, _whole_numbers(gen, column)))
        shown: Type = row
    elif form == 1:
        result, second = local(gen, column, binary("*", _whole_numbers(gen, row), given))
        shown = column
    else:
        turned = call("transpose", given)
        shown = matrix(FLOAT, square.columns, square.columns)
        result, second = local(gen, shown, binary("*", turned, given))
    column_at = binary("&", operand(gen, INT), literal(gen, 1, INT))
    change = assign(element(given, column_at), element(given, literal(gen, 0, INT)))
    return block(declared, second, observe(gen, result, shown), change, observe(gen, given, square))


VECTORS: Final[tuple[StatementMaker, ...]] = (
    permuted_target,
    permuted_target,
    chosen_components,
    product,
    product,
)
