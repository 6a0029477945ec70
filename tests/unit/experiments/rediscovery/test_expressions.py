"""Expressions of `emi` against a compiler of C."""

from __future__ import annotations

import shutil

import pytest
from experiments.rediscovery.expressions import drawn, wrong

from aberration.languages.c.expressions import Binary, Literal
from aberration.languages.c.integers import INT
from aberration.methods.emi.synthesis import Term


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_gcc_gives_each_expression_the_value_of_our_arithmetic() -> None:
    assert wrong(drawn(300, 1), "gcc") == []


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_another_value_and_code_that_dies_are_wrong() -> None:
    mistaken = Term(Literal(1, INT), [2], INT)
    dying = Term(Binary("/", Literal(1, INT), Literal(0, INT)), [1], INT)
    assert wrong([*drawn(3, 1), mistaken, dying], "gcc") == [mistaken, dying]


@pytest.mark.skipif(shutil.which("tcc") is None, reason="no tcc")
def test_tcc_keeps_the_sign_of_a_char_that_is_cast() -> None:
    found = wrong(drawn(4000, 0), "tcc")
    assert 0 < len(found) < 100
