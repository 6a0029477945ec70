"""Arithmetic on lanes: integers and booleans.

A value is an array with one element for each lane, or a NumPy scalar that all lanes share. Integers have the type
int32 or uint32, after the sign of the SPIR-V type. Functions are total: lanes for which SPIR-V leaves the result
undefined get some value, and the table of `operations` says which lanes these are.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

Lanes = Any
"""An array of lanes or a NumPy scalar; `Any`, for NumPy types neither as the other."""

SIGNED: Final = np.int32
UNSIGNED: Final = np.uint32
LEAST: Final = np.int32(-(1 << 31))


def blend(wide: Lanes, new: Lanes, old: Lanes) -> Lanes:
    """Return `new` in the lanes where `wide` (int32) is -1 and `old` where it is 0; for numbers of 32 bits.

    Three operations on bits are several times faster than `where` with a mask that cannot be predicted.
    """
    if old is None or old is new:
        return new
    kept = old.view(SIGNED)
    found = kept ^ new.view(SIGNED)
    if found.ndim == 0:
        return (kept ^ (found & wide)).view(new.dtype)
    found &= wide
    found ^= kept
    return found.view(new.dtype)


def blend_bool(mask: Lanes, new: Lanes, old: Lanes) -> Lanes:
    """Return `new` in the lanes of the mask and `old` elsewhere; for booleans."""
    if old is None or old is new:
        return new
    return old ^ ((old ^ new) & mask)


def widen(mask: Lanes) -> Lanes:
    """Return int32 lanes: -1 in the lanes of a mask, else 0."""
    return np.negative(mask.view(np.int8)).astype(SIGNED)


def select(condition: Lanes, new: Lanes, old: Lanes) -> Lanes:
    """Return `new` where the condition holds, else `old`: numbers of 32 bits."""
    if condition.ndim == 0:
        return new if condition else old
    return blend(widen(condition), new, old)


def select_bool(condition: Lanes, new: Lanes, old: Lanes) -> Lanes:
    """Return `new` where the condition holds, else `old`: booleans."""
    if condition.ndim == 0:
        return new if condition else old
    return blend_bool(condition, new, old)


# ---- division


def udiv(a: Lanes, b: Lanes) -> Lanes:
    """Return the quotient; a divisor of 0 counts as 1."""
    if b.ndim == 0:
        return np.floor_divide(a, b if b else UNSIGNED(1))
    return (a / _not_zero(b)).astype(np.int64).astype(UNSIGNED)


def umod(a: Lanes, b: Lanes) -> Lanes:
    if b.ndim == 0 and b and not int(b) & (int(b) - 1):
        return a & (b - UNSIGNED(1))
    return a - udiv(a, b) * b


def sdiv(a: Lanes, b: Lanes) -> Lanes:
    """Return the quotient towards zero; a divisor of 0 counts as 1, the least number by -1 gives itself."""
    if b.ndim == 0 and b > 0:
        return np.floor_divide(a + ((a >> SIGNED(31)) & (b - SIGNED(1))), b)
    return (a / _not_zero(b)).astype(np.int64).astype(SIGNED)


def srem(a: Lanes, b: Lanes) -> Lanes:
    """Return the remainder with the sign of `a`."""
    return a - sdiv(a, b) * b


def smod(a: Lanes, b: Lanes) -> Lanes:
    """Return the remainder with the sign of `b`."""
    if b.ndim == 0:
        if b > 0 and not int(b) & (int(b) - 1):
            return a & (b - SIGNED(1))
        divisor = b if b and b != -1 else SIGNED(1)
        return a - np.floor_divide(a, divisor) * divisor
    rest = srem(a, b)
    return rest + (b & -((rest != 0) & ((rest ^ b) < 0)).astype(SIGNED))


def _not_zero(b: Lanes) -> Lanes:
    return b if b.all() else b | (b == 0)


# ---- bits


def bit_count(a: Lanes) -> Lanes:
    return np.bitwise_count(a.view(UNSIGNED)).astype(SIGNED)


def bit_reverse(a: Lanes) -> Lanes:
    """Return the bits of uint32 lanes in opposite order."""
    for width, mask in ((1, 0x55555555), (2, 0x33333333), (4, 0x0F0F0F0F), (8, 0x00FF00FF)):
        shift, kept = UNSIGNED(width), UNSIGNED(mask)
        a = ((a >> shift) & kept) | ((a & kept) << shift)
    return (a >> UNSIGNED(16)) | (a << UNSIGNED(16))


def find_lsb(a: Lanes) -> Lanes:
    """Return the number of the lowest bit that is set; -1 for none. `a` is uint32."""
    lowest = a & (~a + UNSIGNED(1))
    return (bit_count(lowest - UNSIGNED(1)) | -(a == 0).astype(SIGNED)).astype(SIGNED)


def find_msb(a: Lanes) -> Lanes:
    """Return the number of the highest bit that is set; -1 for none. `a` is uint32."""
    for width in (1, 2, 4, 8, 16):
        a = a | (a >> UNSIGNED(width))
    return bit_count(a) - SIGNED(1)


def find_signed_msb(a: Lanes) -> Lanes:
    """Return the number of the highest bit that differs from the sign; -1 for none. `a` is int32."""
    return find_msb((a ^ (a >> SIGNED(31))).view(UNSIGNED))


def low_bits(count: Lanes) -> Lanes:
    """Return uint32 lanes with that many low bits set, 0 to 32."""
    return np.left_shift(np.uint64(1), count.astype(np.uint64)).astype(UNSIGNED) - UNSIGNED(1)


def insert_bits(base: Lanes, insert: Lanes, offset: Lanes, count: Lanes) -> Lanes:
    """Return `base` with bits offset .. offset + count - 1 from the low ones of `insert`; all uint32."""
    mask = np.left_shift(low_bits(count), offset)
    return (base & ~mask) | (np.left_shift(insert, offset) & mask)


def extract_unsigned(base: Lanes, offset: Lanes, count: Lanes) -> Lanes:
    """Return bits offset .. offset + count - 1 of `base`; all uint32."""
    return np.right_shift(base, offset) & low_bits(count)


def extract_signed(base: Lanes, offset: Lanes, count: Lanes) -> Lanes:
    """Return the same with its highest bit copied upwards; all uint32."""
    field = extract_unsigned(base, offset, count)
    sign = low_bits(count) ^ (low_bits(count) >> UNSIGNED(1))
    return (field ^ sign) - sign


def field_fails(offset: Lanes, count: Lanes) -> Lanes:
    """Say where a bit field leaves the number; both uint32."""
    return (offset > 32) | (count > 32) | (offset + count > 32)


def carry(a: Lanes, b: Lanes) -> Lanes:
    """Return 1 where uint32 `a + b` wraps, else 0."""
    return (a + b < a).astype(UNSIGNED)


def borrow(a: Lanes, b: Lanes) -> Lanes:
    """Return 1 where uint32 `a - b` wraps, else 0."""
    return (a < b).astype(UNSIGNED)


def high_product(a: Lanes, b: Lanes) -> Lanes:
    """Return the upper half of the product of uint32 lanes."""
    return (np.multiply(a, b, dtype=np.uint64) >> np.uint64(32)).astype(UNSIGNED)


def high_signed_product(a: Lanes, b: Lanes) -> Lanes:
    """Return the upper half of the product of int32 lanes."""
    return (np.multiply(a, b, dtype=np.int64) >> np.int64(32)).astype(SIGNED)
