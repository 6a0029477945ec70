"""Expressions: what may stand where a type is wanted, and how often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.languages.shading.tree import Expression
from aberration.languages.shading.types import Scalar, Type, Vector, item_count, item_type

from . import calls, effects, operators
from .constants import constant
from .idioms import table as idioms
from .looks import texture_value
from .places import read
from .settings import Features
from .state import Generator, Maker

MAKERS: Final[Mapping[str, Maker]] = {
    "binary": operators.binary,
    "unary": operators.unary,
    "conditional": operators.conditional,
    "builtin": calls.builtin_call,
    "writing builtin": calls.writing_builtin,
    "user call": calls.user_call,
    "conversion": calls.conversion,
    "idiom": idioms.value,
    "length": calls.length,
    "part of result": calls.part_of_result,
    "assign": effects.assignment,
    "increment": effects.increment,
    "comma": effects.comma,
    "texture": texture_value,
}
"""By the name that settings know them by. None: there is no such expression here."""
_ONLY_FAMILY: Final = frozenset(("writing builtin", "length", "assign", "increment", "comma"))
_ONLY_WGSL: Final = frozenset(("part of result",))


def makers_for(features: Features, *, wgsl: bool) -> tuple[Maker, ...]:
    """Return the kinds of expressions that a program has, each as often as its weight."""
    lacking = _ONLY_FAMILY if wgsl else _ONLY_WGSL
    return tuple(
        MAKERS[name]
        for name, weight in features.expressions
        if name not in lacking
        for _ in range(weight)
    )


def expression(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression:
    """Return an expression: see `Generator.expression`."""
    left = gen.settings.expression_depth + 1 - depth
    # 3/4 at the root of four levels, 2/3 below, then 1/2, then leaves alone.
    if left > 1 and gen.rng.below(left):
        if type.scalar is not None:
            made = gen.rng.choose(gen.makers)(gen, type, depth, runtime)
        else:
            made = calls.user_call(gen, type, depth, runtime)
        if made is not None:
            return made
    return _leaf(gen, type, depth, runtime)


def _leaf(gen: Generator, type: Type, depth: int, runtime: bool) -> Expression:
    if runtime or gen.rng.chance(0.7):
        found = read(gen, type, depth, runtime=runtime)
        if found is not None:
            return found
    return _from_outside(gen, type, depth) if runtime else _constant_or_parts(gen, type, depth)


def _constant_or_parts(gen: Generator, type: Type, depth: int) -> Expression:
    if type.scalar is not None:
        return constant(gen, type)
    count = item_count(type) or 1
    # The more parts there are, the simpler they are.
    below = max(depth + 1, gen.settings.expression_depth - (1 if count < 4 else 0))
    parts = [gen.expression(item_type(type, k), below) for k in range(count)]
    return gen.syntax.construct(type, tuple(parts))


def _from_outside(gen: Generator, type: Type, depth: int) -> Expression:
    """Return a value that the inputs decide, of a type of which no variable can be read."""
    outside = gen.outside
    assert outside is not None, "inputs are declared before there are expressions"
    if isinstance(type, Scalar):
        node = gen.name_of(outside)
        return node if type is outside.type else gen.syntax.construct(type, (node,))
    if isinstance(type, Vector):
        return gen.syntax.construct(type, (_from_outside(gen, type.component, depth),))
    first = _from_outside(gen, item_type(type, 0), depth)
    below = max(depth + 1, gen.settings.expression_depth)
    rest = [gen.expression(item_type(type, k), below) for k in range(1, item_count(type) or 1)]
    return gen.syntax.construct(type, (first, *rest))
