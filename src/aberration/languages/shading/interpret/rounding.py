"""Other legal roundings: each operation on floats may give any result that its language allows.

The interpreter rounds to the nearest. A compiler may round another way, fuse a product with a sum,
divide by the reciprocal, take a sum in another order, flush what is subnormal to zero, and have
less exact built-in functions. `Rounding` draws such results by a number: the first few go one way
throughout, as a real implementation does, the others are random. What is exact in any rounding
(sums and products of small integers and dyadic fractions) stays so.

How far a result may lie from the exact one is the table's (`builtins/accuracy.py`). Where the
specifications promise nothing (`sin` and its kin in GLSL) it is what Vulkan promises, and what real
drivers were measured to need.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeVar

import msgspec

from ..builtins.accuracy import Bound, ulp
from ..builtins.row import Language
from ..builtins.signature import Overload
from ..builtins.values import half, single
from .trap import Undefined

T = TypeVar("T")
_LEAST_NORMAL: Final = 2.0**-126
_MULTIPLIER: Final = 6364136223846793005
_INCREMENT: Final = 1442695040888963407
"""Of Knuth's MMIX: x becomes x * multiplier + increment, modulo 2^64."""
_MASK: Final = (1 << 64) - 1
_LARGE: Final = 2.0**127
"""The largest power of two among floats of 32 bits: units in the last place grow no further."""
_MOVED: Final = 2.0
"""How far arguments are moved where a bound is inherited or nothing is promised, in units of
their last place.
"""
# A formula of a few operations, each with its own half unit; and that of a specification is not
# always the one that a driver computes.
_INHERITED: Final = 8.0
"""How far results are where a bound is inherited from a formula."""
# Generous, as a free number costs a missed bug at most and one too strict a false alarm.
_UNPROMISED: Final = 64.0
"""The same where nothing is promised and nothing else is known."""
# Near a zero of the function units in the last place shrink to nothing, an error of the argument
# does not.
_LEAST_UNPROMISED: Final = 2.0**-16
# Vulkan, "Precision of GLSL.std.450 Instructions": Sin and Cos.
_ANGLE: Final = 2.0**-11
"""Vulkan's absolute error of `sin` and `cos` from -pi to pi. Beyond, nothing is promised, and
drivers lose what bringing the argument into one period loses: `1 + |x| / 1024` times as much.
"""
# Vulkan, the same table: Atan and Atan2.
_ARC: Final = 4096.0
"""Vulkan's error of `atan`, in units of the last place."""
_FORMULAS: Final = frozenset(
    (
        "mod",
        "mix",
        "fract",
        "fma",
        "cross",
        "reflect",
        "dot",
        "matrixCompMult",
        "outerProduct",
        "ldexp",
        "determinant",
    )
)
"""Functions that are nothing but sums, products and quotients: exact wherever all of these are."""
_ANGLES: Final[Mapping[str, Callable[[float, float], float]]] = MappingProxyType(
    {
        "sin": lambda _result, x: _ANGLE * (1.0 + abs(x) / 1024.0),
        "cos": lambda _result, x: _ANGLE * (1.0 + abs(x) / 1024.0),
        # The derivative of the tangent, 1 + tan^2, is what an error of the angle grows by.
        "tan": lambda result, x: _ANGLE * (1.0 + abs(x) / 1024.0) * (1.0 + result * result),
        # Measured in drivers: atan2(x, sqrt(1 - x^2)), as Vulkan has it, loses more near 1.
        "asin": lambda _result, _x: 2.0 * _ANGLE,
        "acos": lambda _result, _x: 2.0 * _ANGLE,
        "atan": lambda result, _x: _ARC * ulp(result),
        "atan2": lambda result, _x: _ARC * ulp(result),
    }
)
"""The largest error of a result, by the result and the first argument."""


