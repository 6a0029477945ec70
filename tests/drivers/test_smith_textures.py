"""Random programs that sample textures: two drivers of each language give what the interpreter
says.
"""

from __future__ import annotations

import pytest
from helpers.newest import with_newest
from helpers.smith_textures import sampling_tests

from aberration.core.oracle import Verdict, judge
from aberration.core.recipe import TestCase
from aberration.languages.shading.tree import LanguageName
from aberration.targets.pool import TargetPool

TARGETS: tuple[tuple[str, LanguageName], ...] = (
    ("llvmpipe", "glsl"),
    ("glslang+swiftshader", "glsl"),
    ("llvmpipe", "essl"),
    ("angle-swiftshader", "essl"),
    ("wgpu-swiftshader", "wgsl"),
    ("dawn-swiftshader", "wgsl"),
)


def compare(name: str, language: LanguageName, count: int) -> None:
    """No program that a target takes gives anything else; most are taken, by WebGL one of three."""
    target, kinds = with_newest(name), []
    with TargetPool() as pool:
        for case in sampling_tests(language, count, "needed"):
            assert isinstance(case, TestCase), case
            outcome = pool.run(target, case.programs["program"], 30.0).outcome
            verdict: Verdict = judge(case.oracle, {name: {"program": outcome}})[name]
            assert verdict.kind in ("pass", "none"), (case.programs["program"].name, verdict)
            kinds.append(verdict.kind)
    assert kinds.count("pass") * 8 > count


@pytest.mark.parametrize(("name", "language"), TARGETS)
def test_a_driver_gives_what_the_interpreter_says(name: str, language: LanguageName) -> None:
    compare(name, language, 8)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "language"), TARGETS)
def test_drivers_give_it_of_many_programs(name: str, language: LanguageName) -> None:
    compare(name, language, 200)
