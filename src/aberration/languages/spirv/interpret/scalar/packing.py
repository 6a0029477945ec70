"""The packing functions of GLSL.std.450, for generated code."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from .runtime import bits_half, half_bits, nan, single


def _scale(x: float, low: float, scale: float) -> int:
    if x != x:
        nan()
    # The specification says `round`, which leaves halves to the implementation.
    return round(min(max(x, low), 1.0) * scale)


def pack_snorm4x8(v: Sequence[float]) -> int:
    return sum((_scale(x, -1.0, 127.0) & 0xFF) << 8 * k for k, x in enumerate(v))


def pack_unorm4x8(v: Sequence[float]) -> int:
    return sum(_scale(x, 0.0, 255.0) << 8 * k for k, x in enumerate(v))


def pack_snorm2x16(v: Sequence[float]) -> int:
    return sum((_scale(x, -1.0, 32767.0) & 0xFFFF) << 16 * k for k, x in enumerate(v))


def pack_unorm2x16(v: Sequence[float]) -> int:
    return sum(_scale(x, 0.0, 65535.0) << 16 * k for k, x in enumerate(v))


def pack_half2x16(v: Sequence[float]) -> int:
    return half_bits(v[0]) | half_bits(v[1]) << 16


def unpack_snorm4x8(p: int) -> tuple[float, ...]:
    return tuple(
        # Two's complement has one number more below zero: -128 / 127 is brought to -1.
        [max(single((((p >> 8 * k & 0xFF) ^ 0x80) - 0x80) / 127.0), -1.0) for k in range(4)]
    )


def unpack_unorm4x8(p: int) -> tuple[float, ...]:
    return tuple([single((p >> 8 * k & 0xFF) / 255.0) for k in range(4)])


def unpack_snorm2x16(p: int) -> tuple[float, ...]:
    return tuple(
        [
            max(single((((p >> 16 * k & 0xFFFF) ^ 0x8000) - 0x8000) / 32767.0), -1.0)
            for k in range(2)
        ]
    )


def unpack_unorm2x16(p: int) -> tuple[float, ...]:
    return tuple([single((p >> 16 * k & 0xFFFF) / 65535.0) for k in range(2)])


def unpack_half2x16(p: int) -> tuple[float, ...]:
    return bits_half(p & 0xFFFF), bits_half(p >> 16)


def pack_double2x32(v: Sequence[int]) -> float:
    # The 0 is added so that None, which was never written, raises TypeError and not `struct.error`.
    return float(struct.unpack("<d", struct.pack("<II", v[0] + 0, v[1] + 0))[0])


def unpack_double2x32(x: float) -> tuple[int, ...]:
    return struct.unpack("<II", struct.pack("<d", x))