class Mode(msgspec.Struct, frozen=True):
    """One legal rounding. `noise`: whether results are the nearest, drawn from what is allowed, or
    lie at one end of it.

    `fused`: products are not rounded before they are added to; `reciprocal`: x / y is x * (1 / y);
    `flushes`: what is too small to be normal is zero; `reverses`: products of matrices and vectors
    are added up from the last to the first.
    """

    noise: Literal["", "random", "up", "down", "to zero"] = ""
    fused: bool = False
    reciprocal: bool = False
    flushes: bool = False
    reverses: bool = False


MODES: Final = (
    Mode(),
    Mode(fused=True),
    Mode(reciprocal=True, flushes=True),
    Mode(reverses=True),
    Mode(fused=True, reverses=True),
    Mode("random"),
    Mode("up"),
    Mode("down", flushes=True),
    Mode("to zero"),
    Mode(fused=True, reciprocal=True, flushes=True),
)
"""What the first numbers stand for. The very first is how a plain implementation computes: each
operation of a built-in function is rounded to the nearest, where our own meaning of it is rounded
once.
"""


def mode_of(number: int) -> Mode:
    """Return the mode that a number stands for."""
    # Past the named ones each way is combined with each other, in a sequence that repeats after 16;
    # what differs between such roundings is the noise.
    bits = [bool(number >> k & 1) for k in range(4)]
    return MODES[number] if number < len(MODES) else Mode("random", *bits)


