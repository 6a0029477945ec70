"""GLSL.std.450 on leaves, for generated code: single arguments or tuples of them, results rounded
to 32 bits.

What the specification derives from other instructions is computed as those, each step rounded; the
rest in 64 bits and rounded once. Arguments outside of a function's domain trap; NaN passes through
where it may.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from .packing import (
    pack_double2x32 as pack_double2x32,
)
from .packing import (
    pack_half2x16 as pack_half2x16,
)
from .packing import (
    pack_snorm2x16 as pack_snorm2x16,
)
from .packing import (
    pack_snorm4x8 as pack_snorm4x8,
)
from .packing import (
    pack_unorm2x16 as pack_unorm2x16,
)
from .packing import (
    pack_unorm4x8 as pack_unorm4x8,
)
from .packing import (
    unpack_double2x32 as unpack_double2x32,
)
from .packing import (
    unpack_half2x16 as unpack_half2x16,
)
from .packing import (
    unpack_snorm2x16 as unpack_snorm2x16,
)
from .packing import (
    unpack_snorm4x8 as unpack_snorm4x8,
)
from .packing import (
    unpack_unorm2x16 as unpack_unorm2x16,
)
from .packing import (
    unpack_unorm4x8 as unpack_unorm4x8,
)
from .runtime import floor, invalid, nan, single

_DEGREE: Final = math.pi / 180.0


def _apply(function: Callable[[float], float], x: float) -> float:
    """Call a function of the standard library, which raises where IEEE 754 gives an infinity or
    NaN.
    """
    if x != x:
        return x
    try:
        # The libraries of C differ in the last of 53 bits, which 32 bits nearly never show. Where
        # they do, tolerance covers it: no driver is as exact as that.
        return single(function(x))
    except OverflowError:
        return math.inf
    except ValueError:
        return math.nan


def sin(x: float) -> float:
    return _apply(math.sin, x)


def cos(x: float) -> float:
    return _apply(math.cos, x)


def tan(x: float) -> float:
    return _apply(math.tan, x)


def asin(x: float) -> float:
    if abs(x) > 1.0:
        raise invalid("the argument of Asin is not in -1 .. 1")
    return _apply(math.asin, x)


def acos(x: float) -> float:
    if abs(x) > 1.0:
        raise invalid("the argument of Acos is not in -1 .. 1")
    return _apply(math.acos, x)


def atan(x: float) -> float:
    return _apply(math.atan, x)


def atan2(y: float, x: float) -> float:
    if x == 0.0 and y == 0.0:
        raise invalid("both arguments of Atan2 are 0")
    return single(math.atan2(y, x))


def sinh(x: float) -> float:
    try:
        # `math.sinh` raises from 710 on, where `_apply` would give the positive infinity to
        # negative numbers as well.
        return _apply(math.sinh, x) if abs(x) < 700.0 else math.copysign(math.inf, x)
    except OverflowError:
        return math.copysign(math.inf, x)


def cosh(x: float) -> float:
    return _apply(math.cosh, x)


def tanh(x: float) -> float:
    return _apply(math.tanh, x)


def asinh(x: float) -> float:
    return _apply(math.asinh, x)


def acosh(x: float) -> float:
    if x < 1.0:
        raise invalid("the argument of Acosh is less than 1")
    return _apply(math.acosh, x)


def atanh(x: float) -> float:
    if abs(x) >= 1.0:
        raise invalid("the argument of Atanh is not between -1 and 1")
    return _apply(math.atanh, x)


def power(x: float, y: float) -> float:
    # GLSL.std.450, Pow: undefined for x < 0, and for x = 0 with y <= 0.
    if x < 0.0 or (x == 0.0 and y <= 0.0):
        raise invalid("Pow of a negative number, or of 0 to a power that is not positive")
    if x != x or y != y:
        return math.nan
    try:
        return single(math.pow(x, y))
    except OverflowError:
        return math.inf


def exp(x: float) -> float:
    return _apply(math.exp, x)


def exp2(x: float) -> float:
    return _apply(_exp2, x)


def _exp2(x: float) -> float:
    return math.pow(2.0, x)


def log(x: float) -> float:
    if x <= 0.0:
        raise invalid("the argument of Log is not positive")
    return _apply(math.log, x)


def log2(x: float) -> float:
    if x <= 0.0:
        raise invalid("the argument of Log2 is not positive")
    return _apply(math.log2, x)


def sqrt(x: float) -> float:
    if x < 0.0:
        raise invalid("the argument of Sqrt is negative")
    return _apply(math.sqrt, x)


def inverse_sqrt(x: float) -> float:
    if x <= 0.0:
        raise invalid("the argument of InverseSqrt is not positive")
    # Rounded once, where `1.0 / sqrt` in 32 bits rounds twice; Vulkan allows 2 units.
    return single(1.0 / math.sqrt(x)) if x == x else x


# ---- rounding and parts


def round_even(x: float) -> float:
    # Python rounds halves to even, as RoundEven wants. The sign is put back: -0.3 becomes -0.
    return math.copysign(float(round(x)), x) if x - x == 0.0 else x


def trunc(x: float) -> float:
    return math.copysign(float(math.trunc(x)), x) if x - x == 0.0 else x


def ceil(x: float) -> float:
    return math.copysign(float(math.ceil(x)), x) if x - x == 0.0 else x


# 1.0 for a tiny negative number, whose difference from -1 is rounded away.
def fract(x: float) -> float:
    return single(x - floor(x))


def f_sign(x: float) -> float:
    if x > 0.0:
        return 1.0
    if x < 0.0:
        return -1.0
    # The sign of a NaN is a comparison: an implementation may take either way.
    return x if x == 0.0 else nan()


def radians(x: float) -> float:
    return single(x * _DEGREE)


def degrees(x: float) -> float:
    return single(x / _DEGREE)


def f_clamp(x: float, low: float, high: float) -> float:
    if low > high:
        raise invalid("the minimum of FClamp is above its maximum")
    # FClamp with a NaN is undefined; NClamp has a rule for it.
    if x != x or low != low or high != high:
        nan()
    return low if x < low else high if x > high else x


def n_min(x: float, y: float) -> float:
    if x != x:
        return y
    return x if x < y or y != y else y


def n_max(x: float, y: float) -> float:
    if x != x:
        return y
    return x if x > y or y != y else y


def n_clamp(x: float, low: float, high: float) -> float:
    if low > high:
        raise invalid("the minimum of NClamp is above its maximum")
    return n_min(n_max(x, low), high)


def u_clamp(x: int, low: int, high: int) -> int:
    if low > high:
        raise invalid("the minimum of UClamp is above its maximum")
    return low if x < low else high if x > high else x


def s_clamp(x: int, low: int, high: int, sign: int) -> int:
    # With the sign bit turned unsigned numbers are in the order of signed ones.
    if low ^ sign > high ^ sign:
        raise invalid("the minimum of SClamp is above its maximum")
    if x ^ sign < low ^ sign:
        return low
    return high if x ^ sign > high ^ sign else x


def f_mix(x: float, y: float, a: float) -> float:
    # Vulkan derives the precision of FMix from x * (1 - a) + y * a, so a fused or rearranged one is
    # within it.
    return single(single(x * single(1.0 - a)) + single(y * a))


def step(edge: float, x: float) -> float:
    if x < edge:
        return 0.0
    return 1.0 if x >= edge else nan()


def smooth_step(low: float, high: float, x: float) -> float:
    if low >= high:
        raise invalid("the first edge of SmoothStep is not below the second")
    t = f_clamp(single(single(x - low) / single(high - low)), 0.0, 1.0)
    return single(single(t * t) * single(3.0 - single(2.0 * t)))


def fma(a: float, b: float, c: float) -> float:
    # Vulkan's precision of Fma is that of OpFMul followed by OpFAdd: it need not be fused.
    return single(single(a * b) + c)


def modf(x: float) -> tuple[float, float]:
    whole = trunc(x)
    # Both parts have the sign of x, zeros too; of an infinity the fraction is a zero.
    return (math.copysign(single(x - whole), x) if x - x == 0.0 else math.copysign(0.0, x)), whole


def frexp(x: float) -> tuple[float, int]:
    if x - x != 0.0:
        raise invalid("the argument of Frexp is an infinity or a NaN")
    significand, exponent = math.frexp(x)
    # The same convention as C's `frexp`: a significand in 0.5 .. 1. Negative exponents as two's
    # complement.
    return significand, exponent & 0xFFFFFFFF


def ldexp(x: float, exponent: int) -> float:
    power_of_two = (exponent ^ 0x80000000) - 0x80000000
    # GLSL.std.450, Ldexp: undefined above +128 for 32 bits.
    if power_of_two > 128:
        raise invalid("the exponent of Ldexp is above 128")
    try:
        return single(math.ldexp(x, power_of_two))
    except OverflowError:
        return math.copysign(math.inf, x)


# ---- vectors


def dot(x: Sequence[float], y: Sequence[float]) -> float:
    total = single(x[0] * y[0])
    for k in range(1, len(x)):
        total = single(total + single(x[k] * y[k]))
    return total


def length(x: Sequence[float]) -> float:
    # Of one number the length is exact, and nothing overflows.
    return single(math.sqrt(dot(x, x))) if len(x) > 1 else abs(x[0])


def distance(x: Sequence[float], y: Sequence[float]) -> float:
    return length([single(a - b) for a, b in zip(x, y, strict=True)])


def normalize(x: Sequence[float]) -> tuple[float, ...]:
    size = length(x)
    # Vulkan leaves 0 / 0 open; drivers give NaN or 0.
    if size == 0.0:
        raise invalid("Normalize of a vector of length 0")
    return tuple([single(a / size) for a in x])


def cross(x: Sequence[float], y: Sequence[float]) -> tuple[float, ...]:
    return tuple(
        [single(single(x[i] * y[j]) - single(y[i] * x[j])) for i, j in ((1, 2), (2, 0), (0, 1))],
    )


def face_forward(
    n: Sequence[float], i: Sequence[float], reference: Sequence[float]
) -> tuple[float, ...]:
    angle = dot(reference, i)
    # What a comparison with NaN gives decides between two results here, as below in Refract.
    if angle != angle:
        nan()
    return tuple(n) if angle < 0.0 else tuple([-a for a in n])


def reflect(i: Sequence[float], n: Sequence[float]) -> tuple[float, ...]:
    twice = single(2.0 * dot(n, i))
    return tuple([single(a - single(twice * b)) for a, b in zip(i, n, strict=True)])


def refract(i: Sequence[float], n: Sequence[float], eta: float) -> tuple[float, ...]:
    angle = dot(n, i)
    k = single(1.0 - single(single(eta * eta) * single(1.0 - single(angle * angle))))
    if k != k:
        nan()
    # Total reflection: the specification says a vector of zeros, whatever I and N are.
    if k < 0.0:
        return (0.0,) * len(i)
    factor = single(single(eta * angle) + single(math.sqrt(k)))
    return tuple([single(single(eta * a) - single(factor * b)) for a, b in zip(i, n, strict=True)])


# ---- matrices, column by column


def determinant(m: Sequence[float]) -> float:
    """Computed exactly enough in 64 bits, rounded once."""
    return single(_determinant(m, math.isqrt(len(m))))


def _determinant(m: Sequence[float], n: int) -> float:
    if n == 1:
        return m[0]
    total = 0.0
    for column in range(n):
        sign = -1.0 if column % 2 else 1.0
        total += sign * m[column * n] * _determinant(_minor(m, n, column, 0), n - 1)
    return total


def _minor(m: Sequence[float], n: int, column: int, row: int) -> list[float]:
    return [m[c * n + r] for c in range(n) if c != column for r in range(n) if r != row]


def matrix_inverse(m: Sequence[float]) -> tuple[float, ...]:
    n = math.isqrt(len(m))
    whole = _determinant(m, n)
    if whole == 0.0:
        raise invalid("MatrixInverse of a singular matrix")
    out = []
    for column in range(n):
        for row in range(n):
            sign = -1.0 if (column + row) % 2 else 1.0
            out.append(single(sign * _determinant(_minor(m, n, row, column), n - 1) / whole))
    return tuple(out)


def wide_sqrt(x: float) -> float:
    if x < 0.0:
        raise invalid("the argument of Sqrt is negative")
    return math.sqrt(x) if x - x == 0.0 else x
