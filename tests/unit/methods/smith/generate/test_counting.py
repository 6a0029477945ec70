"""Guided loops make the turns that they are drawn for, and leave no type's range."""

from __future__ import annotations

import operator

import pytest

from aberration.core.rng import Rng
from aberration.languages.shading.tree import LanguageName
from aberration.methods.smith.generate.counting import Count, draw_count
from aberration.methods.smith.generate.expressions import expression, makers_for
from aberration.methods.smith.generate.settings import LARGE, draw_features
from aberration.methods.smith.generate.state import Generator
from aberration.methods.smith.generate.statements import statements

COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
RANGES = {"int": (-(2**31), 2**31 - 1), "uint": (0, 2**32 - 1), "float": (-(2**24), 2**24)}


def generator(language: LanguageName) -> Generator:
    rng = Rng.of(11, language)
    features = draw_features(rng, LARGE)
    makers = makers_for(features, wgsl=language == "wgsl")
    return Generator(
        rng, rng, language, 0, "compute", LARGE, features, makers, expression, statements
    )


def turns(count: Count) -> int:
    """Run the loop; what leaves the type's range is an error."""
    low, high = RANGES[count.type.kind]
    value, made = count.start, 0
    while COMPARE[count.comparison](value, count.bound):
        made += 1
        assert made < 100
        if count.op == "+":
            value += count.step
        elif count.op == "-":
            value -= count.step
        elif count.op == "*":
            value *= count.step
        else:
            value = int(value) // int(count.step)
        assert low <= value <= high
    return made


@pytest.mark.parametrize("language", ["wgsl", "glsl"])
def test_guided_loops_end_within_the_settings(language: LanguageName) -> None:
    gen = generator(language)
    counts = [draw_count(gen) for _ in range(2000)]
    assert all(0 <= turns(count) <= LARGE.for_length + 1 for count in counts)
    assert {count.op for count in counts} == {"+", "-", "*", "/"}
    assert {count.comparison for count in counts} == set(COMPARE)
