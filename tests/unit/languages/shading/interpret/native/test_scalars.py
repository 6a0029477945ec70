"""Operators, comparisons and choices give in C what they give in Python."""

from __future__ import annotations

import math
from itertools import product

import pytest
from helpers.native_text import TRAP, Piece

from aberration.languages.shading.interpret.native.kinds import Unsupported

_INTEGERS = (0, 1, -1, 2, 7, -13, 31, 2**31 - 1, -(2**31), 2**32 - 1, 65537)
_FLOATS = (0.0, -0.0, 1.0, -1.5, 0.1, 3e38, -3e38, 1e-45, math.inf, -math.inf, math.nan)


def assert_same(piece: Piece, **given: int | float) -> None:
    in_c, in_python = piece.in_c(**given), piece.in_python(**given)
    equal = in_c == in_python or (in_c != in_c and in_python != in_python)
    signs = (
        not isinstance(in_c, float)
        or math.copysign(1.0, in_c) == math.copysign(1.0, in_python)
        or in_c != in_c
    )
    assert equal, f"{piece.text} with {given}: {in_c} in C, {in_python} in Python"
    assert signs, f"{piece.text} with {given}: {in_c} in C, {in_python} in Python"


@pytest.mark.parametrize(
    "text",
    [
        "found = ((x + y) + 2147483648 & 4294967295) - 2147483648",
        "found = ((x * y) & 4294967295)",
        "found = (((x * y) * (x - y)) * y & 4294967295)",
        "found = ((-(x * x)) + 2147483648 & 4294967295) - 2147483648",
        "found = (x ^ y) | (x & 255)",
        "found = (~x)",
        "found = (x >> 3) + (y >> 31)",
        "found = ((x << 31) & 4294967295)",
        "found = abs(x) - abs(y)",
        "found = (1 if (x < y) else 0)",
        "found = (x if (x <= y) else y)",
        "found = (1 if ((x > 1) == (y > 1)) else 0)",
        "found = (1 if (not (x != y)) else 0)",
        "found = (1 if ((x > 1) and (y > 1)) else 0)",
        "found = (1 if ((x > 1) or (True and (y > 1))) else 0)",
        "found = (1 if (False or ((x == y) and True)) else 0)",
        "found = ((x & 65535) // ((y & 255) + 1))",
        "found = ((x & 65535) % (y & 255))",
    ],
)
def test_integers(text: str) -> None:
    piece = Piece(text, {"x": 0, "y": 0})
    for x, y in product(_INTEGERS, _INTEGERS):
        assert_same(piece, x=x, y=y)


@pytest.mark.parametrize(
    "text",
    [
        "found = unpack(pack(x + y))[0]",
        "found = unpack(pack(unpack(pack(x * y))[0] - x))[0]",
        "found = unpack(pack((-x) * 0.5))[0]",
        "found = (-x)",
        "found = abs(x)",
        "found = (x if x < y else y)",
        "found = (1 if (x < y) else 0)",
        "found = (1 if (x <= y) else 0)",
        "found = (1 if (x > y) else 0)",
        "found = (1 if (x >= y) else 0)",
        "found = (1 if (x == y) else 0)",
        "found = (1 if (x != y) else 0)",
        "found = (1 if (not (x < y)) else 0)",
        "found = (1 if ((x < y) and (x == x)) else 0)",
        "found = 1\nwhile not (x < y):\n found = 2\n break",
        "found = 1\nif (x >= y): found = 2\nelse: found = 3",
    ],
)
def test_floats_infinities_and_nan(text: str) -> None:
    piece = Piece(text, {"x": 0.0, "y": 0.0})
    for x, y in product(_FLOATS, _FLOATS):
        assert_same(piece, x=x, y=y)


def test_division_by_zero_of_floats_traps() -> None:
    piece = Piece("found = unpack(pack(x / y))[0]", {"x": 0.0, "y": 0.0})
    for x, y in product(_FLOATS, _FLOATS):
        assert_same(piece, x=x, y=y)
    assert piece.in_c(x=1.0, y=0.0) == TRAP


def test_a_float_too_large_for_its_type_traps_and_an_infinity_that_was_there_does_not() -> None:
    piece = Piece("found = unpack(pack(x * y))[0]", {"x": 0.0, "y": 0.0})
    assert piece.in_c(x=3e38, y=2.0) == TRAP
    assert piece.in_c(x=math.inf, y=2.0) == math.inf


def test_an_integer_becomes_a_float_rounded_once() -> None:
    piece = Piece("found = unpack(pack(x))[0]", {"x": 0})
    for x in (*_INTEGERS, 16777217, 33554435, -16777219):
        assert_same(piece, x=x)


def test_the_right_operand_is_evaluated_only_where_it_decides() -> None:
    for word in ("and", "or"):
        piece = Piece(f"found = (1 if ((x > 0) {word} ((10 // x) > 3)) else 0)", {"x": 0})
        for x in (0, 1, 2, 9):
            assert_same(piece, x=x)


def test_only_the_chosen_value_is_evaluated() -> None:
    piece = Piece("found = ((7 // x) if (x > 0) else 5)", {"x": 0})
    for x in (0, 1, 3):
        assert_same(piece, x=x)


@pytest.mark.parametrize("x", [3, 5])
def test_a_choice_whose_second_arm_is_a_checked_value_is_a_choice(x: int) -> None:
    assert_same(Piece("found = (1 if x < 4 else sure(x))", {"x": 0}), x=x)


def test_what_the_translation_does_not_know_is_refused_by_name() -> None:
    with pytest.raises(Unsupported, match="the expression Lambda of the generated text"):
        Piece("found = (lambda: 1)", {})
    with pytest.raises(Unsupported, match="the name nowhere"):
        Piece("found = nowhere", {})
