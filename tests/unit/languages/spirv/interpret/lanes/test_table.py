"""Integers and booleans of the table against independent formulas in Python integers, at edge values."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Final

import numpy as np
import pytest
from helpers.lane_operations import INTEGERS, Found, arity, columns_of, shared, signed

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.interpret.lanes.table import CORE, LIBRARY, Operation

M: Final = 0xFFFFFFFF


def quotient(a: int, b: int) -> int:
    found = abs(a) // abs(b)
    return found if (a < 0) == (b < 0) else -found


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


def test_every_operation_on_integers_is_tested() -> None:
    for table, tested in ((CORE, INTEGER), (LIBRARY, LIBRARY_INTEGER)):
        assert {n for n, found in table.items() if "." not in found.views and found.gives != "f"} == set(tested)
