"""Floats of the table against formulas in 64 bits rounded once, and against the scalar engine's functions."""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Callable
from typing import Final

import numpy as np
import pytest
from helpers.lane_operations import INTEGERS, Found, arity, columns_of, signed

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.interpret.lanes.table import CORE, LIBRARY
from aberration.languages.spirv.interpret.scalar import mathematics
from aberration.languages.spirv.interpret.scalar.runtime import f_mod, f_rem, floor
from aberration.languages.spirv.interpret.undefined import Undefined

M: Final = 0xFFFFFFFF
FLOATS: Final = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    3.0,
    255.0,
    0.1,
    -7.3,
    1e-40,
    1e-20,
    3e38,
    -3e38,
    1e10,
    16777217.0,
    math.inf,
    -math.inf,
    math.nan,
)


def single(value: float) -> float:
    """Round to 32 bits, beyond the largest to infinity."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def half(value: float) -> float:
    """Round to 16 bits, beyond the largest to infinity."""
    try:
        return float(struct.unpack("<e", struct.pack("<e", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


FLOAT: Final[dict[int, Callable[..., float | bool | None]]] = {
    op.OpFNegate: lambda a: -a,
    op.OpQuantizeToF16: half,
    op.OpFAdd: lambda a, b: single(a + b),
    op.OpFSub: lambda a, b: single(a - b),
    op.OpFMul: lambda a, b: single(a * b),
    op.OpFDiv: lambda a, b: single(a / b) if b else None,
    op.OpIsNan: lambda a: False,
    op.OpIsInf: lambda a: None if a in (math.inf, -math.inf) else False,
    op.OpOrdered: lambda a, b: True,
    op.OpUnordered: lambda a, b: False,
    op.OpFUnordEqual: lambda a, b: a == b,
    op.OpFUnordNotEqual: lambda a, b: a != b,
    op.OpFUnordLessThan: lambda a, b: a < b,
    op.OpFUnordLessThanEqual: lambda a, b: a <= b,
    op.OpFUnordGreaterThan: lambda a, b: a > b,
    op.OpFUnordGreaterThanEqual: lambda a, b: a >= b,
    op.OpFOrdEqual: lambda a, b: a == b,
    op.OpFOrdNotEqual: lambda a, b: a != b,
    op.OpFOrdLessThan: lambda a, b: a < b,
    op.OpFOrdLessThanEqual: lambda a, b: a <= b,
    op.OpFOrdGreaterThan: lambda a, b: a > b,
    op.OpFOrdGreaterThanEqual: lambda a, b: a >= b,
}
THROUGH_SCALAR: Final[dict[int, Callable[..., float]]] = {
    1: mathematics.round_even,
    2: mathematics.round_even,
    3: mathematics.trunc,
    6: mathematics.f_sign,
    9: mathematics.ceil,
    10: mathematics.fract,
    11: mathematics.radians,
    12: mathematics.degrees,
    13: mathematics.sin,
    14: mathematics.cos,
    15: mathematics.tan,
    16: mathematics.asin,
    17: mathematics.acos,
    18: mathematics.atan,
    19: mathematics.sinh,
    20: mathematics.cosh,
    21: mathematics.tanh,
    22: mathematics.asinh,
    23: mathematics.acosh,
    24: mathematics.atanh,
    25: mathematics.atan2,
    26: mathematics.power,
    27: mathematics.exp,
    28: mathematics.log,
    29: mathematics.exp2,
    30: mathematics.log2,
    31: mathematics.sqrt,
    32: mathematics.inverse_sqrt,
    43: mathematics.f_clamp,
    46: mathematics.f_mix,
    48: mathematics.step,
    49: mathematics.smooth_step,
    50: mathematics.fma,
    79: mathematics.n_min,
    80: mathematics.n_max,
    81: mathematics.n_clamp,
}


def float_rows(count: int) -> list[tuple[float, ...]]:
    values = FLOATS if count < 3 else FLOATS[:8] + FLOATS[-5:]
    return [tuple(single(x) for x in row) for row in itertools.product(values, repeat=count)]


def bits(value: float) -> int:
    """Return the bits of a float; all NaNs are one."""
    return 0x7FC00000 if value != value else int(struct.unpack("<I", struct.pack("<f", value))[0])


@pytest.mark.parametrize("number", sorted(FLOAT))
def test_floats(number: int) -> None:
    operation = CORE[number]
    rows = float_rows(arity(operation))
    letters = "f" * arity(operation)
    found = Found(operation, "f", letters, columns_of(rows, letters), len(rows))
    made = False
    for lane, row in enumerate(rows):
        expected = FLOAT[number](*row)
        compares = operation.gives == "b"
        undefined = expected is None or (compares and any(x != x for x in row))
        assert found.bad[lane] == undefined, row
        if undefined or expected is None:
            continue
        if compares:
            assert bool(found.value[lane]) == expected, row
            continue
        made = made or (expected != expected and not any(x != x for x in row))
        assert bits(float(found.value[lane])) == bits(expected), row
    assert not made or found.made_nan


@pytest.mark.parametrize("number", sorted(THROUGH_SCALAR))
def test_functions_give_what_the_scalar_engine_gives(number: int) -> None:
    operation = LIBRARY[number]
    rows = float_rows(arity(operation))
    letters = "f" * arity(operation)
    columns = columns_of(rows, letters)
    found = Found(operation, "f", letters, columns, len(rows))
    for lane, row in enumerate(rows):
        try:
            expected = THROUGH_SCALAR[number](*row)
        except (Undefined, ArithmeticError):
            assert found.bad[lane], row
            continue
        if not found.bad[lane]:
            assert bits(float(found.value[lane])) == bits(expected), row
            assert expected == expected or any(x != x for x in row) or found.made_nan, row


@pytest.mark.parametrize("number", [13, 14, 18, 27, 28, 29, 30, 32])
def test_functions_round_as_the_scalar_engine_on_many_numbers(number: int) -> None:
    rng = np.random.default_rng(number)
    numbers = np.concatenate([rng.random(3000), rng.random(3000) * 100, np.exp(rng.random(2000) * 40 - 20)])
    column = numbers.astype(np.float32)
    operation = LIBRARY[number]
    found = Found(operation, "f", "f", [column], len(column))
    expected = [THROUGH_SCALAR[number](float(x)) for x in column]
    assert found.words() == [bits(x) for x in expected]


def test_minimum_and_maximum_of_zeros_are_the_second_one() -> None:
    zeros = columns_of([(0.0, -0.0), (-0.0, 0.0)], "ff")
    for number in (37, 40, 79, 80):
        assert [math.copysign(1, x) for x in Found(LIBRARY[number], "f", "ff", zeros, 2).value] == [-1, 1]


def to_integer(low: int, high: int) -> Callable[[float], int | None]:
    def convert(value: float) -> int | None:
        if value - value != 0 or not low <= int(value) < high:
            return None
        return int(value) & M

    return convert


@pytest.mark.parametrize(
    ("number", "low", "high"), [(op.OpConvertFToS, -(1 << 31), 1 << 31), (op.OpConvertFToU, 0, 1 << 32)]
)
def test_conversions_to_integers(number: int, low: int, high: int) -> None:
    edges = (2147483520.0, 2147483648.0, -2147483648.0, -2147483904.0, 4294967040.0, 4294967296.0, -0.99, -1.0)
    rows = [(x,) for x in (*FLOATS, *edges)]
    letter = "i" if low else "u"
    found = Found(CORE[number], letter, "f", columns_of(rows, "f"), len(rows))
    convert = to_integer(low, high)
    for lane, (value,) in enumerate(rows):
        expected = convert(single(value))
        assert found.bad[lane] or found.words()[lane] == expected, value
        assert expected is not None or found.bad[lane], value
        assert expected is None or not found.bad[lane] or (letter == "u" and -1 < value < 0), value


@pytest.mark.parametrize(("number", "letter"), [(op.OpConvertSToF, "i"), (op.OpConvertUToF, "u")])
def test_conversions_to_floats(number: int, letter: str) -> None:
    words = [*INTEGERS, 16777217, 16777219, 33554435, 4294967167, 4294967168, 2147483583]
    found = Found(CORE[number], "f", letter, columns_of([(x,) for x in words], letter), len(words))
    expected = [single(float(signed(x) if letter == "i" else x)) for x in words]
    assert found.value.tolist() == expected


def test_every_operation_on_floats_is_tested() -> None:
    conversions = {op.OpConvertFToS, op.OpConvertFToU, op.OpConvertSToF, op.OpConvertUToF}
    on_floats = {n for n, found in CORE.items() if found.gives == "f" or found.nan or n in conversions}
    assert on_floats == {*FLOAT, *conversions, op.OpFRem, op.OpFMod}
    plain = {GlslStd450.F_ABS, GlslStd450.FLOOR, GlslStd450.F_MIN, GlslStd450.F_MAX}
    assert {n for n, found in LIBRARY.items() if found.gives == "f"} == {*THROUGH_SCALAR, *plain}


def test_absolute_values_and_floors() -> None:
    numbers = [single(x) for x in FLOATS if x == x]
    column = columns_of([(x,) for x in numbers], "f")
    for number, formula in ((GlslStd450.F_ABS, abs), (GlslStd450.FLOOR, floor)):
        found = Found(LIBRARY[number], "f", "f", column, len(numbers))
        assert [bits(x) for x in found.value.tolist()] == [bits(formula(x)) for x in numbers]


def test_float_remainders_take_each_step_as_the_scalar_engine_does() -> None:
    rows = float_rows(2)
    for number, formula in ((op.OpFRem, f_rem), (op.OpFMod, f_mod)):
        found = Found(CORE[number], "f", "ff", columns_of(rows, "ff"), len(rows))
        for lane, row in enumerate(rows):
            try:
                expected = formula(*row)
            except ArithmeticError:
                assert found.bad[lane], row
                continue
            assert found.bad[lane] or bits(float(found.value[lane])) == bits(expected), row
