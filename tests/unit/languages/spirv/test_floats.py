"""Floats and their bits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aberration.languages.spirv.floats import bits_of_float, float_of_bits, is_zero_or_normal

KNOWN = [
    (16, 0x3C00, 1.0),
    (16, 0x0001, 2.0**-24),
    (16, 0x7BFF, 65504.0),
    (32, 0x3F800000, 1.0),
    (32, 0xC0200000, -2.5),
    (32, 0x00000001, 2.0**-149),
    (32, 0xFF800000, -float("inf")),
    (64, 0x3FF8000000000000, 1.5),
    (64, 0x3FB999999999999A, 0.1),
]
ENDS = [
    (16, 0x0400, 0x7BFF),
    (32, 0x00800000, 0x7F7FFFFF),
    (64, 0x0010000000000000, 0x7FEFFFFFFFFFFFFF),
]
WIDTHS = st.sampled_from([16, 32, 64])


@pytest.mark.parametrize(("width", "bits", "value"), KNOWN)
def test_known_floats(width: int, bits: int, value: float) -> None:
    assert float_of_bits(bits, width) == value
    assert bits_of_float(value, width) == bits


@given(WIDTHS, st.data())
def test_bits_and_back(width: int, data: st.DataObject) -> None:
    bits = data.draw(st.integers(0, (1 << width) - 1))
    value = float_of_bits(bits, width)
    assert value != value or bits_of_float(value, width) == bits


@pytest.mark.parametrize("width", [16, 32, 64])
def test_zero_keeps_its_sign(width: int) -> None:
    sign = 1 << (width - 1)
    assert bits_of_float(-0.0, width) == sign
    assert str(float_of_bits(sign, width)) == "-0.0"


def test_what_a_width_cannot_hold_exactly_is_rounded() -> None:
    assert bits_of_float(0.1, 32) == 0x3DCCCCCD
    with pytest.raises(OverflowError):
        bits_of_float(1e39, 32)


@pytest.mark.parametrize(("width", "smallest", "largest"), ENDS)
def test_between_the_smallest_normal_and_the_largest(
    width: int, smallest: int, largest: int
) -> None:
    sign = 1 << (width - 1)
    for bits in (0, smallest, largest, sign, sign | smallest, sign | largest):
        assert is_zero_or_normal(float_of_bits(bits, width), width)
    for bits in (
        1,
        smallest - 1,
        largest + 1,
        largest + 2,
        sign | 1,
        sign | (smallest - 1),
        sign | (largest + 1),
    ):
        assert not is_zero_or_normal(float_of_bits(bits, width), width)
