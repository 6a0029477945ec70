from __future__ import annotations

import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aberration.languages.spirv.enums import FPEncoding
from aberration.languages.spirv.literals import (
    DOUBLE,
    HALF,
    SINGLE,
    NumberType,
    encode,
    float_text,
    number_text,
    parse_number,
)

F16, F32, F64 = (NumberType(floating=True, width=width) for width in (16, 32, 64))
BRAIN = NumberType(floating=True, width=16, encoding=FPEncoding.B_FLOAT16_KHR)
I8, U8 = (NumberType(floating=False, width=8, signed=signed) for signed in (True, False))
I32, U32 = (NumberType(floating=False, width=32, signed=signed) for signed in (True, False))
I64, U64 = (NumberType(floating=False, width=64, signed=signed) for signed in (True, False))
ALL = [F16, F32, F64, BRAIN, I8, U8, I32, U32, I64, U64]


@pytest.mark.parametrize(
    ("bits", "text"),
    [
        (0x3DCCCCCD, "0.100000001"),
        (0x3F800000, "1"),
        (0x80000000, "-0"),
        (0x7149F2CA, "1.00000002e+30"),
        (0x7F800000, "0x1p+128"),
        (0xFFC00000, "-0x1.8p+128"),
        (0x00000001, "0x1p-149"),
        (0x00400000, "0x1p-127"),
    ],
)
def test_single_text(bits: int, text: str) -> None:
    assert float_text(bits, SINGLE) == text
    assert parse_number(text, F32) == [bits]


def test_double_text() -> None:
    assert float_text(0x3FB999999999999A, DOUBLE) == "0.10000000000000001"
    assert number_text([1, 0], F64) == "0x1p-1074"


def test_halves_are_hexadecimal() -> None:
    assert float_text(0x3C00, HALF) == "0x1p+0"
    assert float_text(0x0001, HALF) == "0x1p-24"
    assert number_text([0x3F80], BRAIN) == "0x1p+0"


@pytest.mark.parametrize(
    ("text", "number_type", "words"),
    [
        ("-1", I8, [0xFFFFFFFF]),
        ("0xff", I8, [0xFFFFFFFF]),
        ("0xff", U8, [0xFF]),
        ("010", U32, [8]),
        ("-7", I64, [0xFFFFFFF9, 0xFFFFFFFF]),
        ("0x100000002", U64, [2, 1]),
        ("65519", F16, [0x7BFF]),
        ("0.1", F16, [0x2E66]),
        ("1.00000005960464477539063", F32, [0x3F800001]),
    ],
)
def test_parse(text: str, number_type: NumberType, words: list[int]) -> None:
    assert parse_number(text, number_type) == words


@pytest.mark.parametrize(
    ("text", "number_type"),
    [
        ("256", U8),
        ("-1", U32),
        ("128", I8),
        ("1.0", U32),
        ("1e39", F32),
        ("inf", F32),
        ("0x1", F32),
        ("", F64),
    ],
)
def test_refused(text: str, number_type: NumberType) -> None:
    assert parse_number(text, number_type) is None


@given(st.sampled_from(ALL), st.integers(0, 2**64 - 1))
def test_every_bit_pattern_survives_its_text(number_type: NumberType, random_bits: int) -> None:
    bits = random_bits & ((1 << number_type.width) - 1)
    if number_type.signed and bits >> (number_type.width - 1):
        bits |= (1 << 64) - (1 << number_type.width)
    words = [bits >> 32 * index & 0xFFFFFFFF for index in range(number_type.words)]
    assert parse_number(number_text(words, number_type), number_type) == words


@given(st.floats(0, allow_infinity=False))
def test_encode_agrees_with_the_machine(value: float) -> None:
    assert (
        encode(Fraction(value), DOUBLE, nearest=True)
        == struct.unpack("<Q", struct.pack("<d", abs(value)))[0]
    )