class Rounding:
    """The rounding that a number stands for.

    `had_choice`: whether since it was last set to false anything could have been rounded otherwise,
    in this mode or in any other; what was computed without is the same in all of them.
    """

    def __init__(self, number: int) -> None:
        self.begin(number)
        self.had_choice = False
        self.beyond_model = False
        """Whether the program has what this model does not round, such as floats of 64 bits."""
        self._number: Final = _number_type(self)

    def begin(self, number: int) -> None:
        """Go on as another number has it. Text that was generated for one serves another of the
        same order of sums (`Mode.reverses`).
        """
        self.mode = mode_of(number)
        # Knuth's factor, 2^32 over the golden ratio, sets neighbouring numbers far apart.
        self._state = (number * 2654435761 + 1) & _MASK

    # ---- operators

    def sum(self, x: float, y: float) -> float:
        return self._sum(float(x) + float(y), x, y)

    def difference(self, x: float, y: float) -> float:
        return self._sum(float(x) - float(y), x, y)

    def _sum(self, found: float, x: float, y: float) -> float:
        scale = max(scale_of(x), scale_of(y), abs(found))
        # In whatever order a sum is taken, nothing is lost where the terms and the result are
        # multiples of the last place of the largest number in it.
        grain = ulp(scale)
        # Python adds in 64 bits: `found` is exact for what 32-bit terms can show here, and rounded
        # once more where it is stored.
        exact = single(found) == found and not (
            found % grain or float(x) % grain or float(y) % grain
        )
        return self._number(self._storable(found) if exact else self._near(found, grain), scale)

    def product(self, x: float, y: float) -> float:
        found = float(x) * float(y)
        # By distributivity: what was lost in the sum that gave x may be lost y times as much.
        scale = max(scale_of(x) * abs(float(y)), abs(float(x)) * scale_of(y), abs(found))
        # Not rounded at all: whoever adds to it rounds once. What may overflow is rounded all the
        # same, so that the overflow is seen.
        exact = single(found) == found and (scale >= _LARGE or not found % ulp(scale))
        if self.mode.fused and scale < _LARGE:
            if not exact or 0.0 < abs(found) < _LEAST_NORMAL:
                self.had_choice = True
            return self._number(found, scale)
        return self._number(
            self._storable(found) if exact else self._near(found, ulp(min(scale, _LARGE))), scale
        )

    def quotient(self, x: float, y: float) -> float:
        found = float(x) / float(y)
        scale = scale_of(x) / abs(float(y))
        # Divided by a power of two, whose reciprocal is exact, no division rounds.
        # `frexp` gives a mantissa of 0.5 exactly for powers of two.
        if abs(math.frexp(y)[0]) == 0.5 and single(found) == found:
            return self._number(self._storable(found), max(scale, abs(found)))
        exact = float(x) * single(1.0 / float(y)) if self.mode.reciprocal else found
        # 2.5 units are what both Vulkan and WGSL allow a division.
        return self._number(self._near(exact, 2.5 * ulp(found)), max(scale, abs(found)))

    def remainder(self, x: float, y: float) -> float:
        """WGSL's `%`, as its specification computes it."""
        return self.difference(x, self.product(y, float(math.trunc(self.quotient(x, y)))))

    def in_order(self, terms: list[T]) -> list[T]:
        """Return the terms of a sum in the order in which they are added up."""
        return terms[::-1] if self.mode.reverses else terms

    def to_single(self, x: float) -> float:
        """A number brought to 32 bits."""
        found = float(x)
        value = self._storable(found) if single(found) == found else self._near(found, ulp(found))
        return self._number(value, max(scale_of(x), abs(value)))

    def to_half(self, x: float) -> float:
        """A number brought to 16 bits."""
        # Only the noise reaches it: a conversion to 16 bits may go to either neighbour (Vulkan,
        # `OpFConvert` without a rounding mode).
        near = half(x)
        if near == x:
            return near
        self.had_choice = True
        return self._finite(half(x + self._direction(x) * ulp(x, 16)))

    def between(self, low: float, exact: float, high: float) -> float:
        """A number of which all that lies between two bounds is legal."""
        self.had_choice = True
        part = (self._direction(exact) + 1.0) / 2.0
        return self._storable(single(low + part * (high - low) if self.mode.noise else exact))

    # ---- built-in functions

    def builtin(self, overload: Overload, language: Language, arguments: tuple[Any, ...]) -> Any:
        """Return what a built-in function may give: by its formula, or with arguments and
        result moved a little.
        """
        meaning, name = overload.builtin.meaning, overload.builtin.name
        bound = overload.builtin.bound_in(language)
        assert meaning is not None
        # Such as `floor`, `min` or `abs`: nothing to round, whatever the mode.
        if bound.kind == "exact":
            return meaning(*arguments)
        if name == "fma" and not self.mode.fused:
            return self.sum(self.product(arguments[0], arguments[1]), arguments[2])
        if name in _FORMULAS:
            return self._rounded_parts(meaning(*(self._as_numbers(part) for part in arguments)))
        # An implementation that computes by another formula loses as if its arguments had been
        # other ones.
        free = bound.kind in ("inherited", "undefined")
        given = [self._as_numbers(self._move(part)) if free else part for part in arguments]
        try:
            found = meaning(*given)
        except ValueError:
            # An argument at the end of the domain, as asin(1.0) has it, was moved out of it.
            found = meaning(*(self._as_numbers(part) for part in arguments))
        return self._with_error(found, name, bound, _first(arguments))

    def _as_numbers(self, value: Any) -> Any:
        """Return numbers whose sums, products and quotients are rounded this way."""
        if isinstance(value, tuple):
            return tuple(self._as_numbers(part) for part in value)
        return self._number(value, scale_of(value)) if isinstance(value, float) else value

    def _rounded_parts(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(self._rounded_parts(part) for part in value)
        return self.to_single(float(value)) if isinstance(value, float) else value

    def _move(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(self._move(part) for part in value)
        # A zero stays a zero: neighbours of it are subnormal, and a function may have its pole
        # there.
        if not isinstance(value, float) or value == 0.0:
            return value
        self.had_choice = True
        return float(value) + self._direction(value) * _MOVED * ulp(float(value))

    def _with_error(self, value: Any, name: str, bound: Bound, operand: float) -> Any:
        if isinstance(value, tuple):
            return tuple(self._with_error(part, name, bound, operand) for part in value)
        if not isinstance(value, float):
            return value
        return self._near(float(value), _largest_error(float(value), name, bound, operand))

    def is_coarse(self) -> bool:
        """Whether a derivative is the same in the whole quad."""
        # `dFdx` may be taken once for a quad or for each of its rows (GLSL 4.60, 8.14.1).
        return self._draw() < 0.0

    # ---- drawing

    def _near(self, exact: float, error: float) -> float:
        self.had_choice = True
        return self._storable(single(exact + self._direction(exact) * error))

    def _storable(self, value: float) -> float:
        if 0.0 < abs(value) < _LEAST_NORMAL:
            self.had_choice = True
            value = math.copysign(0.0, value) if self.mode.flushes else value
        return self._finite(value)

    def _finite(self, value: float) -> float:
        # Infinite or NaN: what legal roundings may turn into an overflow is no known result any
        # more.
        if value - value != 0.0:
            raise Undefined("nan", f"rounded another way, the result is {value}")
        return value

    def _direction(self, exact: float) -> float:
        """Return how much of the allowed error is taken: -1 to 1."""
        noise = self.mode.noise
        if noise in ("", "random"):
            return self._draw() if noise else 0.0
        if noise == "to zero":
            return -1.0 if exact > 0.0 else 1.0
        return 1.0 if noise == "up" else -1.0

    def _draw(self) -> float:
        self._state = (self._state * _MULTIPLIER + _INCREMENT) & _MASK
        # The upper 53 bits, which a float holds exactly; the lowest ones repeat soon.
        return (self._state >> 11) / 2.0**52 - 1.0


def scale_of(x: float) -> float:
    """Return the size of the largest number in the sums that gave this one.

    Where a sum is taken in another order, what is lost is a part of its largest term, however small
    the result.
    """
    return getattr(x, "scale", abs(x))


def _number_type(rounding: Rounding) -> Callable[[float, float], float]:
    """Return what makes floats that know their scale, and that compute in formulas as
    `rounding` does.
    """

    class ScaledFloat(float):
        __slots__ = ("scale",)
        scale: float

        def __add__(self, other: float) -> float:
            return rounding.sum(self, other)

        __radd__ = __add__

        def __sub__(self, other: float) -> float:
            return rounding.difference(self, other)

        def __rsub__(self, other: float) -> float:
            return rounding.difference(other, self)

        def __mul__(self, other: float) -> float:
            return rounding.product(self, other)

        __rmul__ = __mul__

        def __truediv__(self, other: float) -> float:
            return rounding.quotient(self, other)

        def __rtruediv__(self, other: float) -> float:
            return rounding.quotient(other, self)

        def __neg__(self) -> float:
            return number(-float(self), self.scale)

        def __abs__(self) -> float:
            return number(abs(float(self)), self.scale)

    def number(value: float, scale: float) -> float:
        made = ScaledFloat(value)
        made.scale = scale
        return made

    return number


def helpers(rounding: Rounding) -> dict[str, object]:
    """Return what generated text finds by name."""
    return {
        "loose_sum": rounding.sum,
        "loose_difference": rounding.difference,
        "loose_product": rounding.product,
        "loose_quotient": rounding.quotient,
        "loose_remainder": rounding.remainder,
        "loose_rounded": rounding.to_single,
        "loose_half": rounding.to_half,
    }


OPERATORS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "+": "loose_sum({}, {})",
        "-": "loose_difference({}, {})",
        "*": "loose_product({}, {})",
        "/": "loose_quotient({}, {})",
        "%": "loose_remainder({}, {})",
    }
)


def _largest_error(result: float, name: str, bound: Bound, operand: float) -> float:
    angle = _ANGLES.get(name)
    if angle is not None:
        return angle(result, operand)
    promised = bound.largest_error(result, operand)
    if promised < math.inf:
        return promised
    if bound.kind == "inherited":
        return _INHERITED * ulp(result)
    return _UNPROMISED * ulp(result) + _LEAST_UNPROMISED


def _first(arguments: tuple[Any, ...]) -> float:
    """The first number of the first argument."""
    value: Any = arguments[0] if arguments else 0.0
    while isinstance(value, tuple):
        value = value[0]
    return float(value)
