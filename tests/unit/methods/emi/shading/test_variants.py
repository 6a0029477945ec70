from __future__ import annotations

import pytest
from helpers.live_shaders import LANGUAGES, program_of
from helpers.vertex_texts import family_text, vertex_program, wgsl_text
from msgspec.structs import replace

from aberration.core.attributes import Attribute
from aberration.core.constants import Constant
from aberration.core.errors import BadInput, InternalError
from aberration.core.inputs import Inputs
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.rng import Rng
from aberration.core.textures import Texture
from aberration.languages.shading.tree import LanguageName
from aberration.methods.emi.method import EmiMethod
from aberration.methods.emi.shading.environment import KNOWLEDGE
from aberration.methods.emi.shading.expressions import places_in
from aberration.methods.emi.shading.mutations.false_block import FalseBlock
from aberration.methods.emi.shading.registry import from_steps
from aberration.methods.emi.shading.variants import ShaderVariants
from aberration.methods.emi.steps import to_step

METHOD = EmiMethod()


def made(program: Program, variants: int = 3, **options: str) -> list[TestCase]:
    request = Request(5, variants, program, options=options, language=program.language)
    return list(METHOD.make(request))


@pytest.mark.parametrize("language", LANGUAGES)
def test_variants_are_made_again_byte_for_byte(language: LanguageName) -> None:
    cases = made(program_of(language))
    assert len({case.programs["program"].source for case in cases}) == 3
    for case in cases:
        assert case.recipe.steps
        assert METHOD.replay(case.recipe).case == case
        assert METHOD.replay(case.recipe).skipped == 0
        assert isinstance(case.oracle, Expected)
        assert METHOD.permitted_otherwise(case, case.oracle.outcome).reason == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_subset_of_the_steps_is_a_variant(language: LanguageName) -> None:
    case = made(program_of(language), 1)[0]
    for number in range(12):
        rng = Rng.of(number, "subset")
        steps = tuple(step for step in case.recipe.steps if rng.chance(0.4))
        again = METHOD.replay(case.recipe.with_steps(steps))
        assert again.skipped == 0
        assert again.case.oracle == case.oracle
    for smaller in METHOD.simplify(case.recipe):
        assert METHOD.replay(smaller).case.oracle == case.oracle


def test_a_seed_with_given_constants_is_refused() -> None:
    seed = program_of("wgsl")
    given = replace(seed.inputs, constants=(Constant("n", "int", 7),))
    with pytest.raises(BadInput, match="no given values of specialisation constants"):
        made(replace(seed, inputs=given))


def test_a_variant_that_gives_something_else_is_a_defect_of_ours() -> None:
    case = made(program_of("glsl"), 1, kinds="TrueGuard")[0]
    guard = next(step for step in case.recipe.steps if step["form"] != "once")
    broken = {**guard, "predicate": ["n", int(guard["form"] == "else"), "bool"], "never": []}
    with pytest.raises(InternalError, match="does not give what its seed gives"):
        METHOD.replay(case.recipe.with_steps((broken,)))


def test_in_a_smaller_program_the_claim_is_what_it_gives_itself() -> None:
    case = made(program_of("glsl"), 1, kinds="TrueGuard")[0]
    seed = case.recipe.seeds["seed"]
    smaller = replace(seed, source=seed.source.replace(b"n += 4;", b"n += 5;"))
    again = METHOD.replay(replace(case.recipe, seeds={"seed": smaller})).case
    assert isinstance(again.oracle, Expected)
    assert again.oracle != case.oracle
    assert METHOD.permitted_otherwise(again, again.oracle.outcome).reason == ""


def test_what_is_taken_for_granted_is_tested_before_a_driver_is_blamed() -> None:
    variants = ShaderVariants("emi", 1)
    case = next(
        iter(
            variants.make(
                Request(5, 1, program_of("glsl"), options={"kinds": "FalseBlock"}, language="glsl")
            )
        )
    )
    assert variants.broken_assumption(case) == ""
    mutations = from_steps(case.recipe.steps)
    guard = next(one for one in mutations if isinstance(one, FalseBlock) and one.knowledge.reads)
    known = replace(guard.knowledge, rows=((77,) * len(guard.knowledge.reads),))
    step = to_step(replace(guard, knowledge=known))
    broken = replace(case, recipe=case.recipe.with_steps((step,)))
    assert "turns" in variants.broken_assumption(broken)
    assert isinstance(case.oracle, Expected)
    assert "a defect of ours" in variants.permitted_otherwise(broken, case.oracle.outcome).reason


def test_seeds_that_are_unfit_are_refused() -> None:
    old = Program("glsl", "fragment", b"#version 120\nvoid main() { gl_FragColor = vec4(1.0); }")
    with pytest.raises(BadInput, match="version 130"):
        METHOD.replay(Recipe("emi", 1, {"seed": old}))
    named = program_of("glsl", "int live_1_0 = 3; data[0] = live_1_0;")
    with pytest.raises(BadInput, match="live_1_0"):
        made(named)
    with pytest.raises(BadInput, match="4 points"):
        made(program_of("glsl", "data[gl_LocalInvocationIndex] = 3;"))
    swap = "int n = atomicCompSwap(data[0], 1, 2); n += 1; n += 2; data[1] = 1; "
    with pytest.raises(BadInput, match="no exchanges"):
        made(program_of("glsl", f"if (gl_LocalInvocationIndex == 0u) {{ {swap} }}"))


