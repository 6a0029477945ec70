"""Programs of the generator `smith` in other languages: they read again, and give the same."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest
from helpers.smith_programs import defined_tests
from helpers.translated import TARGETS, attempt, well_formed

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image
from aberration.core.recipe import TestCase
from aberration.languages.shading.translate.refusals import REASONS
from aberration.languages.shading.tree import LanguageName
from aberration.methods.shaders.shader_tests import ShaderTests

LANGUAGES: Final[tuple[LanguageName, ...]] = ("glsl", "essl", "wgsl")
FEW: Final = 3
MANY: Final = 100


def translations(case: TestCase, shaders: ShaderTests) -> Counter[str]:
    """Return how many translations of a program there are by language, after their proof."""
    program, oracle = case.programs["program"], case.oracle
    assert isinstance(oracle, Expected)
    found: Counter[str] = Counter()
    for language, version in TARGETS:
        if language == program.language:
            continue
        made = attempt(program, language, version, REASONS)
        if made is None:
            continue
        well_formed(made)
        result = shaders.result(made)
        assert isinstance(result, Image | Buffers), f"{result}\n{made.source.decode()}"
        apart = compare(oracle.outcome, result, Tolerance())
        assert within(apart, Tolerance()), f"{apart}\n{made.source.decode()}"
        found[language] += 1
    return found


def check_many(language: LanguageName, count: int) -> None:
    shaders, found = ShaderTests("translated", 1), Counter[str]()
    for case in defined_tests(language, count):
        found += translations(case, shaders)
    others = [other for other in LANGUAGES if other != language]
    assert all(found[other] >= count // 2 for other in others), found


@pytest.mark.parametrize("language", LANGUAGES)
def test_some_programs_mean_the_same_in_other_languages(language: LanguageName) -> None:
    check_many(language, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_many_programs_mean_the_same_in_other_languages(language: LanguageName) -> None:
    check_many(language, MANY)
