"""Built-in functions whose float results compilers may round otherwise, as integers that no legal
rounding changes.

`int(floor(sin(t * 0.25 + 1.5) * 8.0 + 0.3125))`: the argument takes four values, which are known
while the program is written, and so are the results. The scale is small against the errors that
are allowed, and the offset sets all four scaled results far from whole numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from aberration.languages.shading.builtins.evaluate import call as evaluate
from aberration.languages.shading.builtins.evaluate import hazard_of
from aberration.languages.shading.builtins.lookup import lookup
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.tree import Call, Expression, Field, Index, LanguageName, Name
from aberration.languages.shading.types import FLOAT, INT, Matrix, Scalar, Type, Vector, parts

from ..builtins import is_left_to_rounding
from ..state import Generator
from .parts import binary, call, operand

Range = tuple[float, float]
_TURNS: Final = 4
_TRIES: Final = 3
_GRAIN: Final = 4
_USUAL: Final[tuple[Range, ...]] = ((-3.0, 3.0),)
_WITHIN_ONE: Final[tuple[Range, ...]] = ((-0.75, 0.75),)
_POSITIVE: Final[tuple[Range, ...]] = ((0.25, 16.0),)
_RANGES: Final[Mapping[str, tuple[Range, ...]]] = {
    **dict.fromkeys(("asin", "acos", "atanh"), _WITHIN_ONE),
    **dict.fromkeys(("log", "log2", "sqrt", "inversesqrt"), _POSITIVE),
    "acosh": ((1.25, 4.0),),
    "tan": ((-1.25, 1.25),),
    "pow": ((0.25, 4.0), (-2.0, 2.0)),
    "atan2": ((-4.0, 4.0), (0.25, 4.0)),
    "smoothstep": ((-2.0, -1.0), (1.0, 2.0), (-3.0, 3.0)),
    "mod": ((-8.0, 8.0), (1.25, 3.5)),
    "mix": ((-4.0, 4.0), (-4.0, 4.0), (0.0, 1.0)),
    "normalize": ((0.5, 4.0),),
    "refract": ((-2.0, 2.0), (-2.0, 2.0), (0.25, 0.75)),
    "degrees": ((-1.0, 1.0),),
    "ldexp": ((-4.0, 4.0), (-6.0, 6.0)),
}
"""Where the arguments of rows lie, the last for all that follow: well within their domains."""
_ERROR: Final = 2.0**-9
"""How far results may be from the exact ones, in units of one more than their size: twice what any
row may lose on such arguments, and more.
"""
_MARGIN: Final = 0.05
"""How far scaled results may move; they are twice as far from whole numbers."""
_MOVED: Final = 2.0**-11
_OFFSETS: Final = 32
Value = Any
"""As `builtins.evaluate` has it."""


def call_to_round(gen: Generator, type: Type = INT) -> Expression | None:
    """Return a call of such a function as an int; None where a few tries find none that is far
    enough from the steps that some have.
    """
    rows = _rows(gen.language, gen.version, gen.stage)
    name = gen.steering.choose(tuple(rows))
    fitting = [one for one in rows[name] if gen.has_types(one.types)]
    if not fitting or FLOAT not in gen.scalars:
        return None
    for _ in range(_TRIES):
        made = _call(gen, gen.rng.choose(fitting))
        if made is not None:
            return made
    return None


@cache
def _rows(language: LanguageName, version: int, stage: Stage) -> dict[str, tuple[Overload, ...]]:
    table, found = lookup(language, version, stage), dict[str, tuple[Overload, ...]]()
    for name in sorted(table.names):
        for one in table.overloads(name):
            if is_left_to_rounding(one, language):
                found[one.builtin.name] = (*found.get(one.builtin.name, ()), one)
    return found


def _call(gen: Generator, overload: Overload) -> Expression | None:
    varies = gen.rng.choose([k for k, one in enumerate(overload.types) if one.scalar is FLOAT])
    args: list[Expression] = []
    columns: list[list[Value]] = []
    for k, type in enumerate(overload.types):
        made, values = _argument(gen, overload, k, type, varies=k == varies)
        args.append(made)
        columns.append(values)
    rows = [tuple(column[turn] for column in columns) for turn in range(_TURNS)]
    if not all(_is_smooth(overload, row) for row in rows):
        return None
    results = [evaluate(overload, row) for row in rows]
    node: Expression = Call(callee=Name(name=overload.name), args=tuple(args))
    part, values = _part(gen, node, overload.result, results)
    return _as_int(gen, part, values)


# ---- arguments


def _argument(
    gen: Generator, overload: Overload, k: int, type: Type, *, varies: bool
) -> tuple[Expression, list[Value]]:
    """Return an argument, and what it is in each turn."""
    ranges = _RANGES.get(overload.builtin.name, _USUAL)
    low, high = ranges[min(k, len(ranges) - 1)]
    first, last = _numbers(gen, type, low, high), _numbers(gen, type, low, high)
    base = _constant(gen, type, first)
    if not varies:
        return base, [_value(type, first)] * _TURNS
    steps = [(b - a) / _TURNS for a, b in zip(first, last, strict=True)]
    few = binary("&", operand(gen, INT), gen.syntax.literal(_TURNS - 1, INT))
    way = binary("*", _constant(gen, type, steps), gen.syntax.construct(FLOAT, (few,)))
    values = [
        _value(type, [a + step * turn for a, step in zip(first, steps, strict=True)])
        for turn in range(_TURNS)
    ]
    return binary("+", base, way), values


def _numbers(gen: Generator, type: Type, low: float, high: float) -> list[float]:
    """Return numbers for all scalars of a type; those on the diagonals of matrices are larger, so
    that none is near a singular one.
    """
    grain = 1 if type.scalar is INT else _GRAIN
    ends = math.ceil(low * grain), math.floor(high * grain)
    found = [gen.rng.between(*ends) / grain for _ in range(parts(type))]
    if isinstance(type, Matrix):
        for k in range(min(type.columns, type.rows)):
            found[k * type.rows + k] += 8.0
    return found


def _constant(gen: Generator, type: Type, numbers: Sequence[float]) -> Expression:
    assert type.scalar is not None
    items = [gen.syntax.literal(_scalar(type, one), type.scalar) for one in numbers]
    return items[0] if isinstance(type, Scalar) else gen.syntax.construct(type, tuple(items))


def _value(type: Type, numbers: Sequence[float]) -> Value:
    items = tuple(_scalar(type, one) for one in numbers)
    if isinstance(type, Matrix):
        return tuple(items[k : k + type.rows] for k in range(0, len(items), type.rows))
    return items if isinstance(type, Vector) else items[0]


def _scalar(type: Type, number: float) -> int | float:
    return int(number) if type.scalar is INT else number


# ---- results


def _is_smooth(overload: Overload, row: tuple[Value, ...]) -> bool:
    """Whether a function is defined at a place, and changes little around it."""
    if hazard_of(overload, row) is not None:
        return False
    exact = _flat(evaluate(overload, row))
    for signs in ((1, 1, 1), (-1, -1, -1), (1, -1, 1), (-1, 1, -1)):
        moved = tuple(
            _move(value, 1.0 + sign * _MOVED) for value, sign in zip(row, signs, strict=False)
        )
        if hazard_of(overload, moved) is not None:
            return False
        near = _flat(evaluate(overload, moved))
        apart = [abs(a - b) / (1.0 + abs(a)) for a, b in zip(exact, near, strict=True)]
        if not max(apart) <= _MARGIN:
            return False
    return True


def _move(value: Value, by: float) -> Value:
    if isinstance(value, tuple):
        return tuple(_move(one, by) for one in value)
    return value * by if isinstance(value, float) else value


def _flat(value: Value) -> list[float]:
    if isinstance(value, tuple):
        return [one for part in value for one in _flat(part)]
    return [float(value)]


def _part(
    gen: Generator, node: Expression, type: Type, results: Sequence[Value]
) -> tuple[Expression, list[float]]:
    """Return one scalar of a result, and what it is in each turn."""
    if isinstance(type, Matrix):
        column = gen.rng.below(type.columns)
        chosen = Index(base=node, index=gen.syntax.literal(column, INT))
        return _part(gen, chosen, type.column, [one[column] for one in results])
    if isinstance(type, Vector):
        at = gen.rng.below(type.size)
        return Field(base=node, name="xyzw"[at]), [float(one[at]) for one in results]
    return node, [float(one) for one in results]


def _as_int(gen: Generator, node: Expression, values: Sequence[float]) -> Expression:
    """Return `int(floor(node * scale + offset))`."""
    largest = 1.0 + max(abs(value) for value in values)
    scale = 2.0 ** math.floor(math.log2(_MARGIN / _ERROR / largest))
    offset = max(
        (k / _OFFSETS for k in range(_OFFSETS)),
        key=lambda offset: min(_from_whole(value * scale + offset) for value in values),
    )
    offset += float(gen.rng.between(-4, 4))
    literal = gen.syntax.literal
    made: Expression = binary("*", node, literal(scale, FLOAT))
    made = binary("+", made, literal(offset, FLOAT))
    if gen.rng.chance(0.7):
        made = call("floor", made)
    return gen.syntax.construct(INT, (made,))


def _from_whole(value: float) -> float:
    """Return how far a number is from the nearest whole one."""
    return abs(value - math.floor(value + 0.5))
