"""Loops of a known number of turns: from where, how far, in which steps."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.shading.types import FLOAT, INT, UINT, Scalar

from .literals import int_value, uint_value
from .state import Generator

_LIMITS: Final = {"int": (-(2**31), 2**31 - 1), "uint": (0, 2**32 - 1), "float": (-4096, 4096)}
_POWERS: Final = 8
"""Turns of loops that multiply or divide, so that no value leaves its type."""


class Count(msgspec.Struct, frozen=True):
    """`for (T k = start; k comparison bound; k op= step)`. No step leaves the range of the type,
    the last one included.
    """

    type: Scalar
    start: int | float
    bound: int | float
    comparison: str
    op: str
    step: int | float


def draw_count(gen: Generator) -> Count:
    """Draw a loop of 0 to `for_length` turns, or one more."""
    rng = gen.rng
    type = rng.choose((INT, UINT, FLOAT) if FLOAT in gen.scalars else (INT, UINT))
    op = rng.choose(("+", "-") if type is FLOAT else ("+", "-", "*", "/"))
    if op in "*/":
        return _powers(gen, type, op)
    step = rng.between(1, gen.settings.for_increment)
    way = step * rng.between(1, gen.settings.for_length)
    low, high = _LIMITS[type.kind]
    start = _start(gen, type)
    # One step is kept free behind the bound.
    if op == "+":
        start = min(max(start, low), high - way - 2 * step)
        return _count(gen, type, start, start + way, ("<", "<="), op, step)
    start = max(min(start, high), low + way + 2 * step)
    return _count(gen, type, start, start - way, (">", ">="), op, step)


def _start(gen: Generator, type: Scalar) -> int:
    if type is FLOAT:
        return gen.rng.between(-100, 100)
    draw = int_value if type is INT else uint_value
    return draw(gen.rng, gen.features.literals)


def _powers(gen: Generator, type: Scalar, op: str) -> Count:
    rng = gen.rng
    step, small = rng.between(2, 4), rng.between(1, 9)
    large = small * step ** rng.between(1, min(_POWERS, gen.settings.for_length))
    if op == "*":
        return _count(gen, type, small, large, ("<", "<="), op, step)
    return _count(gen, type, large, small, (">", ">="), op, step)


def _count(
    gen: Generator,
    type: Scalar,
    start: int,
    bound: int,
    comparisons: tuple[str, str],
    op: str,
    step: int,
) -> Count:
    comparison = gen.rng.choose(comparisons)
    if type is FLOAT:
        return Count(type, float(start), float(bound), comparison, op, float(step))
    return Count(type, start, bound, comparison, op, step)
