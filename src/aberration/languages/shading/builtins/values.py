"""Values as Python scalars: bool, int in the range of its type, float that its type can hold."""

from __future__ import annotations

import math
import struct
from typing import Final

from ..types import Scalar

_LARGEST: Final = {16: 65504.0, 32: 3.4028234663852886e38, 64: 1.7976931348623157e308}
_SINGLE: Final = struct.Struct("<f")
_HALF: Final = struct.Struct("<e")
_LEAST_NORMAL: Final = 2.0**-126


LARGEST_OF_FLOATS: Final = {"int": 2**31 - 2**7, "uint": 2**32 - 2**8}
"""The largest integers of 32 bits that a 32-bit float holds: what WGSL makes of floats that are
larger.
"""


def single(x: float) -> float:
    """Round to 32 bits, to the nearest, ties to even; beyond the largest an infinity."""
    try:
        return float(_SINGLE.unpack(_SINGLE.pack(x))[0])
    except OverflowError:
        return math.copysign(math.inf, x)


def half(x: float) -> float:
    """Round to 16 bits, to the nearest, ties to even; beyond the largest an infinity."""
    try:
        # An integer that is too large is another error.
        return float(_HALF.unpack(_HALF.pack(float(x)))[0])
    except OverflowError:
        return math.copysign(math.inf, x)


def is_subnormal(x: float) -> bool:
    """Whether a 32-bit float is too small to be normal: an implementation may take zero for it."""
    return 0.0 < abs(x) < _LEAST_NORMAL


def round_to_width(x: float, bits: int) -> float:
    """Round to a float of 16 or 32 bits; other sizes are as they are."""
    if bits == 32:
        return single(x)
    return half(x) if bits == 16 else x


def largest(bits: int) -> float:
    """Return the largest finite float of 16, 32 or 64 bits."""
    return _LARGEST[bits]


def wrap_signed(x: int) -> int:
    """Wrap to 32 bits, two's complement."""
    return (x + 0x80000000 & 0xFFFFFFFF) - 0x80000000


def wrap_unsigned(x: int) -> int:
    return x & 0xFFFFFFFF


def fit_value(value: bool | int | float, element: Scalar) -> bool | int | float:
    """Return a result as its type holds it: integers wrapped, floats rounded; abstract ones are
    as they are.
    """
    if not element.bits:
        return float(value) if element.is_float else value
    kind = element.kind
    if kind == "int":
        return wrap_signed(int(value))
    if kind == "uint":
        return wrap_unsigned(int(value))
    if element.is_float:
        return round_to_width(float(value), element.bits)
    return value


def float_bits(x: float) -> int:
    return int.from_bytes(_SINGLE.pack(x), "little")


def bits_float(bits: int) -> float:
    return float(_SINGLE.unpack(bits.to_bytes(4, "little"))[0])


def half_bits(x: float) -> int:
    return int.from_bytes(_HALF.pack(half(x)), "little")


def bits_half(bits: int) -> float:
    return float(_HALF.unpack(bits.to_bytes(2, "little"))[0])
