"""The method `fuse`: parts are brought together, mixed, and every subset of the steps is a test."""

from __future__ import annotations

import pytest
from helpers.block_array_cases import Kind, made_block_case
from helpers.fusing import COUNTS, HEADS, TWICE, kernel, program
from helpers.vertex_texts import family_text, vertex_program
from msgspec.structs import replace

from aberration.core.constants import Constant
from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.program import Program, shading_version
from aberration.core.recipe import TestCase, step_types
from aberration.core.rng import Rng
from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.method import FuseMethod
from aberration.methods.shaders.executed import Executed
from aberration.methods.shaders.shader_tests import LANGUAGES

FIRST = program(TWICE, "essl", name="twice")
SECOND = program(COUNTS, "glsl", name="counts")


def drawn(
    run_seed: int,
    language: LanguageName = "essl",
    first: Program = FIRST,
    donors: tuple[Program, ...] = (SECOND,),
    variants: int = 1,
) -> list[TestCase]:
    request = Request(run_seed, variants, first, donors, language=language)
    return list(FuseMethod().make(request))


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_of_several_languages_are_fused_in_one(language: LanguageName) -> None:
    for run_seed in range(3):
        (case,) = drawn(run_seed, language)
        parts = case.recipe.seeds
        assert list(parts) == ["first", "second"]
        assert {one.language for one in parts.values()} == {language}
        if language != "wgsl":
            assert len({shading_version(one.source) for one in parts.values()}) == 1
        whole = case.programs["program"]
        assert isinstance(case.oracle, Expected)
        assert case.oracle.may_refuse
        assert Executed(whole).result(whole.inputs) == case.oracle.outcome


def test_a_recipe_makes_the_same_again() -> None:
    cases = drawn(5, variants=3)
    assert [FuseMethod().replay(case.recipe).case for case in cases] == cases
    assert drawn(5, variants=3) == cases
    assert len({case.programs["program"].source for case in cases}) == 3


def test_every_subset_of_the_steps_is_a_test() -> None:
    case = max(
        (case for run_seed in range(6) for case in drawn(run_seed, "glsl")),
        key=lambda one: len(one.recipe.steps),
    )
    method, steps = FuseMethod(), case.recipe.steps
    assert len(set(step_types(case.recipe))) >= 3
    for number in range(12):
        kept = tuple(step for step in steps if Rng.of(number, str(step)).chance(0.6))
        made = method.replay(case.recipe.with_steps(kept))
        assert len(made.case.recipe.steps) + made.skipped == len(kept)
        assert isinstance(made.case.oracle, Expected)
    plain = method.replay(case.recipe.with_steps(())).case
    assert b"a_main();\n    b_main();" in plain.programs["program"].source


def test_without_a_donor_of_the_stage_a_program_is_fused_with_itself() -> None:
    seed = kernel("data[0] += 3;", (1, 2))
    (case,) = drawn(1, "glsl", seed, (SECOND, FIRST))
    assert case.programs["program"].stage == "compute"
    assert {one.name for one in case.recipe.seeds.values()} <= {"kernel", "kernel from glsl"}
    other = kernel("data[0] = 4;", (1,), size=2)
    (case,) = drawn(1, "glsl", seed, (other,))
    assert {one.stage for one in case.recipe.seeds.values()} == {"compute"}


def test_a_part_that_does_what_is_undefined_is_repaired() -> None:
    (case,) = drawn(2)
    text = HEADS["essl"] + "void main() { int x; int y = 3 / x; colour = vec4(y); }"
    version, _ = shading_version(case.recipe.seeds["first"].source)
    bad = replace(case.recipe.seeds["first"], source=text.replace("310", str(version)).encode())
    recipe = replace(case.recipe, seeds={**case.recipe.seeds, "first": bad}, steps=())
    made = FuseMethod().replay(recipe).case
    assert made.recipe.seeds["first"] == bad
    assert isinstance(made.oracle, Expected)


def test_parts_that_do_not_end_together_are_no_test() -> None:
    turns = "void main() {{ int x = 0; for (int i = 0; i < {}; i++) x++; colour = vec4(x); }}"
    (case,) = drawn(2, "glsl", program(turns.format(10)), (program(turns.format(12)),))
    long = [
        replace(one, source=one.source.replace(b"< 10", b"< 3000").replace(b"< 12", b"< 3000"))
        for one in case.recipe.seeds.values()
    ]
    recipe = replace(case.recipe, seeds=dict(zip(case.recipe.seeds, long, strict=True)), steps=())
    with pytest.raises(BadInput, match="it is no test"):
        FuseMethod().replay(recipe)


