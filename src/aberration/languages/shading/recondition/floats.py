"""How large floats may become: far enough below the largest that what rounds otherwise stays below,
too.

The tests of magnitudes are exact: numbers are scaled by powers of two before they are multiplied,
so that nothing overflows in the test itself. What is scaled to nothing is too small to
matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from ..types import BOOL, Scalar, ScalarKind, Type
from .context import Context
from .wrappers import declare, function, name_for, number, spread


class Size(msgspec.Struct, frozen=True):
    """Binary exponents: `limit` is that of the largest magnitude of a result, `half` is half of
    the type's own, `tiny` is that of the least divisor.
    """

    limit: int
    half: int
    tiny: int


SIZES: Final[Mapping[ScalarKind, Size]] = {
    "float": Size(100, 64, -100),
    "double": Size(1000, 512, -1000),
    "half": Size(15, 8, -13),
}


def power(exponent: int, element: Scalar) -> str:
    """Return a power of two as text."""
    return number(2.0**exponent, element)


def within(context: Context, element: Scalar) -> str:
    """Return the function that says whether a magnitude is at most another; never so for NaN."""
    wanted = name_for(context, "within", element, (element,))
    steps = ("return a <= b && a >= -b;",)
    return declare(context, wanted, BOOL, (element, element), steps)


def limiter(context: Context, type: Type, exponent: int | None = None) -> str:
    """Return the function that gives 1.0 for each component beyond a power of two."""
    element = type.scalar
    assert element is not None
    exponent = SIZES[element.kind].limit if exponent is None else exponent
    stem = f"limit_{exponent}"
    test = f"{within(context, element)}(a, {power(exponent, element)})"
    wanted = name_for(context, stem, element, (element,))
    one = number(1.0, element)
    scalar = function(context, wanted, element, (element,), (test, "a"), last=one)
    return spread(context, stem, scalar, type, (type,))


def factors(element: Scalar, count: int) -> int:
    """Return the binary exponent of what may be multiplied so many times, and the products summed
    in some ways, without a large result.
    """
    return (SIZES[element.kind].limit - count) // count


def is_small(context: Context, op: str, element: Scalar) -> str:
    """Return the condition on which `a op b` is not too large."""
    size, inside = SIZES[element.kind], within(context, element)
    if op in ("+", "-"):
        limit = power(size.limit - 1, element)
        return f"{inside}(a, {limit}) && {inside}(b, {limit})"
    if op == "*":
        scale = power(-size.half, element)
        limit = power(size.limit - 2 * size.half, element)
        return f"{inside}(a * {scale} * (b * {scale}), {limit})"
    tiny, scaled = power(size.tiny, element), f"a * {power(-size.limit, element)}"
    above = f"(b >= {tiny} && {inside}({scaled}, b))"
    return f"{above} || (b <= -{tiny} && {inside}({scaled}, -b))"