def test_unknown_kinds_are_refused_and_those_of_c_have_no_effect() -> None:
    with pytest.raises(BadInput, match="TwinArms"):
        METHOD.make(Request(1, 1, Program("c", "program", b"int main;"), options={"kinds": "No"}))
    cases = made(program_of("glsl"), 4, kinds="TwinArms")
    assert {step["type"] for case in cases for step in case.recipe.steps} == {"TwinArms"}


def test_with_literals_alone_no_predicate_reads_anything() -> None:
    cases = made(program_of("glsl"), 4, kinds="FalseBlock", knowledge="literals")
    steps = [step for case in cases for step in case.recipe.steps]
    blocks = [one for one in from_steps(steps) if isinstance(one, FalseBlock)]
    assert blocks
    assert not any(places_in(one.predicate) for one in blocks)
    free = [case.recipe.steps for case in made(program_of("glsl"), 4, kinds="FalseBlock")]
    named = made(program_of("glsl"), 4, kinds="FalseBlock", knowledge=",".join(KNOWLEDGE))
    assert [case.recipe.steps for case in named] == free
    with pytest.raises(BadInput, match="kinds of knowledge"):
        made(program_of("glsl"), 1, knowledge="nothing")


def test_a_delta_is_a_diff_of_texts() -> None:
    case = made(program_of("glsl"), 1)[0]
    fewer = METHOD.replay(case.recipe.with_steps(case.recipe.steps[1:])).case
    assert "@@" in METHOD.delta(fewer, case)


@pytest.mark.parametrize("run_seed", range(6))
def test_images_have_no_pixels_beside_them_in_a_vector(run_seed: int) -> None:
    """Lanes beyond the edge go where no pixel goes: a false alarm about llvmpipe's loops."""
    text = b"""#version 450
    layout(location = 0) out vec4 colour;
    void main() { int n = int(gl_FragCoord.x); n += 1; n *= 2; colour = vec4(n); }"""
    program = Program("glsl", "fragment", text, Inputs(width=29, height=90))
    case, *_ = METHOD.make(Request(run_seed, 4, program, language="glsl"))
    inputs = case.programs["program"].inputs
    assert (inputs.width % 8, inputs.height % 8) == (0, 0)
    assert inputs.width * inputs.height <= 640


SAMPLING = """#version 430
uniform sampler2D image;
layout(location = 0) out vec4 colour;
vec4 twice(sampler2D given, vec2 at) { vec4 sum = texture(given, at); sum += sum; return sum; }
void main() {
  vec2 at = gl_FragCoord.xy / 64.0;
  vec4 total = vec4(0.0);
  for (int k = 0; k < 3; k++) { total += texture(image, at.yx) * 0.25; }
  colour = total + twice(image, at) * 0.125;
}
"""


def test_what_is_sampled_stays() -> None:
    inputs = Inputs(width=8, height=8, textures=(Texture("image", number=3),))
    program = Program("glsl", "fragment", SAMPLING.encode(), inputs, "sampling")
    for case in made(program, 4):
        assert METHOD.replay(case.recipe).case == case
        assert case.programs["program"].inputs.textures == inputs.textures


@pytest.mark.parametrize("kind", ["glsl", "essl", "wgsl"])
def test_variants_of_a_program_for_the_vertex_stage(kind: str) -> None:
    if kind == "wgsl":
        body = """var n = 3;
        for (var k = 0; k < 4; k++) { if (i.x > 300) { n += 9; } n = (n * 5 + i.y) % 251; }
        if (n > 900) { n = 1; }
        result = vec4f(f32(n) / 255.0);"""
        text = wgsl_text(body, "@location(0) i: vec2i, ")
    else:
        body = """int n = 3;
        for (int k = 0; k < 4; k++) { if (i.x > 300) { n += 9; } n = (n * 5 + i.y) % 251; }
        if (n > 900) { n = 1; }
        aberration_result = vec4(float(n) / 255.0);"""
        text = family_text(kind, body, "ivec2 i")
    program = vertex_program(kind, text, Attribute("i", 0, "int", 2, number=3))
    cases = made(program, 8)
    for case in cases:
        variant = case.programs["program"]
        assert variant.stage == "vertex"
        assert variant.source != program.source
        assert (variant.inputs.width % 8, variant.inputs.height % 8) == (0, 0)
        assert METHOD.replay(case.recipe).case == case
        assert METHOD.replay(case.recipe.with_steps(())).case.oracle == case.oracle
        assert b"discard" not in variant.source
    assert len({case.programs["program"].source for case in cases}) == 8
