"""Pipelines of methods on real drivers."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.here import here
from helpers.newest import with_newest

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.observe import observe_fresh
from aberration.campaign.shrinking import ProgramShrinker
from aberration.core.method import Request
from aberration.core.oracle import judge
from aberration.core.recipe import TestCase
from aberration.core.testcase import replay_case
from aberration.methods.registry import method_named
from aberration.reduce.program import Limits, lines_of
from aberration.reduce.reducer import Reduced
from aberration.targets.pool import TargetPool

TARGETS = {target.id: target for target in here()}


@pytest.mark.parametrize("name", ["swiftshader", "lavapipe"])
def test_what_smith_and_transform_make_gives_the_known_result(name: str) -> None:
    target = TARGETS[name]
    if not target.available:
        pytest.skip(target.reason)
    method, verdicts = method_named("smith+transform"), list[str]()
    with TargetPool() as pool:
        for run_seed in range(4):
            options = {"smith.preset": "tiny", "transform.steps": "60"}
            asked = Request(run_seed=run_seed, variants=2, language="spirv", options=options)
            for case in method.make(asked):
                (role,) = [one for one in case.programs if one == "variant"]
                outcome = pool.run(target, case.programs[role], 30.0).outcome
                verdicts.append(judge(case.oracle, {name: {role: outcome}})[name].kind)
    assert len(verdicts) >= 6
    assert set(verdicts) == {"pass"}


MUTANT = TARGETS["mutant-essl-last-return"]
TINY = {"smith.preset": "tiny", "smith.kind": "random"}
DEFAULT = {"smith.kind": "random"}


def first_wrong(pool: TargetPool) -> TestCase:
    """Return the first program of smith that a mutant of ESSL compiles wrongly, once it is
    translated to that.
    """
    method = method_named("smith+agree")
    for run_seed in range(20):
        asked = Request(run_seed=run_seed, variants=1, language="essl", options=DEFAULT)
        for case in method.make(asked):
            if "agree.translated" not in case.recipe.options:
                continue
            if observe_fresh(pool, case, [MUTANT], 20.0).verdict_on(MUTANT).kind == "wrong":
                return case
    raise AssertionError("the mutant is never wrong")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_translated_program_of_smith_is_reduced_in_its_own_language(tmp_path: Path) -> None:
    method = method_named("smith+agree")
    configuration = FuzzConfiguration(output=str(tmp_path), targets=(MUTANT.id,))
    with TargetPool() as pool:
        case = first_wrong(pool)
        wanted = observe_fresh(pool, case, [MUTANT], 20.0).verdict_on(MUTANT)
        shrinker = ProgramShrinker(pool, MUTANT, method, configuration, wanted)
        found = shrinker.shrink(Reduced("complete", case, None, 0), Limits(seconds=120))
    smallest = found.reduced.case
    before, after = case.recipe.seeds["seed"], smallest.recipe.seeds["seed"]
    assert set(smallest.recipe.seeds) == {"seed"}
    assert after.language == before.language != "essl"
    assert smallest.programs["program"].language == "essl"
    assert lines_of(after) <= 15 < lines_of(before)
    assert replay_case(smallest, method) == smallest


@pytest.mark.parametrize("language", ["wgsl", "essl", "glsl"])
def test_what_smith_makes_means_the_same_in_other_languages(language: str) -> None:
    name = {"wgsl": "wgpu-swiftshader"}.get(language, "llvmpipe@newest")
    target, method, verdicts = with_newest(name), method_named("smith+agree"), list[str]()
    translated = 0
    with TargetPool() as pool:
        for run_seed in range(4):
            asked = Request(run_seed=run_seed, variants=1, language=language, options=TINY)
            for case in method.make(asked):
                translated += "agree.translated" in case.recipe.options
                outcome = pool.run(target, case.programs["program"], 30.0).outcome
                verdicts.append(judge(case.oracle, {name: {"program": outcome}})[name].kind)
    assert verdicts == ["pass"] * 4
    assert translated
