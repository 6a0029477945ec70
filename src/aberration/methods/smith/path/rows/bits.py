"""Bits of integers: operators, shifts, fields, counts."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.builtins.row import NEVER
from aberration.languages.shading.types import INT, UINT

from ..values import to_uint
from .row import Row, Spelling, always, call, infix, prefix

_INTEGERS: Final = (INT, UINT)
_AMOUNTS: Final = (0, 1, 2, 3, 5, 8, 15, 16, 24, 30, 31)
_OFFSETS: Final = (0, 1, 3, 8, 15)
_WIDTHS: Final = (0, 1, 4, 8, 16)
_GL: Final = 400
_ES: Final = 310


def _is_amount(_: int, amount: int) -> bool:
    return 0 <= amount < 32


def _shift_left(x: int, amount: int) -> int:
    return x << (amount & 31)


def _shift_right(x: int, amount: int) -> int:
    return x >> (amount & 31)


def _lowest_bit(x: int) -> int:
    return next((k for k in range(32) if x >> k & 1), -1)


def _highest_bit(x: int) -> int:
    """Of a negative number the highest bit that is 0."""
    sign = x < 0
    return next((k for k in range(31, -1, -1) if bool(x >> k & 1) != sign), -1)


def _is_field(offset: int, bits: int) -> bool:
    return offset >= 0 and bits >= 0 and offset + bits <= 32


def _clamp_field(offset: int, bits: int) -> tuple[int, int]:
    offset = min(offset, 32)
    return offset, min(bits, 32 - offset)


def _extract_signed(x: int, offset: int, bits: int) -> int:
    offset, bits = _clamp_field(offset, bits)
    if bits == 0:
        return 0
    field = (to_uint(x) >> offset) % (1 << bits)
    return field - (1 << bits) if field & 1 << bits - 1 else field


def _extract_unsigned(x: int, offset: int, bits: int) -> int:
    offset, bits = _clamp_field(offset, bits)
    return (x >> offset) % (1 << bits)


def _insert(x: int, y: int, offset: int, bits: int) -> int:
    offset, bits = _clamp_field(offset, bits)
    hole = ((1 << bits) - 1) << offset
    return (to_uint(x) & ~hole) + ((to_uint(y) << offset) & hole)


def _reverse(x: int) -> int:
    return sum((to_uint(x) >> k & 1) << (31 - k) for k in range(32))


def _count(x: int) -> int:
    return sum(to_uint(x) >> k & 1 for k in range(32))


def _leading_zeros(x: int) -> int:
    return next((k for k in range(32) if to_uint(x) >> (31 - k) & 1), 32)


def _trailing_zeros(x: int) -> int:
    return next((k for k in range(32) if to_uint(x) >> k & 1), 32)


def _shifts(name: str, op: str, meaning: object) -> list[Row]:
    assert callable(meaning)
    both = infix(op)
    made = [(name, "Tu", both), (f"{name} by int", "Ti", None)]
    found = [
        Row(each, _INTEGERS, operands, "T", meaning, both, wgsl, defined=_is_amount,
            wgsl_defined=always, safe={1: _AMOUNTS})
        for each, operands, wgsl in made
    ]  # fmt: skip
    scalar = Row(f"{name} by scalar", _INTEGERS, "TU", "T", meaning, both, sizes=(2, 3, 4),
                 defined=_is_amount, safe={1: _AMOUNTS})  # fmt: skip
    return [*found, scalar]


def _function(
    name: str, meaning: object, gl: str, wgsl: str, *, result: str = "T", gives: str = ""
) -> list[Row]:
    """Return a function of one operand; GLSL's may give an int where WGSL's gives its type."""
    assert callable(meaning)
    if not gives:
        return [
            Row(name, _INTEGERS, "T", result, meaning, call(gl) if gl else None, call(wgsl),
                glsl_since=_GL, essl_since=_ES)
        ]  # fmt: skip
    return [
        # In ESSL the result is of low precision, and so is what is computed of it at once.
        Row(name, _INTEGERS, "T", gives, meaning, call(gl), glsl_since=_GL, essl_since=NEVER),
        Row(f"{name} of its type", _INTEGERS, "T", result, meaning, None, call(wgsl)),
    ]


def _fields(name: str, element: tuple[object, ...], operands: str, meaning: object) -> list[Row]:
    """Return GLSL's bit-field function, by ints, and WGSL's, by uints."""
    assert callable(meaning)
    scalars = tuple(one for one in _INTEGERS if one in element)
    last = len(operands)
    safe = {last: _OFFSETS, last + 1: _WIDTHS}
    kind = "Extract" if len(operands) == 1 else "Insert"
    own: Spelling = call("extractBits" if kind == "Extract" else "insertBits")
    return [
        Row(name, scalars, f"{operands}II", "T", meaning, call(f"bitfield{kind}"),
            defined=lambda *args: _is_field(args[-2], args[-1]), safe=safe,
            glsl_since=_GL, essl_since=_ES),
        Row(f"{name} by uint", scalars, f"{operands}UU", "T", meaning, None, own, safe=safe),
    ]  # fmt: skip


ROWS: Final = (
    Row("and", _INTEGERS, "TT", "T", lambda x, y: x & y, infix("&"), infix("&")),
    Row("or", _INTEGERS, "TT", "T", lambda x, y: x | y, infix("|"), infix("|")),
    Row("xor", _INTEGERS, "TT", "T", lambda x, y: x ^ y, infix("^"), infix("^")),
    Row("and scalar", _INTEGERS, "Te", "T", lambda x, y: x & y, infix("&"), sizes=(2, 3, 4)),
    Row("complement", _INTEGERS, "T", "T", lambda x: -1 - x, prefix("~"), prefix("~")),
    *_shifts("shift left", "<<", _shift_left),
    *_shifts("shift right", ">>", _shift_right),
    *_fields("extract", (INT,), "T", _extract_signed),
    *_fields("extract unsigned", (UINT,), "T", _extract_unsigned),
    *_fields("insert", (INT, UINT), "TT", _insert),
    *_function("reverse", _reverse, "bitfieldReverse", "reverseBits"),
    *_function("count", _count, "bitCount", "countOneBits", gives="i"),
    *_function("lowest bit", _lowest_bit, "findLSB", "firstTrailingBit", gives="i"),
    *_function("highest bit", _highest_bit, "findMSB", "firstLeadingBit", gives="i"),
    *_function("leading zeros", _leading_zeros, "", "countLeadingZeros"),
    *_function("trailing zeros", _trailing_zeros, "", "countTrailingZeros"),
)
