"""Floating-point instructions against NumPy's single precision and against exact fractions."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Final

import numpy as np
import pytest
from helpers.interpret import bits, compiled, number, results, values
from helpers.sampling import one_in
from hypothesis import assume, given, settings
from hypothesis import strategies as st

EDGES: Final = (
    *(
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        1.5,
        2.5,
        -2.5,
        3.0,
        0.1,
        -0.3,
        1e-30,
        -1e30,
        16777216.0,
        16777217.0,
        3.4e38,
    ),
    *(1.17549435e-38, 1.4e-45, 2147483520.0, -2147483648.0, 4294967040.0),
)
WORDS: Final = [bits(value) for value in EDGES]
PAIRS: Final = list(product(WORDS, WORDS))
singles = st.floats(width=32, allow_nan=False, allow_infinity=False)


def nearest(exact: Fraction) -> float:
    """Round a fraction to the nearest single, ties to even, by search between neighbours."""
    guess = (
        np.float32(float(exact))
        if abs(exact) < Fraction(2) ** 128
        else np.float32(math.copysign(math.inf, exact))
    )
    if not np.isfinite(guess):
        return float(guess)
    around = [
        np.nextafter(guess, np.float32(-np.inf)),
        guess,
        np.nextafter(guess, np.float32(np.inf)),
    ]
    finite = [value for value in around if np.isfinite(value)]
    return float(
        min(finite, key=lambda v: (abs(Fraction(float(v)) - exact), int(v.view(np.uint32)) & 1))
    )


EXACT: Final[dict[str, Callable[[Fraction, Fraction], Fraction]]] = {
    "OpFAdd": lambda a, b: a + b,
    "OpFSub": lambda a, b: a - b,
    "OpFMul": lambda a, b: a * b,
    "OpFDiv": lambda a, b: a / b,
}
NUMPY: Final[dict[str, Callable[[np.float32, np.float32], np.float32]]] = {
    "OpFAdd": np.add,
    "OpFSub": np.subtract,
    "OpFMul": np.multiply,
    "OpFDiv": np.divide,
}


def usable(name: str, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(a, b) for a, b in pairs if name != "OpFDiv" or number(b) != 0.0]


def stored(name: str, operands: str = "%xf %yf") -> str:
    return f"%r = {name} %float {operands}\n%w = OpBitcast %uint %r\nWRITE 0 %w"


@pytest.mark.parametrize("name", NUMPY)
def test_arithmetic_is_numpys_to_the_bit(name: str) -> None:
    pairs = usable(name, PAIRS)
    with np.errstate(all="ignore"):
        expected = [
            int(NUMPY[name](np.float32(number(a)), np.float32(number(b))).view(np.uint32))
            for a, b in pairs
        ]
    assert values(stored(name), [(a, b, 0) for a, b in pairs]) == expected


@pytest.mark.parametrize("name", one_in(2, EXACT))
@settings(max_examples=15, deadline=None)
@given(pairs=st.lists(st.tuples(singles, singles), min_size=1, max_size=16))
def test_arithmetic_is_correctly_rounded(name: str, pairs: list[tuple[float, float]]) -> None:
    defined = [(a, b) for a, b in pairs if name != "OpFDiv" or b != 0.0]
    exact = [EXACT[name](Fraction(a), Fraction(b)) for a, b in defined]
    finite = [k for k, value in enumerate(exact) if abs(value) < Fraction(2) ** 127]
    assume(finite)
    found = values(stored(name), [(bits(defined[k][0]), bits(defined[k][1]), 0) for k in finite])
    assert [number(one) for one in found] == [nearest(exact[k]) for k in finite]


COMPARISONS: Final[dict[str, Callable[[float, float], bool]]] = {
    "Equal": lambda a, b: a == b,
    "NotEqual": lambda a, b: a != b,
    "LessThan": lambda a, b: a < b,
    "LessThanEqual": lambda a, b: a <= b,
    "GreaterThan": lambda a, b: a > b,
    "GreaterThanEqual": lambda a, b: a >= b,
}


@pytest.mark.parametrize("name", COMPARISONS)
@pytest.mark.parametrize("kind", ["FOrd", "FUnord"])
def test_comparisons(name: str, kind: str) -> None:
    body = f"%r = Op{kind}{name} %bool %xf %yf\nWRITE 0 %r bool"
    pairs = [*PAIRS, (bits(math.inf), bits(math.inf)), (bits(-math.inf), bits(1.0))]
    assert values(body, [(a, b, 0) for a, b in pairs]) == [
        COMPARISONS[name](number(a), number(b)) for a, b in pairs
    ]


def test_tests_of_numbers() -> None:
    body = "%n = OpIsNan %bool %xf\n%i = OpIsInf %bool %xf\nWRITE 0 %n bool\nWRITE 1 %i bool"
    assert {row[:2] for row in results(compiled(body), [(a, 0, 0) for a in WORDS])} == {(0, 0)}


def test_negation_flips_the_sign_bit() -> None:
    assert values(stored("OpFNegate", "%xf"), [(a, 0, 0) for a in WORDS]) == [
        a ^ 0x80000000 for a in WORDS
    ]


@pytest.mark.parametrize("name", ["OpFMod", "OpFRem"])
def test_remainders(name: str) -> None:
    cases = [
        (5.5, 2.0),
        (-5.5, 2.0),
        (5.5, -2.0),
        (-5.5, -2.0),
        (6.0, 2.0),
        (0.25, 1.0),
        (-0.25, 1.0),
        (7.0, 0.5),
    ]
    formula = (
        (lambda a, b: a - b * math.floor(a / b))
        if name == "OpFMod"
        else (lambda a, b: math.fmod(a, b))
    )
    found = values(stored(name), [(bits(a), bits(b), 0) for a, b in cases])
    assert [number(word) for word in found] == [formula(a, b) for a, b in cases]


def test_conversions_to_integers_cut_off() -> None:
    body = "%i = OpConvertFToS %int %xf\n%u = OpConvertFToU %uint %yf\nWRITE 0 %i int\nWRITE 1 %u"
    rows = [
        (1.9, 1.9),
        (-1.9, -0.9),
        (0.0, -0.0),
        (-(2.0**31), 4294967040.0),
        (2147483520.0, 2.0**31),
        (-0.5, 0.5),
    ]
    expected = [(math.trunc(a) & 0xFFFFFFFF, math.trunc(b)) for a, b in rows]
    assert [
        row[:2] for row in results(compiled(body), [(bits(a), bits(b), 0) for a, b in rows])
    ] == expected


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(0, 0xFFFFFFFF), min_size=1, max_size=16))
def test_conversions_from_integers_are_correctly_rounded(words: list[int]) -> None:
    body = (
        "%s = OpConvertSToF %float %xi\n%u = OpConvertUToF %float %x\nWRITE 0 %s float\n"
        "WRITE 1 %u float"
    )
    found = results(compiled(body), [(word, 0, 0) for word in words])
    for word, (s, u, _, _) in zip(words, found, strict=True):
        assert number(u) == nearest(Fraction(word))
        assert number(s) == nearest(Fraction(word - (1 << 32) if word >> 31 else word))


def test_wide_integers_are_rounded_once() -> None:
    body = """
        %v = OpCompositeConstruct %v2uint %x %y
        %l = OpBitcast %long %v
        %r = OpConvertUToF %float %l
        WRITE 0 %r float
    """
    data = compiled(body, "OpCapability Int64", "%long = OpTypeInt 64 0")
    numbers = [
        0,
        1,
        2**63,
        2**64 - 1,
        2**40 + 1,
        2**53 + 2**29 + 1,
        (2**24 + 1) << 30 | 1,
        (2**25 + 1) * 2**20 - 1,
    ]
    found = results(data, [(n & 0xFFFFFFFF, n >> 32, 0) for n in numbers])
    assert [number(row[0]) for row in found] == [nearest(Fraction(n)) for n in numbers]


def test_halves() -> None:
    body = "%q = OpQuantizeToF16 %float %xf\nWRITE 0 %q float"
    numbers = [0.0, 1.0, 0.1, 65504.0, -1e-6, 2049.0, 2051.0]
    expected = [float(np.float16(np.float32(value))) for value in numbers]
    assert [
        number(word) for word in values(body, [(bits(value), 0, 0) for value in numbers])
    ] == expected


def test_doubles() -> None:
    body = """
        %a = OpFConvert %double %xf
        %b = OpFConvert %double %yf
        %q = OpFDiv %double %a %b
        %h = OpBitcast %v2uint %q
        %low = OpCompositeExtract %uint %h 0
        %high = OpCompositeExtract %uint %h 1
        %n = OpFConvert %float %q
        WRITE 0 %low
        WRITE 1 %high
        WRITE 2 %n float
    """
    data = compiled(body, "OpCapability Float64", "%double = OpTypeFloat 64")
    pairs = [(1.0, 3.0), (-2.5, 7.0), (0.1, 0.3)]
    for (a, b), row in zip(
        pairs, results(data, [(bits(a), bits(b), 0) for a, b in pairs]), strict=True
    ):
        quotient = np.float64(np.float32(a)) / np.float64(np.float32(b))
        assert row[1] << 32 | row[0] == int(quotient.view(np.uint64))
        assert row[2] == int(np.float32(quotient).view(np.uint32))
