"""Constants of all types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from aberration.languages.shading.tree import Expression, Literal, LiteralKind
from aberration.languages.shading.types import (
    INT,
    Matrix,
    Scalar,
    Type,
    Vector,
    item_count,
    item_type,
)

from .literals import float_value, int_value, uint_value
from .state import Generator


def constant(gen: Generator, type: Type) -> Expression:
    """Return a constant, of arrays and structures a constructor of constants."""
    if gen.wgsl and gen.rng.chance(0.05):
        return gen.syntax.construct(type, ())  # its zero value
    if isinstance(type, Scalar):
        return constant_scalar(gen, type)
    if type.scalar is None:
        items = [constant(gen, item_type(type, k)) for k in range(item_count(type) or 1)]
        return gen.syntax.construct(type, tuple(items))
    return fill_type(gen, type, lambda: constant_scalar(gen, _scalar_of(type)))


def fill_type(gen: Generator, type: Type, item: Callable[[], Expression]) -> Expression:
    """Return a scalar, vector or matrix of constants that `item` gives one by one; a vector at
    times of one alone.
    """
    if isinstance(type, Vector):
        count = 1 if gen.rng.chance(0.5) else type.size
        return gen.syntax.construct(type, tuple([item() for _ in range(count)]))
    if isinstance(type, Matrix):
        count = type.columns * type.rows
        return gen.syntax.construct(type, tuple([item() for _ in range(count)]))
    return item()


def constant_scalar(gen: Generator, type: Scalar) -> Expression:
    return gen.syntax.literal(_VALUES[type.kind](gen), type)


def nonzero(gen: Generator, type: Type) -> Expression:
    """Return a constant without zeros of an integer type."""
    scalar = _scalar_of(type)

    def item() -> Expression:
        return gen.syntax.literal(_VALUES[scalar.kind](gen) or 1, scalar)

    return fill_type(gen, type, item)


def small(gen: Generator, type: Type, below: int) -> Expression:
    """Return a constant of an integer type whose components are in 0 .. below - 1."""
    kind: LiteralKind = "int" if _scalar_of(type) is INT else "uint"

    def item() -> Expression:
        return Literal(kind=kind, value=gen.rng.below(below))

    return fill_type(gen, type, item)


def _scalar_of(type: Type) -> Scalar:
    assert type.scalar is not None
    return type.scalar


_VALUES: Final[Mapping[str, Callable[[Generator], bool | int | float]]] = {
    "bool": lambda gen: gen.rng.chance(0.5),
    "int": lambda gen: int_value(gen.rng, gen.features.literals),
    "uint": lambda gen: uint_value(gen.rng, gen.features.literals),
    "float": lambda gen: float_value(gen.rng),
}
