"""Every instruction of the table against independent formulas in Python integers and fractions, at edge values."""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.interpret.lanes.memory import TYPES
from aberration.languages.spirv.interpret.lanes.state import State
from aberration.languages.spirv.interpret.lanes.table import CORE, LIBRARY, Operation
from aberration.languages.spirv.interpret.lanes.unit import namespace
from aberration.languages.spirv.interpret.scalar import mathematics
from aberration.languages.spirv.interpret.scalar.runtime import f_mod, f_rem
from aberration.languages.spirv.interpret.undefined import Undefined

M: Final = 0xFFFFFFFF
INTEGERS: Final = (0, 1, 2, 3, 7, 31, 32, 33, 64, 255, 65535, 0x7FFFFFFF, 0x80000000, 0x80000001, M - 1, M, 0x12345678)
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


def signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


def quotient(a: int, b: int) -> int:
    found = abs(a) // abs(b)
    return found if (a < 0) == (b < 0) else -found


def half(value: float) -> float:
    """Round to 16 bits, beyond the largest to infinity."""
    try:
        return float(struct.unpack("<e", struct.pack("<e", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


Formula = Callable[..., int | bool | None]
"""Takes unsigned integers; None for what is undefined."""


def s_div(a: int, b: int) -> int | None:
    x, y = signed(a), signed(b)
    return None if y == 0 or (y == -1 and a == 1 << 31) else quotient(x, y) & M


def s_rem(a: int, b: int) -> int | None:
    x, y = signed(a), signed(b)
    return None if y == 0 or (y == -1 and a == 1 << 31) else (x - quotient(x, y) * y) & M


def s_mod(a: int, b: int) -> int | None:
    x, y = signed(a), signed(b)
    return None if y == 0 or (y == -1 and a == 1 << 31) else (x % y) & M


def insert(base: int, new: int, offset: int, count: int) -> int | None:
    if offset + count > 32:
        return None
    digits = list(f"{base:032b}"[::-1])
    digits[offset : offset + count] = list(f"{new:032b}"[::-1])[:count]
    return int("".join(digits)[::-1], 2)


def extract(base: int, offset: int, count: int) -> int | None:
    return None if offset + count > 32 else (base >> offset) % (1 << count)


def extract_signed(base: int, offset: int, count: int) -> int | None:
    found = extract(base, offset, count)
    if found is None or count == 0:
        return found
    return (found - (1 << count) if found >> (count - 1) else found) & M


def signed_msb(a: int) -> int:
    digits = f"{a:032b}"
    return next((31 - k for k, digit in enumerate(digits) if digit != digits[0]), -1) & M


INTEGER: Final[dict[int, Formula]] = {
    op.OpIAdd: lambda a, b: (a + b) & M,
    op.OpISub: lambda a, b: (a - b) & M,
    op.OpIMul: lambda a, b: (a * b) & M,
    op.OpSNegate: lambda a: -a & M,
    op.OpUDiv: lambda a, b: a // b if b else None,
    op.OpUMod: lambda a, b: a % b if b else None,
    op.OpSDiv: s_div,
    op.OpSRem: s_rem,
    op.OpSMod: s_mod,
    op.OpShiftLeftLogical: lambda a, b: (a << b) & M if b < 32 else None,
    op.OpShiftRightLogical: lambda a, b: a >> b if b < 32 else None,
    op.OpShiftRightArithmetic: lambda a, b: (signed(a) >> b) & M if b < 32 else None,
    op.OpBitwiseOr: lambda a, b: a | b,
    op.OpBitwiseXor: lambda a, b: a ^ b,
    op.OpBitwiseAnd: lambda a, b: a & b,
    op.OpNot: lambda a: M - a,
    op.OpBitReverse: lambda a: int(f"{a:032b}"[::-1], 2),
    op.OpBitCount: lambda a: f"{a:b}".count("1"),
    op.OpBitFieldInsert: insert,
    op.OpBitFieldUExtract: extract,
    op.OpBitFieldSExtract: extract_signed,
    op.OpIEqual: lambda a, b: a == b,
    op.OpINotEqual: lambda a, b: a != b,
    op.OpUGreaterThan: lambda a, b: a > b,
    op.OpUGreaterThanEqual: lambda a, b: a >= b,
    op.OpULessThan: lambda a, b: a < b,
    op.OpULessThanEqual: lambda a, b: a <= b,
    op.OpSGreaterThan: lambda a, b: signed(a) > signed(b),
    op.OpSGreaterThanEqual: lambda a, b: signed(a) >= signed(b),
    op.OpSLessThan: lambda a, b: signed(a) < signed(b),
    op.OpSLessThanEqual: lambda a, b: signed(a) <= signed(b),
}
LIBRARY_INTEGER: Final[dict[int, Formula]] = {
    5: lambda a: abs(signed(a)) & M,
    7: lambda a: ((signed(a) > 0) - (signed(a) < 0)) & M,
    38: min,
    39: lambda a, b: min(signed(a), signed(b)) & M,
    41: max,
    42: lambda a, b: max(signed(a), signed(b)) & M,
    44: lambda x, low, high: sorted((low, x, high))[1] if low <= high else None,
    45: lambda x, low, high: (
        sorted((signed(low), signed(x), signed(high)))[1] & M if signed(low) <= signed(high) else None
    ),
    73: lambda a: ((a & -a).bit_length() - 1) & M,
    74: signed_msb,
    75: lambda a: (a.bit_length() - 1) & M,
}
BOOLEAN: Final[dict[int, Callable[..., bool]]] = {
    op.OpLogicalOr: lambda a, b: a or b,
    op.OpLogicalAnd: lambda a, b: a and b,
    op.OpLogicalEqual: lambda a, b: a == b,
    op.OpLogicalNotEqual: lambda a, b: a != b,
    op.OpLogicalNot: lambda a: not a,
}
FLOAT: Final[dict[int, Callable[..., float | bool | None]]] = {
    op.OpFNegate: lambda a: -a,
    op.OpQuantizeToF16: half,
    op.OpFAdd: lambda a, b: single(a + b),
    op.OpFSub: lambda a, b: single(a - b),
    op.OpFMul: lambda a, b: single(a * b),
    op.OpFDiv: lambda a, b: single(a / b) if b else None,
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


class Found:
    """The results of an operation on lanes, as words, with the lanes that are suspicious."""

    def __init__(self, operation: Operation, result: str, letters: str, columns: list[Any], lanes: int) -> None:
        names = namespace()
        state = State(lanes, 1, lambda _: True)
        operands = []
        for k, (column, letter) in enumerate(zip(columns, letters, strict=True)):
            want = {"s": "i", "u": "u", "r": result, "=": letters[0], ".": letter}[operation.views[k]]
            names[f"x{k}"] = column if want == letter else column.view(TYPES[want])
            operands.append(f"x{k}")
        with np.errstate(all="ignore", invalid="call", call=state.invalid):
            value = eval(operation.expression.format(*operands), names)
            bad = np.zeros(lanes, np.bool_)
            for terms in operation.fails:
                bad |= np.logical_and.reduce([np.broadcast_to(eval(t.format(*operands), names), lanes) for t in terms])
        self.made_nan = state.nan
        for position in operation.nan:
            bad |= np.isnan(names[f"x{position}"])
        self.value = np.broadcast_to(value, lanes)
        self.bad = bad

    def words(self) -> list[int]:
        return [int(word) for word in self.value.view(np.uint32)]


def columns_of(rows: list[tuple[Any, ...]], letters: str) -> list[Any]:
    """Return the operands as arrays of lanes."""
    found = []
    for column, letter in zip(zip(*rows, strict=True), letters, strict=True):
        raw = np.array(column, np.uint32 if letter in "iu" else TYPES[letter])
        found.append(raw.view(TYPES[letter]) if letter == "i" else raw)
    return found


def shared(column: Any, lane: int) -> Any:
    """Return one lane as a NumPy scalar: a value that all lanes have."""
    return column[lane]


def arity(operation: Operation) -> int:
    return len(operation.views)


def integer_rows(count: int) -> list[tuple[int, ...]]:
    if count <= 2:
        return list(itertools.product(INTEGERS, repeat=count))
    few = (0, 1, 5, 31, 32, 0x80000000, M, 0x12345678)
    return list(itertools.product(few, repeat=count))


CASES: Final = [("core", number, formula) for number, formula in INTEGER.items()] + [
    ("library", number, formula) for number, formula in LIBRARY_INTEGER.items()
]


def operation_of(table: str, number: int) -> Operation:
    return CORE[number] if table == "core" else LIBRARY[number]


@pytest.mark.parametrize(("table", "number", "formula"), CASES)
@pytest.mark.parametrize("letter", ["i", "u"])
def test_integers(table: str, number: int, formula: Formula, letter: str) -> None:
    operation = operation_of(table, number)
    rows = integer_rows(arity(operation))
    letters = letter * arity(operation)
    columns = columns_of(rows, letters)
    expected = [formula(*row) for row in rows]
    found = Found(operation, letter, letters, columns, len(rows))
    _compare(found, expected)
    for lane in range(0, len(rows), 7):
        alone = Found(operation, letter, letters, [shared(column, lane) for column in columns], 1)
        _compare(alone, [expected[lane]])
        mixed = [shared(column, lane) if k else column for k, column in enumerate(columns)]
        given = [(row[0], *rows[lane][1:]) for row in rows]
        _compare(Found(operation, letter, letters, mixed, len(rows)), [formula(*row) for row in given])
        mixed = [column if k else shared(column, lane) for k, column in enumerate(columns)]
        given = [(rows[lane][0], *row[1:]) for row in rows]
        _compare(Found(operation, letter, letters, mixed, len(rows)), [formula(*row) for row in given])


def _compare(found: Found, expected: list[int | bool | None]) -> None:
    assert found.bad.tolist() == [value is None for value in expected]
    is_bool = found.value.dtype == np.bool_
    values = found.value.tolist() if is_bool else found.words()
    assert [v for v, e in zip(values, expected, strict=True) if e is not None] == [e for e in expected if e is not None]


@pytest.mark.parametrize("number", sorted(BOOLEAN))
def test_booleans(number: int) -> None:
    operation = CORE[number]
    rows = list(itertools.product((False, True), repeat=arity(operation)))
    letters = "b" * arity(operation)
    found = Found(operation, "b", letters, columns_of(rows, letters), len(rows))
    assert found.value.tolist() == [BOOLEAN[number](*row) for row in rows]
    for row in rows:
        alone = Found(operation, "b", letters, [np.bool_(x) for x in row], 1)
        assert alone.value.tolist() == [BOOLEAN[number](*row)]


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


def test_every_operation_is_tested() -> None:
    remainders = {op.OpFRem, op.OpFMod}
    unordered = {n for n, o in CORE.items() if n not in FLOAT and o.gives == "b" and "0" in o.nan}
    known = {*INTEGER, *BOOLEAN, *FLOAT, *remainders, *unordered}
    assert set(CORE) - known == {op.OpConvertFToS, op.OpConvertFToU, op.OpConvertSToF, op.OpConvertUToF}
    assert set(LIBRARY) - {*LIBRARY_INTEGER, *THROUGH_SCALAR} == {4, 8, 37, 40}


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