def test_the_smaller_size_of_both_parts_is_drawn() -> None:
    (case,) = drawn(3)
    small = replace(case.recipe.seeds["second"], inputs=Inputs(width=4, height=99))
    recipe = replace(case.recipe, seeds={**case.recipe.seeds, "second": small})
    inputs = FuseMethod().replay(recipe).case.programs["program"].inputs
    first = case.recipe.seeds["first"].inputs
    assert (inputs.width, inputs.height) == (4, min(first.height, 99))


def test_the_plainest_relation_is_offered() -> None:
    case = next(
        case
        for run_seed in range(9)
        for case in drawn(run_seed)
        if case.recipe.options["relation"] != "average"
    )
    (simpler,) = FuseMethod().simplify(case.recipe)
    assert simpler.options["relation"] == "average"
    assert list(FuseMethod().simplify(simpler)) == []


def test_a_relation_may_be_asked_for() -> None:
    request = Request(1, 1, FIRST, (SECOND,), {"relation": "light"}, "essl")
    (case,) = FuseMethod().make(request)
    assert case.recipe.options["relation"] == "light"
    with pytest.raises(BadInput, match=r"expected relations \(.*, but 'lights' came"):
        FuseMethod().make(replace(request, options={"relation": "lights"}))


def test_one_of_several_relations_is_drawn_and_it_is_of_the_stage() -> None:
    request = Request(1, 12, FIRST, (SECOND,), {"relation": "light mask together"}, "essl")
    names = {case.recipe.options["relation"] for case in FuseMethod().make(request)}
    assert names == {"light", "mask"}
    with pytest.raises(BadInput, match="expected a relation of fragment shaders among others"):
        FuseMethod().make(replace(request, options={"relation": "together total"}))


def test_only_steps_of_the_kinds_that_are_asked_for_are_drawn() -> None:
    request = Request(3, 4, FIRST, (SECOND,), language="glsl")
    for wanted, kinds in (
        ("none", set()),
        ("InlineCall Interleave", {"InlineCall", "Interleave"}),
    ):
        cases = FuseMethod().make(replace(request, options={"steps": wanted}))
        assert {kind for case in cases for kind in step_types(case.recipe)} == kinds
    with pytest.raises(BadInput, match="expected kinds of steps of a fusion"):
        FuseMethod().make(replace(request, options={"steps": "Inline"}))


def test_the_difference_of_two_cases_are_steps() -> None:
    case = next(case for run_seed in range(9) for case in drawn(run_seed) if case.recipe.steps)
    method = FuseMethod()
    plain = method.replay(case.recipe.with_steps(case.recipe.steps[1:])).case
    assert str(case.recipe.steps[0]["type"]) in method.delta(plain, case)


@pytest.mark.parametrize("weight", ["x", "-1", "257"])
def test_a_weight_is_a_number_of_256_parts(weight: str) -> None:
    (case,) = drawn(1)
    recipe = replace(case.recipe, options={**case.recipe.options, "weight": weight})
    with pytest.raises(BadInput, match="expected a weight from 0 to 256"):
        FuseMethod().replay(recipe)


def test_programs_for_the_vertex_stage_are_refused_by_name() -> None:
    text = family_text("essl", "aberration_result = vec4(1.0);")
    with pytest.raises(BadInput, match="it cannot be fused: it is for the vertex stage"):
        drawn(3, first=vertex_program("essl", text))


def test_programs_with_given_constants_are_refused_by_name() -> None:
    given = replace(SECOND.inputs, constants=(Constant("0", "int", 7),))
    with pytest.raises(BadInput, match="it cannot be fused: it has given specialisation constants"):
        drawn(3, "glsl", first=replace(SECOND, inputs=given))


@pytest.mark.parametrize("kind", ["uniform", "storage"])
def test_arrays_of_blocks_are_refused_by_name(kind: Kind) -> None:
    """One of storage blocks was an internal error."""
    with pytest.raises(BadInput, match="it cannot be fused: it has an array of blocks"):
        drawn(3, "glsl", first=made_block_case(5, kind))
