"""Conversions, bits of another type, and packing: all exact."""

from __future__ import annotations

import struct
from typing import Any, Final

from aberration.languages.shading.types import BOOL, FLOAT, INT, UINT

from ..values import bits_float, float_bits, on_grid, to_int, to_uint
from .row import Row, bitcast, call, constructor

_HALF_LIMIT: Final = 2048.0


def _keep(x: Any) -> Any:
    return x


def _is_small(x: int) -> bool:
    return on_grid(float(x))


def _not_negative(x: float) -> bool:
    return x >= 0


def _not_zero(x: float) -> bool:
    return x != 0


def _is_float(bits: int) -> bool:
    """Whether bits are those of a float that stays exact, and not of a zero, which has two."""
    exponent = to_uint(bits) >> 23 & 0xFF
    return 0 < exponent < 255 and on_grid(bits_float(to_uint(bits)))


def _are_halves(pair: tuple[float, float]) -> bool:
    return all(x != 0 and abs(x) < _HALF_LIMIT and (x * 16).is_integer() and _fits(x) for x in pair)


def _fits(x: float) -> bool:
    rounded: float = struct.unpack("<e", struct.pack("<e", x))[0]
    return rounded == x


def _pack_halves(pair: tuple[float, float]) -> int:
    packed: int = struct.unpack("<I", struct.pack("<2e", *pair))[0]
    return packed


ROWS: Final = (
    Row("int of uint", (UINT,), "T", "i", _keep, constructor, constructor),
    Row("int of bool", (BOOL,), "T", "i", int, constructor, constructor),
    Row("int of float", (FLOAT,), "T", "i", int, constructor, constructor),
    Row("uint of int", (INT,), "T", "u", _keep, constructor, constructor),
    Row("uint of bool", (BOOL,), "T", "u", int, constructor, constructor),
    Row("uint of float", (FLOAT,), "T", "u", int, constructor, constructor, defined=_not_negative),
    Row("float of int", (INT,), "T", "f", float, constructor, constructor, defined=_is_small),
    Row("float of uint", (UINT,), "T", "f", float, constructor, constructor, defined=_is_small),
    Row("float of bool", (BOOL,), "T", "f", float, constructor, constructor),
    Row("bool of int", (INT,), "T", "b", bool, constructor, constructor),
    Row("bool of uint", (UINT,), "T", "b", bool, constructor, constructor),
    Row("bool of float", (FLOAT,), "T", "b", bool, constructor, constructor),
    Row("cast of int", (INT,), "T", "u", _keep, None, bitcast),
    Row("cast of uint", (UINT,), "T", "i", _keep, None, bitcast),
    Row("bits as int", (FLOAT,), "T", "i", lambda x: to_int(float_bits(x)),
        call("floatBitsToInt"), bitcast, defined=_not_zero),
    Row("bits as uint", (FLOAT,), "T", "u", float_bits, call("floatBitsToUint"), bitcast,
        defined=_not_zero),
    Row("int as bits", (INT,), "T", "f", lambda x: bits_float(to_uint(x)),
        call("intBitsToFloat"), bitcast, defined=_is_float),
    Row("uint as bits", (UINT,), "T", "f", bits_float, call("uintBitsToFloat"), bitcast,
        defined=_is_float),
    Row("pack halves", (FLOAT,), "T", "U", _pack_halves, call("packHalf2x16"),
        call("pack2x16float"), sizes=(2,), defined=_are_halves, glsl_since=420, whole=True),
)  # fmt: skip
