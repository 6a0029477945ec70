"""What built-in functions compute, on Python scalars: exact, or in 64 bits and rounded by the
caller.

Integers come in the range of their type and are wrapped by the caller; the names ending in `_u` are
those of unsigned ones. Arguments in a row's hazards never come here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from .values import bits_half, half_bits, wrap_signed, wrap_unsigned


def quiet(function: Callable[[float], float]) -> Callable[[float], float]:
    """Return a function of the standard library with the infinities and NaN of IEEE 754 where
    it raises.
    """

    def call_safely(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    return call_safely


# ---- numbers


def absolute(x: float) -> float:
    return abs(x)


def sign(x: float) -> float:
    if x > 0:
        # The same function serves integers and floats.
        return type(x)(1)
    return type(x)(-1) if x < 0 else x


def floor(x: float) -> float:
    # Python's integers have no -0: the sign is put back.
    return math.copysign(float(math.floor(x)), x) if math.isfinite(x) else x


def ceil(x: float) -> float:
    return math.copysign(float(math.ceil(x)), x) if math.isfinite(x) else x


def trunc(x: float) -> float:
    return math.copysign(float(math.trunc(x)), x) if math.isfinite(x) else x


def round_even(x: float) -> float:
    return math.copysign(float(round(x)), x) if math.isfinite(x) else x


def fract(x: float) -> float:
    return x - floor(x)


def modulo(x: float, y: float) -> float:
    return x - y * floor(x / y)


def smaller(x: float, y: float) -> float:
    # As the specifications write it, which also says what comes of equal numbers of two signs.
    return y if y < x else x


def larger(x: float, y: float) -> float:
    return y if x < y else x


def clamp(x: float, low: float, high: float) -> float:
    return smaller(larger(x, low), high)


def saturate(x: float) -> float:
    return clamp(x, 0.0, 1.0)


def mix(x: float, y: float, a: float) -> float:
    return x * (1.0 - a) + y * a


def choose(x: float, y: float, second: bool) -> float:
    return y if second else x


def step(edge: float, x: float) -> float:
    return 0.0 if x < edge else 1.0


def smoothstep(low: float, high: float, x: float) -> float:
    t = clamp((x - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def fused_multiply_add(x: float, y: float, z: float) -> float:
    """x * y + z rounded once to 64 bits, and to odd, so that rounding once more to 32 bits is
    as rounding once.
    """
    if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(z)):
        return x * y + z
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    if exact == 0:
        return x * y + z
    near = float(exact)
    # Towards the odd neighbour: a tie of 32 bits that a first rounding made is none then.
    if Fraction(near) == exact or float_is_odd(near):
        return near
    return math.nextafter(near, math.inf if Fraction(near) < exact else -math.inf)


def float_is_odd(x: float) -> bool:
    # The fraction of `frexp` has 53 bits: this is the whole significand as an integer.
    return bool(int(math.frexp(x)[0] * 2.0**53) & 1)


def fused_double(x: float, y: float, z: float) -> float:
    """x * y + z rounded once to 64 bits."""
    if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(z)):
        return x * y + z
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    try:
        return float(exact) if exact else x * y + z
    except OverflowError:
        return math.copysign(math.inf, exact)


def modf(x: float) -> tuple[float, float]:
    whole = trunc(x)
    return (math.copysign(x - whole, x) if math.isfinite(x) else math.copysign(0.0, x)), whole


def frexp(x: float) -> tuple[float, int]:
    return math.frexp(x)


def ldexp(x: float, exponent: int) -> float:
    try:
        return math.ldexp(x, exponent)
    except OverflowError:
        return math.copysign(math.inf, x)


def quantize_half(x: float) -> float:
    return bits_half(half_bits(x))


# ---- exponents


def power(x: float, y: float) -> float:
    try:
        return math.pow(x, y)
    except OverflowError:
        return math.inf


def exp2(x: float) -> float:
    return power(2.0, x)


def inverse_sqrt(x: float) -> float:
    return 1.0 / math.sqrt(x)


# ---- vectors and matrices

Components = Sequence[float]
Columns = Sequence[Sequence[float]]


def components(x: float | Components) -> Components:
    """Geometric functions take scalars as vectors of one component."""
    return (float(x),) if isinstance(x, float | int) else x


def shape_as(value: Components, x: float | Components) -> float | tuple[float, ...]:
    """Return a result in the shape of an argument."""
    return value[0] if isinstance(x, float | int) else tuple(value)


def dot(x: float | Components, y: float | Components) -> float:
    return sum((a * b for a, b in zip(components(x), components(y), strict=True)), 0.0)


def dot_integers(x: Sequence[int], y: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(x, y, strict=True))


def length(x: float | Components) -> float:
    return math.sqrt(dot(x, x))


def distance(x: float | Components, y: float | Components) -> float:
    return math.sqrt(sum((a - b) ** 2 for a, b in zip(components(x), components(y), strict=True)))


def normalize(x: float | Components) -> float | tuple[float, ...]:
    size = length(x)
    return shape_as([a / size for a in components(x)], x)


def cross(x: Components, y: Components) -> tuple[float, ...]:
    return (x[1] * y[2] - y[1] * x[2], x[2] * y[0] - y[2] * x[0], x[0] * y[1] - y[0] * x[1])


def face_forward(
    n: float | Components, i: float | Components, reference: float | Components
) -> object:
    return n if dot(reference, i) < 0.0 else shape_as([-a for a in components(n)], n)


def reflect(i: float | Components, n: float | Components) -> float | tuple[float, ...]:
    twice = 2.0 * dot(n, i)
    return shape_as([a - twice * b for a, b in zip(components(i), components(n), strict=True)], i)


def refract(i: float | Components, n: float | Components, eta: float) -> float | tuple[float, ...]:
    along = dot(n, i)
    k = 1.0 - eta * eta * (1.0 - along * along)
    if k < 0.0:
        return shape_as([0.0] * len(components(i)), i)
    factor = eta * along + math.sqrt(k)
    return shape_as(
        [eta * a - factor * b for a, b in zip(components(i), components(n), strict=True)], i
    )


def multiply_components(x: Columns, y: Columns) -> Columns:
    return tuple(tuple(a * b for a, b in zip(p, q, strict=True)) for p, q in zip(x, y, strict=True))


def outer_product(column: Components, row: Components) -> Columns:
    return tuple(tuple(c * r for c in column) for r in row)


def transpose(x: Columns) -> Columns:
    return tuple(zip(*x, strict=True))


def _minor(x: Columns, column: int, row: int) -> Columns:
    return [[v for k, v in enumerate(c) if k != row] for j, c in enumerate(x) if j != column]


def determinant(x: Columns) -> float:
    if len(x) == 1:
        return x[0][0]
    return sum((-1.0) ** k * x[k][0] * determinant(_minor(x, k, 0)) for k in range(len(x)))


def inverse(x: Columns) -> Columns:
    whole, size = determinant(x), range(len(x))
    return tuple(
        tuple((-1.0) ** (j + k) * determinant(_minor(x, k, j)) / whole for k in size) for j in size
    )


# ---- integers


def bit_count(x: int) -> int:
    return wrap_unsigned(x).bit_count()


def bit_reverse(x: int) -> int:
    return int(f"{wrap_unsigned(x):032b}"[::-1], 2)


def find_lsb(x: int) -> int:
    # -1 for 0, as GLSL's `findLSB` and WGSL's `firstTrailingBit` want it.
    return (x & -x).bit_length() - 1


def find_msb(x: int) -> int:
    # Of a negative number the highest 0 (`findMSB`, `firstLeadingBit`); -1 for 0 and -1.
    return (x if x >= 0 else ~x).bit_length() - 1


def leading_zeros(x: int) -> int:
    return 32 - wrap_unsigned(x).bit_length()


def trailing_zeros(x: int) -> int:
    return find_lsb(x) if x else 32


def extract_u(x: int, offset: int, bits: int) -> int:
    return wrap_unsigned(x) >> offset & (1 << bits) - 1


def extract(x: int, offset: int, bits: int) -> int:
    found = extract_u(x, offset, bits)
    return found - (1 << bits) if bits and found >> bits - 1 else found


def insert(base: int, added: int, offset: int, bits: int) -> int:
    mask = (1 << bits) - 1 << offset
    return wrap_unsigned(base) & ~mask | added << offset & mask


def clamped_field(offset: int, bits: int) -> tuple[int, int]:
    """WGSL's bit-fields: both are clamped so that the field lies within 32 bits."""
    begin = min(offset, 32)
    return begin, min(bits, 32 - begin)


def extract_clamped(x: int, offset: int, bits: int) -> int:
    return extract(x, *clamped_field(offset, bits))


def extract_clamped_u(x: int, offset: int, bits: int) -> int:
    return extract_u(x, *clamped_field(offset, bits))


def insert_clamped(base: int, added: int, offset: int, bits: int) -> int:
    return insert(base, added, *clamped_field(offset, bits))


def add_carry(x: int, y: int) -> tuple[int, int]:
    return wrap_unsigned(x + y), (x + y) >> 32


def subtract_borrow(x: int, y: int) -> tuple[int, int]:
    return wrap_unsigned(x - y), int(x < y)


def multiply_u(x: int, y: int) -> tuple[None, int, int]:
    return None, (x * y) >> 32, wrap_unsigned(x * y)


def multiply(x: int, y: int) -> tuple[None, int, int]:
    return None, (x * y) >> 32, wrap_signed(x * y)
