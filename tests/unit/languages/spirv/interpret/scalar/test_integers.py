"""Integer and boolean instructions against formulas of Python's unbounded integers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final

import pytest
from helpers.interpret import compiled, results, values
from hypothesis import given, settings
from hypothesis import strategies as st

MASK: Final = 0xFFFFFFFF
EDGES: Final = (
    0,
    1,
    2,
    7,
    31,
    32,
    0x7FFFFFFE,
    0x7FFFFFFF,
    0x80000000,
    0x80000001,
    0xFFFFFFFE,
    0xFFFFFFFF,
    0x12345678,
)
Formula = Callable[[int, int], int]


def signed(word: int) -> int:
    return word - (1 << 32) if word & 0x80000000 else word


def toward_zero(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return -quotient if (a < 0) != (b < 0) else quotient


UNSIGNED: Final[dict[str, Formula]] = {
    "OpIAdd": lambda a, b: a + b,
    "OpISub": lambda a, b: a - b,
    "OpIMul": lambda a, b: a * b,
    "OpBitwiseAnd": lambda a, b: a & b,
    "OpBitwiseOr": lambda a, b: a | b,
    "OpBitwiseXor": lambda a, b: (a | b) - (a & b),
}
UNSIGNED_DIVISION: Final[dict[str, Formula]] = {
    "OpUDiv": lambda a, b: next(q for q in (a // b,) if q * b <= a < (q + 1) * b),
    "OpUMod": lambda a, b: a - b * (a // b),
}
SIGNED_DIVISION: Final[dict[str, Formula]] = {
    "OpSDiv": toward_zero,
    "OpSRem": lambda a, b: a - b * toward_zero(a, b),
    "OpSMod": lambda a, b: a - b * (a // b),
}
COMPARISONS: Final[dict[str, Formula]] = {
    "OpIEqual": lambda a, b: a == b,
    "OpINotEqual": lambda a, b: a != b,
    "OpULessThan": lambda a, b: a < b,
    "OpULessThanEqual": lambda a, b: a <= b,
    "OpUGreaterThan": lambda a, b: a > b,
    "OpUGreaterThanEqual": lambda a, b: a >= b,
    "OpSLessThan": lambda a, b: signed(a) < signed(b),
    "OpSLessThanEqual": lambda a, b: signed(a) <= signed(b),
    "OpSGreaterThan": lambda a, b: signed(a) > signed(b),
    "OpSGreaterThanEqual": lambda a, b: signed(a) >= signed(b),
}
SHIFTS: Final[dict[str, Formula]] = {
    "OpShiftLeftLogical": lambda a, s: a * 2**s,
    "OpShiftRightLogical": lambda a, s: a // 2**s,
    "OpShiftRightArithmetic": lambda a, s: signed(a) // 2**s,
}
UNARY: Final[dict[str, Callable[[int], int]]] = {
    "OpSNegate": lambda a: -a,
    "OpNot": lambda a: -1 - a,
    "OpBitCount": lambda a: bin(a).count("1"),
    "OpBitReverse": lambda a: sum((a >> k & 1) << (31 - k) for k in range(32)),
}
words = st.one_of(st.sampled_from(EDGES), st.integers(0, MASK))
PAIRS: Final = list(product(EDGES, EDGES))


def check(body: str, formula: Formula, pairs: list[tuple[int, int]]) -> None:
    given_rows = [(a, b, 0) for a, b in pairs]
    assert values(body, given_rows) == [formula(a, b) & MASK for a, b in pairs]


@pytest.mark.parametrize("name", UNSIGNED)
def test_arithmetic_wraps(name: str) -> None:
    check(f"%r = {name} %uint %x %y\nWRITE 0 %r", UNSIGNED[name], PAIRS)
    check(f"%r = {name} %int %xi %yi\nWRITE 0 %r int", UNSIGNED[name], PAIRS)


@pytest.mark.parametrize("name", UNSIGNED_DIVISION)
def test_unsigned_division(name: str) -> None:
    check(
        f"%r = {name} %uint %x %y\nWRITE 0 %r",
        UNSIGNED_DIVISION[name],
        [pair for pair in PAIRS if pair[1]],
    )


@pytest.mark.parametrize("name", SIGNED_DIVISION)
def test_signed_division(name: str) -> None:
    formula = SIGNED_DIVISION[name]
    pairs = [(a, b) for a, b in PAIRS if b and (a, b) != (0x80000000, MASK)]
    if name != "OpSDiv":
        pairs = [(a, b) for a, b in pairs if not (a | b) & 0x80000000]
    check(
        f"%r = {name} %int %xi %yi\nWRITE 0 %r int",
        lambda a, b: formula(signed(a), signed(b)),
        pairs,
    )


@pytest.mark.parametrize("name", COMPARISONS)
def test_comparisons(name: str) -> None:
    check(f"%r = {name} %bool %x %y\nWRITE 0 %r bool", COMPARISONS[name], PAIRS)


@pytest.mark.parametrize("name", SHIFTS)
def test_shifts(name: str) -> None:
    check(
        f"%r = {name} %uint %x %y\nWRITE 0 %r",
        SHIFTS[name],
        list(product(EDGES, (0, 1, 7, 30, 31))),
    )
    check(f"%r = {name} %uint %x %u3\nWRITE 0 %r", lambda a, _: SHIFTS[name](a, 3), PAIRS)


@pytest.mark.parametrize("name", UNARY)
def test_unary(name: str) -> None:
    check(f"%r = {name} %uint %x\nWRITE 0 %r", lambda a, _: UNARY[name](a), PAIRS)


@pytest.mark.parametrize("constant", ["u0", "u3"])
def test_bits_of_a_constant(constant: str) -> None:
    """A number in front of a dot was no Python: `0.bit_count()`."""
    number = int(constant[1:])
    check(
        f"%r = OpBitCount %uint %{constant}\nWRITE 0 %r", lambda *_: number.bit_count(), PAIRS[:1]
    )
    check(
        f"%r = OpExtInst %uint %glsl FindUMsb %{constant}\nWRITE 0 %r",
        lambda *_: number.bit_length() - 1,
        PAIRS[:1],
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(words, words), min_size=1, max_size=30))
def test_quotient_and_remainder_make_the_dividend(pairs: list[tuple[int, int]]) -> None:
    rows = [(a & MASK >> 1, b & MASK >> 1 or 3, 0) for a, b in pairs]
    body = """
        %q = OpSDiv %int %xi %yi
        %r = OpSRem %int %xi %yi
        %product = OpIMul %int %q %yi
        %sum = OpIAdd %int %product %r
        %m = OpSMod %int %xi %yi
        WRITE 0 %sum int
        WRITE 1 %r int
        WRITE 2 %m int
    """
    for (a, b, _), (total, remainder, modulo, _) in zip(
        rows, results(compiled(body), rows), strict=True
    ):
        assert total == a
        assert remainder == modulo == a % b


def test_pairs_of_results() -> None:
    body = """
        %c = OpIAddCarry %pair %x %y
        %low = OpCompositeExtract %uint %c 0
        %carry = OpCompositeExtract %uint %c 1
        %b = OpISubBorrow %pair %x %y
        %less = OpCompositeExtract %uint %b 0
        %borrow = OpCompositeExtract %uint %b 1
        WRITE 0 %low
        WRITE 1 %carry
        WRITE 2 %less
        WRITE 3 %borrow
    """
    expected = [((a + b) & MASK, (a + b) >> 32, (a - b) & MASK, int(a < b)) for a, b in PAIRS]
    assert results(compiled(body), [(a, b, 0) for a, b in PAIRS]) == expected


def test_wide_products() -> None:
    body = """
        %u = OpUMulExtended %pair %x %y
        %ul = OpCompositeExtract %uint %u 0
        %uh = OpCompositeExtract %uint %u 1
        %s = OpSMulExtended %int_pair %xi %yi
        %sl = OpCompositeExtract %int %s 0
        %sh = OpCompositeExtract %int %s 1
        WRITE 0 %ul
        WRITE 1 %uh
        WRITE 2 %sl int
        WRITE 3 %sh int
    """
    for (a, b), (ul, uh, sl, sh) in zip(
        PAIRS, results(compiled(body), [(a, b, 0) for a, b in PAIRS]), strict=True
    ):
        assert uh << 32 | ul == a * b
        assert signed(sh) * 2**32 + sl == signed(a) * signed(b)


FIELDS: Final = [(o, c) for o in (0, 1, 5, 31, 32) for c in (0, 1, 8, 27, 31, 32) if o + c <= 32]


def test_bit_fields() -> None:
    body = """
        %i = OpBitFieldInsert %uint %x %u8 %y %z
        %s = OpBitFieldSExtract %int %xi %y %z
        %u = OpBitFieldUExtract %uint %x %y %z
        WRITE 0 %i
        WRITE 1 %s int
        WRITE 2 %u
    """
    rows = [(a, o, c) for a in EDGES for o, c in FIELDS]
    for (a, o, c), (inserted, s, u, _) in zip(rows, results(compiled(body), rows), strict=True):
        taken = [a >> k & 1 for k in range(o, o + c)]
        assert u == sum(bit << k for k, bit in enumerate(taken))
        assert signed(s) == (u - 2**c if c and taken[-1] else u)
        kept = [8 >> (k - o) & 1 if o <= k < o + c else a >> k & 1 for k in range(32)]
        assert inserted == sum(bit << k for k, bit in enumerate(kept))


LOGIC: Final[dict[str, Callable[[bool, bool], bool]]] = {
    "OpLogicalAnd": lambda a, b: a and b,
    "OpLogicalOr": lambda a, b: a or b,
    "OpLogicalEqual": lambda a, b: a is b,
    "OpLogicalNotEqual": lambda a, b: a is not b,
}


@pytest.mark.parametrize("name", LOGIC)
def test_logic(name: str) -> None:
    body = f"""
        %a = OpINotEqual %bool %x %u0
        %b = OpINotEqual %bool %y %u0
        %r = {name} %bool %a %b
        %n = OpLogicalNot %bool %r
        WRITE 0 %r bool
        WRITE 1 %n bool
    """
    cases = list(product((False, True), repeat=2))
    found = results(compiled(body), [(int(a), int(b), 0) for a, b in cases])
    assert [row[:2] for row in found] == [
        (LOGIC[name](a, b), not LOGIC[name](a, b)) for a, b in cases
    ]


def test_any_and_all() -> None:
    body = """
        %a = OpINotEqual %bool %x %u0
        %b = OpINotEqual %bool %y %u0
        %v = OpCompositeConstruct %v2bool %a %b
        %any = OpAny %bool %v
        %all = OpAll %bool %v
        WRITE 0 %any bool
        WRITE 1 %all bool
    """
    found = results(compiled(body), [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])
    assert [row[:2] for row in found] == [(0, 0), (1, 0), (1, 0), (1, 1)]


@pytest.mark.parametrize(
    ("name", "result", "formula"),
    [
        ("SAbs %xi", "int", lambda a, b, c: abs(signed(a))),
        ("SSign %xi", "int", lambda a, b, c: (signed(a) > 0) - (signed(a) < 0)),
        ("SMin %xi %yi", "int", lambda a, b, c: min(signed(a), signed(b))),
        ("SMax %xi %yi", "int", lambda a, b, c: max(signed(a), signed(b))),
        ("UMin %x %y", "uint", lambda a, b, c: min(a, b)),
        ("UMax %x %y", "uint", lambda a, b, c: max(a, b)),
        ("UClamp %x %u1 %u32", "uint", lambda a, b, c: sorted((1, a, 32))[1]),
        ("SClamp %xi %i0 %i4", "int", lambda a, b, c: sorted((0, signed(a), 4))[1]),
        ("FindILsb %x", "uint", lambda a, b, c: next((k for k in range(32) if a >> k & 1), -1)),
        (
            "FindUMsb %x",
            "uint",
            lambda a, b, c: next((k for k in range(31, -1, -1) if a >> k & 1), -1),
        ),
        (
            "FindSMsb %xi",
            "int",
            lambda a, b, c: next((k for k in range(31, -1, -1) if (a >> k & 1) != (a >> 31)), -1),
        ),
    ],
)
def test_extended_integers(name: str, result: str, formula: Callable[[int, int, int], int]) -> None:
    kind = " int" if result == "int" else ""
    body = f"%r = OpExtInst %{result} %glsl {name}\nWRITE 0 %r{kind}"
    rows = [(a, b, 0) for a, b in PAIRS]
    assert values(body, rows) == [formula(*row) & MASK for row in rows]


def test_wide_and_narrow_integers() -> None:
    globals_ = "%long = OpTypeInt 64 1\n%short = OpTypeInt 16 1"
    body = """
        %l = OpSConvert %long %xi
        %m = OpSConvert %long %yi
        %p = OpIMul %long %l %m
        %h = OpBitcast %v2uint %p
        %low = OpCompositeExtract %uint %h 0
        %high = OpCompositeExtract %uint %h 1
        %n = OpSConvert %short %xi
        %w = OpSConvert %int %n
        WRITE 0 %low
        WRITE 1 %high
        WRITE 2 %w int
    """
    data = compiled(body, "OpCapability Int64\nOpCapability Int16", globals_)
    for (a, b), (low, high, narrow, _) in zip(
        PAIRS, results(data, [(a, b, 0) for a, b in PAIRS]), strict=True
    ):
        assert signed(high) * 2**32 + low == signed(a) * signed(b)
        assert signed(narrow) == (a & 0x7FFF) - (a & 0x8000)


def test_bits_of_constants_are_counted() -> None:
    """A literal stands where a name stood: Python takes `0.bit_count()` for a number with a
    fraction.
    """
    body = """
        %count = OpBitCount %uint %u3
        %none = OpBitCount %uint %u0
        %highest = OpExtInst %uint %glsl FindUMsb %u32
        %lowest = OpExtInst %uint %glsl FindILsb %u8
        WRITE 0 %count
        WRITE 1 %none
        WRITE 2 %highest
        WRITE 3 %lowest
    """
    assert results(compiled(body), [(0, 0, 0)]) == [(2, 0, 5, 3)]
