"""How far float results may lie from the exact ones, as the specifications of the languages
promise.

Sources: OpenGL Shading Language 4.60 and OpenGL ES Shading Language 3.20, 4.7.1 "Range and
Precision"; WGSL specification, 15.7.4 "Floating Point Accuracy". One ULP is the distance of the two
neighbours around the exact result.
"""

from __future__ import annotations

import math
from typing import Final, Literal

import msgspec

Kind = Literal["exact", "correctly rounded", "ulp", "absolute", "inherited", "undefined"]


class Bound(msgspec.Struct, frozen=True, gc=False):
    """`error` in ULP or absolute, plus `slope` times the size of the first operand.

    It holds for operands in `low` .. `high`; `outside` is the bound in ULP elsewhere, infinite
    where nothing is promised. `formula` is what an inherited bound follows from; "undefined"
    promises nothing at all.
    """

    kind: Kind
    error: float = 0.0
    slope: float = 0.0
    low: float = -math.inf
    high: float = math.inf
    outside: float = math.inf
    formula: str = ""

    def largest_error(self, exact: float, operand: float, bits: int = 32) -> float:
        """Return how far a result may lie from the exact one; infinite where the specifications
        give no number.
        """
        if self.kind == "exact":
            return 0.0
        # Either neighbour is correct (4.7.1: "correctly rounded" names no rounding mode): one unit.
        if self.kind == "correctly rounded":
            return ulp(exact, bits)
        if self.kind in ("inherited", "undefined"):
            return math.inf
        if not self.low <= operand <= self.high:
            return self.outside * ulp(exact, bits) if self.outside < math.inf else math.inf
        unit = ulp(exact, bits) if self.kind == "ulp" else 1.0
        return (self.error + self.slope * abs(operand)) * unit


def bound_of(formula: str) -> Bound:
    return Bound("inherited", formula=formula)


EXACT: Final = Bound("exact")
CORRECT: Final = Bound("correctly rounded")
UNDEFINED: Final = Bound("undefined")
# Bits of the significand with the implicit one.
_MANTISSA: Final = {16: 11, 32: 24, 64: 53}
# The smallest subnormal numbers: below the normal ones the unit shrinks no further.
_LEAST: Final = {16: 2.0**-24, 32: 2.0**-149, 64: 2.0**-1074}


def ulp(exact: float, bits: int = 32) -> float:
    """Return the unit in the last place of a float of 16, 32 or 64 bits near a number."""
    least = _LEAST[bits]
    if exact == 0.0 or not math.isfinite(exact):
        return least
    # `frexp` has its significand in 0.5 .. 1, IEEE 754 in 1 .. 2: so the whole width is subtracted.
    return max(math.ldexp(1.0, math.frexp(exact)[1] - _MANTISSA[bits]), least)
