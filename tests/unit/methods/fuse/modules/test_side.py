"""Tests of fused modules, as the method makes and replays them."""

from __future__ import annotations

import pytest
from helpers.fused_modules import (
    ACROSS,
    DOWN,
    KILLS,
    SMALL,
    fragment,
    fused,
    fusion,
    kernel,
    many,
    result,
    with_uniform,
)
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.freedom import NO_REASON
from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.recipe import TestCase, step_types
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.fuse.method import FuseMethod
from aberration.methods.fuse.records.enter_branch import EnterBranch
from aberration.methods.fuse.records.inline_call import InlineCall
from aberration.methods.fuse.records.registry import to_step

FIRST, SECOND = fragment(ACROSS, name="across"), fragment(DOWN, name="down")
OTHERS = (with_uniform(0.25, "grey"), fragment(KILLS, name="kills"), kernel(1))
NEVER_WRITES = fragment("%sum = OpFAdd %float %x %y", name="never")


def drawn(
    run_seed: int,
    first: Program = FIRST,
    donors: tuple[Program, ...] = (SECOND, *OTHERS),
    **options: str,
) -> TestCase:
    request = Request(run_seed, 1, first, donors, language="spirv", options=options)
    (case,) = FuseMethod().make(request)
    return case


def test_a_module_is_fused_with_a_donor_of_its_stage() -> None:
    seconds = set()
    for run_seed in range(8):
        case = drawn(run_seed)
        program = case.programs["program"]
        assert validate(program.source, environment_of(program.source)) is None
        assert isinstance(case.oracle, Expected)
        found = result(program)
        assert isinstance(found, Image)
        assert case.oracle.limits is not None
        assert beyond(found, case.oracle.limits).beyond == 0
        assert case.oracle.limits.places_compared() == SMALL.width * SMALL.height
        seconds.add(case.recipe.seeds["second"].name)
    assert seconds == {"down", "grey", "kills"}


def test_a_recipe_makes_the_same_again_and_a_step_can_be_dropped() -> None:
    cases = [drawn(run_seed, relation="parity") for run_seed in range(4)]
    assert {"EnterBranch"} in [set(step_types(case.recipe)) for case in cases]
    for case in cases:
        method = FuseMethod()
        assert method.replay(case.recipe).case == case
        plain = method.replay(case.recipe.with_steps(())).case
        assert isinstance(plain.oracle, Expected)
        assert isinstance(case.oracle, Expected)
        assert plain.oracle.outcome == case.oracle.outcome


def test_steps_of_shaders_are_skipped() -> None:
    case = drawn(1, relation="average")
    steps = (to_step(InlineCall(0, 0)), to_step(EnterBranch()))
    made = FuseMethod().replay(case.recipe.with_steps(steps))
    assert (made.skipped, made.case.recipe.steps) == (2, ())


def test_the_plainest_relation_comes_in_reduction() -> None:
    (smaller,) = FuseMethod().simplify(drawn(1, relation="parity").recipe)
    assert smaller.options["relation"] == "average"
    FuseMethod().replay(smaller)
    drawn_relations = {
        drawn(run_seed, kernel(2), (kernel(3),)).recipe.options["relation"]
        for run_seed in range(24)
    }
    assert drawn_relations == {"together", "total", "exclusive", "prefix", "turns"}
    case = drawn(1, kernel(2), (kernel(3),), relation="together")
    assert list(FuseMethod().simplify(case.recipe)) == []


def test_compute_shaders_are_fused_with_those_of_workgroups_as_large() -> None:
    case = drawn(1, kernel(3), (SECOND, kernel(1, size=4), kernel(7, (5, 5))))
    assert isinstance(case.oracle, Expected)
    assert isinstance(case.oracle.outcome, Buffers)
    assert [one.name for one in case.recipe.seeds.values()] == ["adds 3", "adds 7"]
    alone = drawn(1, kernel(3), (SECOND, kernel(1, size=4)))
    assert [one.name for one in alone.recipe.seeds.values()] == ["adds 3", "adds 3"]


def test_a_part_that_does_what_is_undefined_is_no_test() -> None:
    with pytest.raises(BadInput, match="no test"):
        drawn(1, NEVER_WRITES, ())


def test_no_rounding_is_asked_again() -> None:
    case = drawn(1)
    assert FuseMethod().precise(case) is None
    assert isinstance(case.oracle, Expected)
    assert FuseMethod().permitted_otherwise(case, case.oracle.outcome) == NO_REASON


def test_a_colour_on_the_edge_of_two_levels_may_be_either() -> None:
    # A third of 4.5 levels: a quotient may be rounded either way, and so may the level be.
    body = """
%third = OpFDiv %float %edge %three
%mixed = OpCompositeConstruct %v4 %third %third %third %one
OpStore %colour %mixed
"""
    globals_ = "%edge = OpConstant %float 0.0264705885\n%three = OpConstant %float 3"
    risky = fragment(body, globals=globals_)
    case = drawn(1, risky, (), relation="maximum")
    oracle = case.oracle
    assert isinstance(oracle, Expected)
    assert oracle.limits is not None
    image = result(fused(fusion(risky, risky, "maximum")))
    assert isinstance(image, Image)
    for level in (2, 3):
        data = bytes((level, level, level, 255)) * (SMALL.width * SMALL.height)
        assert beyond(Image(8, 8, "rgba8", data), oracle.limits).beyond == 0
    far = bytes((5, 5, 5, 255)) * (SMALL.width * SMALL.height)
    assert beyond(Image(8, 8, "rgba8", far), oracle.limits).beyond == 64


def test_words_are_combined_of_one_workgroup() -> None:
    recipe = drawn(1, many(3), (), relation="total").recipe
    several = {
        role: replace(one, inputs=replace(one.inputs, groups=(2, 1, 1)))
        for role, one in recipe.seeds.items()
    }
    case = FuseMethod().replay(replace(recipe, seeds=several)).case
    assert case.programs["program"].inputs.groups == (1, 1, 1)
    with pytest.raises(BadInput, match="no test: it does what is undefined"):
        FuseMethod().replay(replace(recipe, seeds=several, options={"relation": "together"}))


def test_a_module_that_is_fused_with_itself_gets_inputs_of_its_own() -> None:
    for first in (with_uniform(0.25), kernel(3)):
        seeds = [drawn(run_seed, first, ()).recipe.seeds for run_seed in range(6)]
        assert any(one["first"].inputs != one["second"].inputs for one in seeds)
        assert any(one["first"].inputs != first.inputs for one in seeds)
        assert all(one["first"].source == one["second"].source for one in seeds)


def test_inputs_on_which_something_is_undefined_are_not_taken() -> None:
    divides = kernel(3, (12, 4), body="%new = OpUDiv %uint %old %old")
    for run_seed in range(12):
        for one in drawn(run_seed, divides, (), relation="together").recipe.seeds.values():
            assert one.inputs.buffers[0].data[:4] != bytes(4)
