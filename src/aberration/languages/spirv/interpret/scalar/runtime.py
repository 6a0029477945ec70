"""What generated code calls: the operations that are too long for one expression.

Arguments and results are leaves: unsigned integers, Python floats that the width can hold,
booleans.
`None` in any of them raises TypeError by itself, which is what marks a read of something never
written.
"""

from __future__ import annotations

import math
import struct
from array import array
from typing import Final, NoReturn

from aberration.languages.spirv.interpret.undefined import Undefined

# The same four bytes as a float and as bits: a write and a read are the fastest rounding to 32 bits
# that plain Python has.
CELL: Final = array("f", [0.0])
BITS: Final = memoryview(CELL).cast("B").cast("I")
KNOWN: Final = {True: True, False: False}
"""Looked up with a boolean that may never have been written: None raises KeyError."""


class Killed(Exception):
    """The invocation ended without output."""


class LoopLimit(Exception):
    """An invocation entered more blocks than it may."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def single(value: float) -> float:
    """Round to 32 bits."""
    CELL[0] = value
    return CELL[0]


def half(value: float) -> float:
    """Round to 16 bits."""
    try:
        return float(struct.unpack("<e", struct.pack("<e", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def exact_single(value: int) -> float:
    """Round a wide integer to 32 bits once."""
    # To 64 bits first and then to 32 would round twice. What is cut off leaves its trace in the
    # lowest of 30 bits ("round to odd"): then the one rounding that follows is right, as 30 is more
    # than 24 + 2.
    shift = max(0, abs(value).bit_length() - 30)
    if shift:
        kept = abs(value) >> shift
        kept |= (abs(value) & ((1 << shift) - 1)) != 0
        value = (kept << shift) * (1 if value > 0 else -1)
    return single(float(value))


# ---- traps


def nan() -> NoReturn:
    raise Undefined("nan", "a NaN reaches a comparison, minimum, maximum or sign")


def not_finite() -> NoReturn:
    raise Undefined("nan", "a NaN or an infinity is written to a buffer")


def too_wide() -> NoReturn:
    raise Undefined("shift", "the shift amount is not less than the width")


def out_of_range() -> NoReturn:
    raise Undefined("conversion", "the number does not fit the type that it is converted to")


def out_of_bounds() -> NoReturn:
    raise Undefined("out-of-bounds", "an index is not less than the number of parts")


def unreachable() -> NoReturn:
    raise Undefined("unreachable", "OpUnreachable is reached")


def bad_bits() -> NoReturn:
    raise Undefined("invalid-argument", "offset and count of a bit field exceed the width")


def invalid(what: str) -> Undefined:
    return Undefined("invalid-argument", what)


# ---- integers


def s_div(a: int, b: int, sign: int) -> int:
    """Divide where at least one is negative; `sign` is the sign bit."""
    # Two's complement: flips the sign bit, then takes its weight away.
    x, y = (a ^ sign) - sign, (b ^ sign) - sign
    # OpSDiv: undefined where the quotient overflows.
    if y == -1 and a == sign:
        raise Undefined("overflow", "the smallest integer is divided by -1")
    # SPIR-V rounds towards zero, Python's `//` downwards.
    q = abs(x) // abs(y)
    return (q if (x < 0) == (y < 0) else -q) & (sign * 2 - 1)


def no_remainder(a: int, b: int) -> int:
    """Tell of a remainder where one number is negative, or the divisor 0. The Vulkan specification
    ("Precision and Operation of SPIR-V Instructions") leaves OpSRem and OpSMod undefined for
    negative operands, but for maintenance8.
    """
    if not b:
        # Raises ZeroDivisionError, which the caller turns into the trap for divisions.
        return a // b
    raise Undefined(
        "invalid-argument", "Vulkan does not define the remainder of a negative integer"
    )


def bit_reverse(a: int, width: int) -> int:
    return int(f"{a:0{width}b}"[::-1], 2)


def field_insert(base: int, insert: int, offset: int, count: int, width: int) -> int:
    if offset + count > width:
        bad_bits()
    mask = ((1 << count) - 1) << offset
    return (base & ~mask) | (insert << offset & mask)


def field_s_extract(base: int, offset: int, count: int, width: int) -> int:
    if offset + count > width:
        bad_bits()
    if count == 0:
        # And not 0: `base` may be None, which must not pass for a number.
        return base & 0
    sign = 1 << (count - 1)
    field = base >> offset & ((1 << count) - 1)
    return ((field ^ sign) - sign) & ((1 << width) - 1)


def field_u_extract(base: int, offset: int, count: int, width: int) -> int:
    if offset + count > width:
        bad_bits()
    return base >> offset & ((1 << count) - 1)


def find_s_msb(a: int) -> int:
    """Of 32 bits; -1 where there is no bit that differs from the sign."""
    # Of a negative number the highest 0 is asked for. 0 and -1 have none and give -1.
    bits = a ^ 0xFFFFFFFF if a >> 31 else a
    return (bits.bit_length() - 1) & 0xFFFFFFFF


def plain_dot(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return sum([x * y for x, y in zip(a, b, strict=True)])


def saturated_dot(
    a: tuple[int, ...], b: tuple[int, ...], accumulator: int, width: int, with_sign: bool
) -> int:
    """Add a sum of products to an accumulator, and stop at the ends of the type."""
    top = 1 << (width - 1)
    low, high = (-top, top - 1) if with_sign else (0, 2 * top - 1)
    products = [x * y for x, y in zip(a, b, strict=True)]
    # The order of the sums is open: none leaves the type if those above 0 together do not, and
    # those below do not.
    above, below = (sum([p for p in products if (p > 0) is up]) for up in (True, False))
    if above > high or below < low:
        raise Undefined("overflow", "the products of a saturating dot product leave its type")
    before = (accumulator ^ top) - top if with_sign else accumulator
    return min(max(before + above + below, low), high) & (2 * top - 1)


# ---- bits


def float_bits(value: float) -> int:
    CELL[0] = value
    if value != value:
        # SPIR-V lets an implementation change the sign and payload of a NaN at any step.
        _bits_of_nan()
    return BITS[0]


def _bits_of_nan() -> NoReturn:
    raise Undefined("nan", "the bits of a NaN are read, and implementations need not keep them")


def bits_float(value: int) -> float:
    BITS[0] = value
    return CELL[0]


def double_bits(value: float) -> int:
    if value != value:
        _bits_of_nan()
    return int(struct.unpack("<Q", struct.pack("<d", _number(value)))[0])


def bits_double(value: int) -> float:
    return float(struct.unpack("<d", struct.pack("<Q", value + 0))[0])


def half_bits(value: float) -> int:
    if value != value:
        _bits_of_nan()
    return int(struct.unpack("<H", struct.pack("<e", half(_number(value))))[0])


def bits_half(value: int) -> float:
    return float(struct.unpack("<e", struct.pack("<H", value + 0))[0])


def _number(value: float) -> float:
    # A -0 plus 0.0 would lose its sign.
    return value + 0.0 if value != 0.0 else value


# ---- floats


def f_rem(x: float, y: float) -> float:
    """As the specification derives its precision: x - y * trunc(x / y), each step rounded."""
    q = single(x / y)
    return single(x - single(y * (float(math.trunc(q)) if q - q == 0.0 else q)))


def f_mod(x: float, y: float) -> float:
    q = single(x / y)
    return single(x - single(y * floor(q)))


def floor(x: float) -> float:
    return x // 1.0 if x - x == 0.0 else x


def is_nan(x: float) -> bool:
    if x != x:
        raise Undefined("nan", "a NaN is asked for, and implementations need not keep it")
    # False in any case. The subtraction is there for None, which has passed the comparison above.
    return x - x is None


def is_inf(x: float) -> bool:
    if x - x != 0.0:
        raise Undefined("nan", "an infinity is asked for, and implementations need not keep it")
    return False


def is_ordered(x: float, y: float) -> bool:
    if x != x or y != y:
        raise Undefined("nan", "a NaN is asked for, and implementations need not keep it")
    return x - y is not None
