"""Helpers of generated text in C: they trap where Python's do, and give the same elsewhere."""

from __future__ import annotations

import math
from itertools import product

import pytest
from helpers.native_text import TRAP, Piece

from aberration.languages.shading.interpret.native.kinds import Unsupported
from aberration.languages.shading.tree import LanguageName

_LANGUAGES: tuple[LanguageName, ...] = ("glsl", "wgsl")
_INTEGERS = (0, 1, -1, 2, -2, 7, -13, 31, 32, -(2**31), 2**31 - 1, 2**32 - 1)
_SIGNED = tuple(x for x in _INTEGERS if x < 2**31)
_FLOATS = (0.0, -0.0, 0.5, -0.5, -1.0, 2147483520.0, 2147483648.0, -2147483648.0, -2147483904.0,
    4294967040.0,
           4294967296.0, 1e30, -1e30, math.inf, -math.inf, math.nan, 1.5)  # fmt: skip


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("helper", ["divided", "remainder"])
def test_division(helper: str, language: LanguageName) -> None:
    piece = Piece(f"found = {helper}(x, y)", {"x": 0, "y": 0}, language)
    for x, y in product(_SIGNED, _SIGNED):
        assert piece.in_c(x=x, y=y) == piece.in_python(x=x, y=y), (x, y)


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("divisor", [1, 3, 255, 2**31 - 1])
def test_division_by_a_number_of_the_text(divisor: int, language: LanguageName) -> None:
    for helper in ("divided", "remainder"):
        piece = Piece(f"found = {helper}(x, {divisor})", {"x": 0}, language)
        for x in _SIGNED:
            assert piece.in_c(x=x) == piece.in_python(x=x), x


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("helper", ["to_int", "to_uint"])
def test_conversion(helper: str, language: LanguageName) -> None:
    piece = Piece(f"found = {helper}(x)", {"x": 0.0}, language)
    for x in _FLOATS:
        assert piece.in_c(x=x) == piece.in_python(x=x), x


def test_amounts_of_shifts() -> None:
    piece = Piece("found = (1 << amount(x))", {"x": 0})
    assert [piece.in_c(x=x) for x in (0, 31, 32, -1)] == [1, 1 << 31, TRAP, TRAP]


def test_remainders_of_floats() -> None:
    piece = Piece("found = float_remainder(x, y)", {"x": 0.0, "y": 0.0})
    for x, y in product((1.5, -1.5, 0.0, 1e30, 7.25), (0.5, -0.75, 3.0, 1e-3, 0.0)):
        assert piece.in_c(x=x, y=y) == piece.in_python(x=x, y=y), (x, y)


def test_a_call_of_something_unknown_is_refused_by_name() -> None:
    with pytest.raises(Unsupported, match="the call of unheard_of"):
        Piece("found = unheard_of(1)", {})
