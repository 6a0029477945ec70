"""The method `drive`: one shader, driven in ways that are steps of a recipe."""

from __future__ import annotations

import pytest
from helpers.live_modules import live_module
from helpers.shading_runs import needs_compiler
from helpers.vertex_texts import family_text, vertex_program
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.freedom import NO_REASON
from aberration.core.inputs import Inputs
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.core.recipe import Recipe, step_types
from aberration.methods.drive.fitting import fitting_ways
from aberration.methods.drive.method import DriveMethod

pytestmark = needs_compiler
METHOD = DriveMethod()
SIZE = Inputs(width=6, height=4)
SHADER = Program(
    "glsl",
    "fragment",
    b"#version 330\nout vec4 colour;\n"
    b"void main() { colour = vec4(gl_FragCoord.xy / 8.0, 0.0, 1.0); }\n",
    SIZE,
)
COARSE = Program(
    "essl",
    "fragment",
    b"#version 300 es\nprecision mediump float;\nout vec4 colour;\n"
    b"void main() { colour = vec4(0.25, 0.5, 0.0, 1.0); }\n",
    SIZE,
)


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


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_shaders_are_driven_in_each_language(language: str) -> None:
    cases = METHOD.make(Request(5, 4, SHADER, language=language))
    for case in cases:
        program, seed = case.programs["program"], case.recipe.seeds["seed"]
        assert (program.language, program.source) == (language, seed.source)
        assert program.inputs.ways == step_types(case.recipe)
        assert {*program.inputs.ways} <= {*fitting_ways(seed)}
        assert isinstance(case.oracle, Expected)
        assert isinstance(case.oracle.outcome, Image)
        assert case.oracle.may_refuse
        assert METHOD.replay(case.recipe).case == case
    assert len({step_types(case.recipe) for case in cases}) > 1


def test_of_a_shader_it_is_asked_what_rounding_leaves_open() -> None:
    case = METHOD.replay(Recipe("drive", 1, {"seed": COARSE}, ({"type": "DrawIndexed"},))).case
    precise = METHOD.precise(case)
    assert precise is not None
    assert b"mediump" in case.programs["program"].source
    assert b"mediump" not in precise.programs["program"].source
    assert precise.programs["program"].inputs == case.programs["program"].inputs
    assert isinstance(case.oracle, Expected)
    assert METHOD.permitted_otherwise(case, case.oracle.outcome) == NO_REASON
    (module,) = METHOD.make(Request(8, 1, live_module(), language="spirv"))
    assert METHOD.precise(module) is None
    assert METHOD.permitted_otherwise(module, Image(1, 1, "rgba8", bytes(4))) == NO_REASON


def test_only_shaders_are_driven() -> None:
    with pytest.raises(BadInput, match="expected a shader or a SPIR-V module"):
        METHOD.make(Request(1, 1, Program("c", "program", b"")))
    with pytest.raises(BadInput, match="but a module came"):
        METHOD.make(Request(1, 1, live_module(), language="wgsl"))


def test_of_a_large_image_modules_draw_tiles() -> None:
    large = live_module(256, 256)
    (case,) = METHOD.make(Request(1, 1, large, language="spirv"))
    assert len(case.programs["program"].inputs.tiles) == 16
    assert replace(case.recipe.seeds["seed"], inputs=large.inputs) == large


def test_texts_for_the_vertex_stage_are_driven_in_one_way() -> None:
    text = family_text("glsl", "aberration_result = vec4(1.0);")
    with pytest.raises(BadInput, match="one way to drive a program for the vertex stage"):
        METHOD.make(Request(3, 1, vertex_program("glsl", text), language="glsl"))
