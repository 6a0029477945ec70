"""The method `drive`: one module, driven in ways that are steps of a recipe."""

from __future__ import annotations

import pytest
from helpers.live_modules import live_module
from helpers.shading_runs import needs_compiler
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.program import Program
from aberration.core.recipe import step_types
from aberration.methods.drive.fitting import fitting_ways
from aberration.methods.drive.method import DriveMethod

pytestmark = needs_compiler
METHOD = DriveMethod()


def test_each_test_is_the_seed_in_other_ways() -> None:
    seed = live_module()
    cases = METHOD.make(Request(3, 6, seed, language="spirv"))
    drawn = [step_types(case.recipe) for case in cases]
    assert len({*drawn}) > 3
    for case, ways in zip(cases, drawn, strict=True):
        program = case.programs["program"]
        assert program.source == seed.source
        assert program.inputs.ways == ways
        assert {*ways} <= {*fitting_ways(seed)}
        assert isinstance(case.oracle, Expected)
    assert METHOD.make(Request(3, 6, seed, language="spirv")) == cases


def test_a_recipe_and_every_part_of_it_makes_the_same_again() -> None:
    (case,) = METHOD.make(Request(8, 1, live_module(), language="spirv"))
    assert METHOD.replay(case.recipe).case == case
    none = METHOD.replay(case.recipe.with_steps(())).case
    assert none.programs["program"].inputs.ways == ()
    assert none.oracle == case.oracle
    assert METHOD.delta(none, case).split() == [*step_types(case.recipe)]


def test_ways_that_do_not_fit_are_skipped() -> None:
    (case,) = METHOD.make(Request(1, 1, live_module(), language="spirv"))
    recipe = case.recipe.with_steps(({"type": "DispatchInParts"}, {"type": "DrawIndexed"}))
    again = METHOD.replay(recipe)
    assert (step_types(again.case.recipe), again.skipped) == (("DrawIndexed",), 1)
    with pytest.raises(BadInput, match="expected names of ways"):
        METHOD.replay(recipe.with_steps(({"type": "DrawBackwards"},)))


def test_only_modules_are_driven() -> None:
    with pytest.raises(BadInput, match="expected a SPIR-V module"):
        METHOD.make(Request(1, 1, Program("glsl", "fragment", b"")))
    large = live_module(256, 256)
    (case,) = METHOD.make(Request(1, 1, large, language="spirv"))
    assert len(case.programs["program"].inputs.tiles) == 16
    assert replace(case.recipe.seeds["seed"], inputs=large.inputs) == large
