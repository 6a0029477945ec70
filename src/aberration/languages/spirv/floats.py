"""Floats of 16, 32 and 64 bits (IEEE 754) as numbers, and the bits that hold them."""

from __future__ import annotations

import struct
from typing import Final

_CODES: Final = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}
"""The codes of `struct` for the float and for the integer of the same bits, by width."""
FLOAT_WIDTHS: Final = frozenset(_CODES)
_SMALLEST_NORMAL: Final = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}


def float_of_bits(bits: int, width: int) -> float:
    """Return the number that `width` bits hold; raise `struct.error` for an integer that has
    more bits.
    """
    float_code, int_code = _CODES[width]
    return float(struct.unpack(float_code, struct.pack(int_code, bits))[0])


def bits_of_float(value: float, width: int) -> int:
    """Return the bits of the nearest float of a width; raise `OverflowError` for a number
    beyond its largest.
    """
    float_code, int_code = _CODES[width]
    return int(struct.unpack(int_code, struct.pack(float_code, value))[0])


def is_zero_or_normal(value: float, width: int) -> bool:
    """Say whether a float of a width keeps its value everywhere: it is no denormal, no
    infinity, and a number.
    """
    return value == 0.0 or _SMALLEST_NORMAL[width] <= abs(value) < float("inf")
