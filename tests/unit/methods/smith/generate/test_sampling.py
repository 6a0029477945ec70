"""What is sampled is known: as it is generated, or after it was rewritten."""

from __future__ import annotations

import re

import pytest
from helpers.smith_textures import sampling_program, sampling_seed, sampling_tests

from aberration.core.comparisons import NEAR, NEAR_FOUR
from aberration.core.oracle import Expected
from aberration.core.recipe import TestCase
from aberration.core.texels import AMID, BETWEEN, FAR, LEVEL_OPEN, NO_LEVEL, OUTSIDE
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.shaders.executed import Undefined
from aberration.methods.shaders.shader_tests import LANGUAGES, ShaderTests
from aberration.methods.smith.generate import sampling

OPEN = (AMID, BETWEEN, FAR, LEVEL_OPEN, NO_LEVEL, OUTSIDE, NEAR, NEAR_FOUR)
PROGRAMS = 6


def is_open(found: object) -> bool:
    return isinstance(found, Undefined) and any(one in found.reason for one in OPEN)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("wrappers", ["needed", "all"])
def test_each_program_is_a_test_when_it_is_rewritten(language: LanguageName, wrappers: str) -> None:
    found = list(sampling_tests(language, PROGRAMS, wrappers))
    assert [one for one in found if not isinstance(one, TestCase)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_drawn_at_random_is_known_as_it_is(
    language: LanguageName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sampling, "_RAW", 0.0)
    tests = ShaderTests("smith", 1)
    for number in range(2 * PROGRAMS):
        found = tests.result(sampling_seed(language, number))
        assert not is_open(found), found


@pytest.mark.parametrize("language", LANGUAGES)
def test_some_coordinates_are_any(language: LanguageName) -> None:
    tests = ShaderTests("smith", 1)
    found = [tests.result(sampling_seed(language, number)) for number in range(2 * PROGRAMS)]
    assert any(map(is_open, found))


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("glsl", {"texture", "textureGrad", "textureProjLodOffset", "textureGather", "texelFetch"}),
        ("essl", {"texture", "textureLodOffset", "texelFetchOffset", "textureSize"}),
        ("wgsl", {"textureSample", "textureSampleLevel", "textureGatherCompare", "textureLoad"}),
    ],
)
def test_functions_of_all_kinds_are_called(language: LanguageName, wanted: set[str]) -> None:
    texts = [write(sampling_program(language, number).module) for number in range(80)]
    called = {name for text in texts for name in re.findall(r"\b(tex\w+)\(", text)}
    assert wanted <= called


def test_what_takes_derivatives_in_wgsl_is_not_called_in_compute_shaders() -> None:
    for number in range(80):
        made = sampling_program("wgsl", number)
        if made.stage == "compute":
            assert not re.search(r"textureSample(Bias|Compare)?\(", write(made.module))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_legal_rounding_changes_what_is_sampled(language: LanguageName) -> None:
    cases = [one for one in sampling_tests(language, PROGRAMS, "all") if isinstance(one, TestCase)]
    for case in cases:
        program = case.programs["program"]
        assert isinstance(case.oracle, Expected)
        for number in (0, 5, 6, 11):
            shader = read(program.source, language)
            found = execute(shader, program.shader_stage, program.inputs, Options(rounding=number))
            assert found == case.oracle.outcome, (program.name, number)
