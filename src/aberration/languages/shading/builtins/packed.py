"""What packing functions compute: several numbers in one, and the bits of floats."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

from .meanings import Components, dot_integers
from .values import bits_half, float_bits, half_bits, single, wrap_signed


def int_bits(x: float) -> int:
    return wrap_signed(float_bits(x))


def _scale(x: float, low: float, scale: float) -> int:
    return math.floor(single(single(min(max(x, low), 1.0)) * scale) + 0.5)


def _pack(values: Sequence[int], bits: int) -> int:
    return sum((value & (1 << bits) - 1) << bits * k for k, value in enumerate(values))


def pack_snorm4x8(v: Components) -> int:
    return _pack([_scale(x, -1.0, 127.0) for x in v], 8)


def pack_unorm4x8(v: Components) -> int:
    return _pack([_scale(x, 0.0, 255.0) for x in v], 8)


def pack_snorm2x16(v: Components) -> int:
    return _pack([_scale(x, -1.0, 32767.0) for x in v], 16)


def pack_unorm2x16(v: Components) -> int:
    return _pack([_scale(x, 0.0, 65535.0) for x in v], 16)


def pack_half2x16(v: Components) -> int:
    return _pack([half_bits(x) for x in v], 16)


def pack_4x8(v: Sequence[int]) -> int:
    return _pack(v, 8)


def pack_4x8_clamped(v: Sequence[int]) -> int:
    return _pack([min(max(x, -128), 127) for x in v], 8)


def pack_4x8_clamped_u(v: Sequence[int]) -> int:
    return _pack([min(x, 255) for x in v], 8)


def _signed_part(x: int, k: int, bits: int) -> int:
    part = x >> bits * k & (1 << bits) - 1
    return part - (1 << bits) if part >> bits - 1 else part


def unpack_4x8(x: int) -> tuple[int, ...]:
    return tuple(_signed_part(x, k, 8) for k in range(4))


def unpack_4x8_u(x: int) -> tuple[int, ...]:
    return tuple(x >> 8 * k & 0xFF for k in range(4))


def unpack_snorm4x8(x: int) -> tuple[float, ...]:
    return tuple(max(part / 127.0, -1.0) for part in unpack_4x8(x))


def unpack_unorm4x8(x: int) -> tuple[float, ...]:
    return tuple(part / 255.0 for part in unpack_4x8_u(x))


def unpack_snorm2x16(x: int) -> tuple[float, ...]:
    return tuple(max(_signed_part(x, k, 16) / 32767.0, -1.0) for k in range(2))


def unpack_unorm2x16(x: int) -> tuple[float, ...]:
    return tuple((x >> 16 * k & 0xFFFF) / 65535.0 for k in range(2))


def unpack_half2x16(x: int) -> tuple[float, ...]:
    return tuple(bits_half(x >> 16 * k & 0xFFFF) for k in range(2))


def dot_4x8(x: int, y: int) -> int:
    return dot_integers(unpack_4x8(x), unpack_4x8(y))


def dot_4x8_u(x: int, y: int) -> int:
    return dot_integers(unpack_4x8_u(x), unpack_4x8_u(y))


def pack_double(v: Sequence[int]) -> float:
    return float(struct.unpack("<d", struct.pack("<II", *v))[0])


def unpack_double(x: float) -> tuple[int, ...]:
    return struct.unpack("<II", struct.pack("<d", x))
