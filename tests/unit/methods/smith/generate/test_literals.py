"""Constants are in their types' ranges, and of the kinds that are asked for."""

from __future__ import annotations

import pytest

from aberration.core.rng import Rng
from aberration.methods.smith.generate.literals import float_value, int_value, uint_value
from aberration.methods.smith.generate.settings import LITERALS

RNG = Rng.of(3, "literals")
INT_MIN, INT_MAX, UINT_MAX = -(2**31), 2**31 - 1, 2**32 - 1


def ints(kind: str) -> set[int]:
    return {int_value(RNG, (kind,)) for _ in range(500)}


def uints(kind: str) -> set[int]:
    return {uint_value(RNG, (kind,)) for _ in range(500)}


@pytest.mark.parametrize("kind", LITERALS)
def test_values_fit_their_types(kind: str) -> None:
    assert min(ints(kind)) >= INT_MIN
    assert max(ints(kind)) <= INT_MAX
    assert min(uints(kind)) >= 0
    assert max(uints(kind)) <= UINT_MAX


def test_small_and_high_values_are_such() -> None:
    assert all(-128 <= value < 128 for value in ints("small"))
    assert all(0 <= value < 128 for value in uints("small"))
    assert all(abs(value) > 2**30 for value in ints("high"))
    assert all(value > 2**31 for value in uints("high"))


def test_special_values_are_those_at_the_edges() -> None:
    assert ints("special") == {0, -1, 1, 2, -2, INT_MAX, INT_MIN}
    assert uints("special") == {0, 1, 2, UINT_MAX}


def test_floats_are_whole_or_dyadic_and_never_zero() -> None:
    found = {float_value(RNG) for _ in range(2000)}
    assert all(0.0 < abs(value) < 4096.0 and (value * 16.0).is_integer() for value in found)
    assert any(not value.is_integer() for value in found)
    assert any(value < 0.0 for value in found)
