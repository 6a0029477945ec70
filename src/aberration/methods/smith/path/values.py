"""Numbers as 32 bits hold them, written anew here: the interpreter is the second opinion."""

from __future__ import annotations

import struct
from typing import Final

from aberration.languages.shading.types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    Array,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    scalar_or_vector,
)

from .memory import Value

LEAST: Final = -(2**31)
LARGEST: Final = 2**31 - 1
_GRID: Final = 16.0
_FLOAT_LIMIT: Final = 4096.0
_LETTERS: Final = {INT: "i", UINT: "u", BOOL: "b", FLOAT: ""}
SCALARS: Final = (INT, UINT, BOOL, FLOAT)
VALUE_TYPES: Final[dict[str, Type]] = {
    type.glsl: type
    for scalar in SCALARS
    for type in (scalar_or_vector(scalar, size) for size in (1, 2, 3, 4))
}
"""Scalars and vectors by the names that plans have for them, GLSL's."""


def to_int(bits: int) -> int:
    bits &= 0xFFFFFFFF
    return bits - 2**32 if bits > LARGEST else bits


def to_uint(value: int) -> int:
    return value & 0xFFFFFFFF


def wrap(value: int, scalar: Scalar) -> int:
    return to_int(value) if scalar is INT else to_uint(value)


def on_grid(value: float) -> bool:
    """Whether a float is a multiple of 1/16 within 4096: sums and products of a few of these are
    exact, in whatever order compilers make them, and fused or not.
    """
    return abs(value) <= _FLOAT_LIMIT and (value * _GRID).is_integer()


def float_bits(value: float) -> int:
    """Return the bits of a float; both zeros are one, as compilers may exchange them."""
    bits: int = struct.unpack("<I", struct.pack("<f", value + 0.0))[0]
    return 0 if value == 0 else bits


def bits_float(bits: int) -> float:
    value: float = struct.unpack("<f", struct.pack("<I", bits))[0]
    return value


def drawn_value(scalar: Scalar, bits: int) -> Value:
    """Return the value of a type that 32 drawn bits stand for; no float is zero."""
    if scalar is BOOL:
        return bool(bits & 1)
    if scalar is not FLOAT:
        return wrap(bits, scalar)
    size = (bits & 0xFFF) + 1
    value = size / (2 << (bits >> 12 & 3)) if bits >> 14 & 7 == 0 else float(size & 0xFF or 256)
    return -value if bits >> 17 & 1 else value


def items(type: Type) -> tuple[Type, ...]:
    """Return the types of the components, elements, members or columns; none for a scalar."""
    if isinstance(type, Vector):
        return (type.component,) * type.size
    if isinstance(type, Matrix):
        return (type.column,) * type.columns
    if isinstance(type, Array):
        return (type.element,) * (type.size or 1)
    return tuple(member.type for member in type.members) if isinstance(type, Struct) else ()


def words_of(type: Type, value: Value) -> list[int]:
    """Return the 32-bit words of the scalars of a value, in order."""
    if isinstance(type, Scalar):
        return [float_bits(value) if type is FLOAT else to_uint(int(value))]
    return [
        word for item, part in zip(items(type), value, strict=True) for word in words_of(item, part)
    ]


def value_of(type: Type, words: tuple[int, ...]) -> Value:
    """Return the value of a type that drawn words stand for; they are used in turn, again where
    there are too few.
    """
    return _value_from(type, list(words) or [1], [0])


def _value_from(type: Type, words: list[int], at: list[int]) -> Value:
    if isinstance(type, Scalar):
        at[0] += 1
        turn, index = divmod(at[0] - 1, len(words))
        return drawn_value(type, words[index] + turn * 0x9E37)
    return tuple(_value_from(item, words, at) for item in items(type))
