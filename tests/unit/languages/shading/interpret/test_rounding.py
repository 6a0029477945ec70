"""Other legal roundings: what is exact stays so, all else stays within what is allowed."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

import pytest
from helpers.shading_runs import compute_inputs, compute_text

from aberration.core.outcome import Buffers
from aberration.languages.shading.builtins.accuracy import ulp
from aberration.languages.shading.builtins.values import single
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.rounding import MODES, Rounding, scale_of
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Undefined
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

MANY = range(40)
THIRD = single(1.0 / 3.0)


def real(language: LanguageName, expression: str, rounding: int | None) -> float:
    """Return what an expression over `r` (1.5, -2.0 and 3e38 at 1, 2 and 3) gives, rounded in a
    way.
    """
    body = f"real[0] = {expression};" if language != "wgsl" else f"held.real[0] = {expression};"
    text = compute_text(
        language, body.replace("r[", "held.real[" if language == "wgsl" else "real[")
    )
    found = Interpreter(
        read(text, language), "compute", compute_inputs(), Options(rounding=rounding)
    ).dispatch()
    assert isinstance(found, Buffers), str(found)
    (value,) = struct.unpack_from("<f", found.data[0], 32)
    return float(value)


def results(language: LanguageName, expression: str) -> set[float]:
    return {real(language, expression, number) for number in MANY}


@pytest.mark.parametrize("number", MANY)
def test_sums_and_products_of_small_integers_are_exact(number: int) -> None:
    rounding = Rounding(number)
    assert rounding.sum(3.0, 4.0) == 7.0
    assert rounding.product(1.5, -6.0) == -9.0
    assert rounding.difference(0.5, 0.25) == 0.25
    assert rounding.quotient(6.0, 4.0) == 1.5
    assert rounding.to_single(16777216.0) == 16777216.0


@pytest.mark.parametrize("number", MANY)
def test_what_is_inexact_stays_within_its_bound(number: int) -> None:
    rounding = Rounding(number)
    for x in (THIRD, 1.1, 1e10, 1e-10):
        x = single(x)
        assert abs(float(rounding.sum(x, 1.0)) - (x + 1.0)) <= 1.5 * ulp(x + 1.0)
        assert abs(float(rounding.product(x, x)) - x * x) <= 1.5 * ulp(x * x)
        assert abs(float(rounding.quotient(1.0, x)) - 1.0 / x) <= 3.5 * ulp(1.0 / x)


def test_roundings_differ_where_they_may() -> None:
    assert len({Rounding(number).quotient(1.0, 3.0) for number in MANY}) >= 3
    assert len({Rounding(number).product(THIRD, THIRD) for number in MANY}) >= 3
    assert Rounding(1).mode == MODES[1]
    assert Rounding(1).product(THIRD, THIRD) == THIRD * THIRD, "a fused product is not rounded"


def test_a_number_stands_for_one_way() -> None:
    draws = [[Rounding(number).product(THIRD, x) for x in (THIRD, 1.1, 2.7)] for number in (11, 11)]
    assert draws[0] == draws[1]


def test_what_is_subnormal_may_be_zero() -> None:
    assert {Rounding(number).product(2.0**-100, 2.0**-40) for number in MANY} == {0.0, 2.0**-140}


def test_what_overflows_another_way_is_undefined() -> None:
    with pytest.raises(Undefined):
        Rounding(0).product(3e38, 3e38)


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_programs_round_like_this(language: LanguageName) -> None:
    assert results(language, "r[1] * 2.0 + r[2]") == {1.0}
    assert len(results(language, "r[1] / 0.3 + 0.1")) >= 3


def test_a_division_may_miss_a_whole_number() -> None:
    assert {math.floor(value) for value in results("glsl", "r[1] * 14.0 / 3.0")} == {6, 7}
    assert {math.floor(value) for value in results("glsl", "r[1] * 14.0 / 2.0")} == {10}


def test_built_in_functions_follow_their_formulas() -> None:
    assert results("glsl", "mix(1.0, 3.0, 0.5)") == {2.0}
    assert results("glsl", "determinant(mat2(r[1], 1.0, r[2], 4.0))") == {8.0}
    assert results("glsl", "mod(r[1] * 98.0, 49.0)") >= {0.0, 49.0}, (
        "147 / 49 may be a little less than 3"
    )
    assert len(results("glsl", "fma(r[1], 0.1, 0.2)")) >= 2
    assert len(results("glsl", "sin(r[1])")) >= 10
    assert max(abs(value - math.sin(1.5)) for value in results("glsl", "sin(r[1])")) < 2.0**-10


def test_a_plain_way_rounds_each_operation_of_a_function() -> None:
    text = "determinant(mat2(0.1, 0.3, 0.7, 0.9)) - (0.1 * 0.9 - 0.7 * 0.3)"
    assert real("glsl", text.replace("0.1", "(r[1] * 0.1)"), 0) == 0.0


def test_exact_functions_are_exact() -> None:
    assert results("glsl", "floor(r[1]) + abs(r[2]) + min(r[1], 0.25)") == {3.25}


def test_what_a_sum_of_large_numbers_cancels_to_may_be_lost() -> None:
    """(a + b) + 1 with a = -b = 2^24: in another order 1 is less than what a float of that size
    holds.
    """
    found = {float(Rounding(k).sum(Rounding(k).sum(2.0**24, -(2.0**24)), 1.0)) for k in MANY}
    assert min(found) <= 0.0 <= 1.0 <= max(found)
    assert scale_of(Rounding(0).sum(2.0**24, -(2.0**24))) == 2.0**24
    small = {float(Rounding(k).sum(Rounding(k).sum(2.0**20, -(2.0**20)), 1.0)) for k in MANY}
    assert small == {1.0}


def test_the_scale_of_a_number_goes_through_operations() -> None:
    rounding = Rounding(0)
    number = rounding.sum(2.0**24, 2.0 - 2.0**24)
    assert scale_of(-number) == scale_of(abs(number)) == 2.0**24
    assert scale_of(rounding.product(number, 4.0)) == 2.0**26
    assert scale_of(rounding.quotient(number, 2.0)) == 2.0**23
    assert scale_of(3.0) == 3.0


@pytest.mark.parametrize("function", ["asin", "acos", "acosh"])
@pytest.mark.parametrize("number", range(16))
def test_the_end_of_a_domain_is_not_passed(function: str, number: int) -> None:
    text = compute_text("glsl", f"real[0] = {function}(real[0] + 1.0);")
    options = Options(path="python", rounding=number)
    found = Interpreter(read(text, "glsl"), "compute", compute_inputs(), options).dispatch()
    assert isinstance(found, Buffers), str(found)


@pytest.mark.parametrize("number", MANY)
def test_it_is_noticed_whether_anything_could_be_rounded_otherwise(number: int) -> None:
    rounding = Rounding(number)
    rounding.product(rounding.sum(3.0, 0.25), -8.0)
    rounding.quotient(6.0, 4.0)
    rounding.remainder(7.0, 2.0)
    rounding.to_half(0.5)
    assert not rounding.had_choice
    operations: tuple[Callable[[], float], ...] = (
        lambda: rounding.sum(1.0, THIRD),
        lambda: rounding.product(THIRD, THIRD),
        lambda: rounding.quotient(1.0, 3.0),
        lambda: rounding.quotient(6.0, 3.0),
        lambda: rounding.product(2.0**-70, 2.0**-70),
        lambda: rounding.to_single(0.1),
        lambda: rounding.to_half(THIRD),
    )
    for operate in operations:
        rounding.had_choice = False
        operate()
        assert rounding.had_choice


def test_a_rounding_begun_again_is_the_one_of_that_number() -> None:
    again = Rounding(17)
    again.sum(THIRD, 1.0)
    for number in MANY:
        again.begin(number)
        other = Rounding(number)
        for x in (THIRD, 1.1, 2.7):
            assert again.product(single(x), THIRD) == other.product(single(x), THIRD)
