"""Pipelines of methods, by their names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from helpers.fused_modules import fragment, kernel, result, with_uniform
from msgspec.structs import replace

from aberration.core.errors import BadInput, UnknownName
from aberration.core.freedom import EXCLUDED
from aberration.core.limits import beyond
from aberration.core.method import Method, Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.recipe import Step, TestCase
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.registry import method_named
from aberration.methods.smith.method import SmithMethod

OPTIONS = {"smith.preset": "tiny", "transform.steps": "40"}


@cache
def pipeline() -> Method:
    return method_named("smith+transform")


@cache
def cases(kind: str) -> tuple[TestCase, ...]:
    options = {**OPTIONS, "smith.kind": kind}
    asked = Request(run_seed=11, variants=2, language="spirv", options=options)
    return tuple(pipeline().make(asked))


RANDOM = {"smith.kind": "random"}
KINDS = pytest.mark.parametrize("kind", ["path", "random"])


@KINDS
def test_the_second_stage_starts_from_what_the_first_one_makes(kind: str) -> None:
    assert [case.recipe.method for case in cases(kind)] == ["smith+transform"] * 2
    for case in cases(kind):
        stages = {str(step["stage"]) for step in case.recipe.steps}
        assert stages == ({"smith", "transform"} if kind == "path" else {"transform"})
        assert case.recipe.seeds["seed"].language in ("glsl", "essl")
        assert isinstance(case.oracle, Expected)
        variant = case.programs[case.oracle.program]
        assert variant.source != case.programs["reference"].source
        assert not validate(variant.source, environment_of(variant.source))


@KINDS
def test_a_recipe_gives_the_same_bytes(kind: str) -> None:
    fresh = method_named("smith+transform")
    for case in cases(kind):
        again = fresh.replay(case.recipe)
        assert (again.case, again.skipped) == (case, 0)


@KINDS
def test_without_the_steps_of_the_second_it_is_what_the_first_made(kind: str) -> None:
    case = cases(kind)[0]
    first = tuple(step for step in case.recipe.steps if step["stage"] == "smith")
    plain = pipeline().replay(case.recipe.with_steps(first)).case
    assert isinstance(plain.oracle, Expected)
    assert plain.oracle == case.oracle
    assert plain.programs["variant"].source == case.programs["reference"].source


def test_another_program_of_the_first_stage_brings_its_own_result() -> None:
    case = cases("path")[0]
    second = tuple(step for step in case.recipe.steps if step["stage"] == "transform")
    fewer = pipeline().replay(case.recipe.with_steps((*case.recipe.steps[:4], *second))).case
    assert isinstance(fewer.oracle, Expected)
    assert isinstance(case.oracle, Expected)
    assert fewer.oracle.outcome != case.oracle.outcome


@KINDS
def test_smaller_recipes_replay(kind: str) -> None:
    case = cases(kind)[1]
    for recipe in islice(pipeline().simplify(case.recipe), 3):
        again = pipeline().replay(recipe).case
        assert again.recipe.method == "smith+transform"
        assert again.recipe != case.recipe


def test_the_difference_is_that_of_the_stage_that_differs() -> None:
    case = cases("path")[0]
    before = pipeline().replay(case.recipe.with_steps(case.recipe.steps[:-1])).case
    assert pipeline().delta(before, case).startswith("--- passing")
    first = str(case.recipe.steps[0]["type"])
    fewer = pipeline().replay(case.recipe.with_steps(case.recipe.steps[1:])).case
    assert first in pipeline().delta(fewer, case)


def test_what_cannot_be_a_pipeline_is_refused() -> None:
    with pytest.raises(BadInput, match="starts from no program"):
        method_named("transform+agree")
    with pytest.raises(BadInput, match="starts from no program"):
        method_named("smith+transform+smith")
    with pytest.raises(UnknownName):
        method_named("smith+transfrom")


def test_an_option_that_a_stage_does_not_know_is_refused() -> None:
    options = {"smith.preset": "huge", "smith.kind": "random"}
    with pytest.raises(BadInput, match="preset"):
        pipeline().make(Request(run_seed=1, variants=1, language="spirv", options=options))


def test_stages_may_be_several() -> None:
    method = method_named("smith+fuse+emi+transform")
    options = {**OPTIONS, "smith.kind": "path"}
    (case, *_) = method.make(Request(run_seed=4, variants=1, language="spirv", options=options))
    assert {step["stage"] for step in case.recipe.steps} <= {"smith", "fuse", "emi", "transform"}
    assert case.programs["variant"].language == "spirv"
    assert method.replay(case.recipe).case == case


def test_a_method_may_be_several_stages() -> None:
    method = method_named("smith+fuse+fuse")
    options = {**OPTIONS, "smith.kind": "path", "fuse2.relation": "average"}
    request = Request(run_seed=4, variants=1, language="essl", options=options)
    (case, *_) = method.make(request)
    assert {"fuse", "fuse2"} <= {str(step["stage"]) for step in case.recipe.steps}
    assert case.recipe.options["fuse2.relation"] == "average"
    assert method.replay(case.recipe).case == case
    kept = tuple(step for step in case.recipe.steps if step["stage"] != "fuse2")
    assert method.replay(case.recipe.with_steps(kept)).skipped == 0


def test_another_random_program_is_the_second_part_of_a_fused_one() -> None:
    method = method_named("smith+fuse")
    options = {**OPTIONS, "smith.kind": "random"}
    request = Request(run_seed=4, variants=1, language="essl", options=options)
    own = [
        "second" in f"{options['fuse.carried']} {options['fuse.fed']}".split()
        for options in (case.recipe.options for case in _of_runs(method, request))
    ]
    assert own.count(False) >= 2


def _of_runs(method: Method, request: Request) -> Iterator[TestCase]:
    for run_seed in range(3):
        yield from method.make(replace(request, run_seed=run_seed))


def test_random_shaders_are_fused_as_text() -> None:
    assert {one.language for one in method_named("smith+fuse").languages} == {
        "essl", "glsl", "wgsl",
    }  # fmt: skip
    assert "spirv" in {one.language for one in method_named("fuse").languages}


def test_random_shaders_get_live_code_as_modules_too() -> None:
    both = method_named("smith+emi")
    assert "spirv" in {one.language for one in both.languages}
    options = {"smith.preset": "tiny", "smith.kind": "random"}
    (case,) = both.make(Request(run_seed=5, variants=1, language="spirv", options=options))
    assert case.recipe.seeds["seed"].language in ("glsl", "essl")
    assert {str(step["stage"]) for step in case.recipe.steps} == {"emi"}
    oracle = case.oracle
    assert isinstance(oracle, Expected)
    assert oracle.limits is not None
    variant = case.programs[oracle.program]
    assert not validate(variant.source, environment_of(variant.source))
    again = method_named("smith+emi").replay(case.recipe)
    assert (again.case, again.skipped) == (case, 0)


def test_what_the_first_stage_draws_on_replay_stays() -> None:
    asked = Request(run_seed=2, variants=1, language="spirv", options={**OPTIONS, **RANDOM})
    (case,) = pipeline().make(asked)
    assert case.recipe.options["wrappers"] == "some"
    assert method_named("smith+transform").replay(case.recipe).case == case


def test_a_first_stage_that_makes_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    method = method_named("smith+transform")
    monkeypatch.setattr(SmithMethod, "make", lambda self, request: [])
    with pytest.raises(BadInput, match="smith made no program"):
        method.make(Request(run_seed=4, variants=1, language="spirv"))


def test_modules_are_fused_and_transformed_with_all_that_is_known_of_them() -> None:
    both = method_named("fuse+transform")
    first, donor = with_uniform(0.25, "grey"), fragment(name="across")
    options = {"transform.steps": "40"}
    asked = Request(3, 1, first, (donor, kernel(1)), options, "spirv")
    (case,) = both.make(asked)
    assert case.recipe.seeds["second"].name == "across"
    oracle = case.oracle
    assert isinstance(oracle, Expected)
    assert oracle.limits is not None
    variant = case.programs[oracle.program]
    assert not validate(variant.source, environment_of(variant.source))
    found = result(variant)
    assert isinstance(found, Image)
    assert beyond(found, oracle.limits).beyond == 0
    again = method_named("fuse+transform").replay(case.recipe)
    assert (again.case, again.skipped) == (case, 0)


def test_a_seed_in_another_language_is_refused_at_once() -> None:
    asked = Request(3, 1, Program("c", "program", b""), language="spirv")
    with pytest.raises(BadInput, match="no program of such a seed"):
        method_named("fuse+transform").make(asked)


def test_another_result_is_explained_by_the_stage_that_says_what_its_program_gives() -> None:
    # The fused program has more buffers than the one that smith made.
    fused = method_named("smith+fuse")
    options = {"smith.preset": "tiny", "relation": "together"}
    case = next(
        case
        for seed in range(40)
        for case in fused.make(Request(seed, 1, language="glsl", options=options))
        if isinstance(case.oracle, Expected) and isinstance(case.oracle.outcome, Buffers)
    )
    assert isinstance(case.oracle, Expected)
    assert isinstance(case.oracle.outcome, Buffers)
    data = case.oracle.outcome.data
    other = replace(case.oracle.outcome, data=(*data[:-1], bytes(len(data[-1]))))
    assert fused.permitted_otherwise(case, other) == EXCLUDED


def test_each_stage_says_its_own_steps_in_words() -> None:
    method = method_named("smith+fuse+fuse")
    assert method.without_steps.startswith("Both parts side by side")
    for stage in ("fuse", "fuse2"):
        step: Step = {"stage": stage, "type": "ReuseVariable", "dead": "a_x", "name": "b_x"}
        assert method.in_words(step) == "ReuseVariable: `a_x` holds what `b_x` held"
    assert method_named("emi+fuse").in_words({"stage": "emi", "type": "Any"}) == "Any"
