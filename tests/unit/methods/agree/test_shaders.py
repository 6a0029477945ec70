"""Tests of shaders: drawn inputs, known results, and steps that keep all defined."""

from __future__ import annotations

import struct

import msgspec
import pytest
from helpers.agreeing import case_of, divide, made, sums, waves
from helpers.block_array_cases import made_block_case
from helpers.vertex_texts import family_text, vertex_program

from aberration.core.attributes import Attribute
from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import BadInput, Untranslatable
from aberration.core.inputs import Buffer, Inputs
from aberration.core.method import Request
from aberration.core.oracle import Expected, Observations, judge
from aberration.core.outcome import Buffers, Image, Rejected
from aberration.core.program import Language, Program
from aberration.core.recipe import Recipe, Step
from aberration.core.testcase import replay_case
from aberration.core.textures import Texture
from aberration.methods.agree.method import AgreeMethod
from aberration.methods.shaders.shader_tests import LANGUAGES

ZERO: Step = {
    "type": "SetBuffer",
    "group": 0,
    "binding": 0,
    "data": struct.pack("<5i", 0, 0, 0, 0, 0).hex(),
}
TWO: Step = {
    "type": "SetBuffer",
    "group": 0,
    "binding": 0,
    "data": struct.pack("<5i", 2, 0, 0, 0, 0).hex(),
}


def outcome(oracle: object) -> Image | Buffers:
    assert isinstance(oracle, Expected)
    assert isinstance(oracle.outcome, Image | Buffers)
    return oracle.outcome


def test_a_request_gives_the_same_cases_again() -> None:
    assert made(sums(), 3, 4) == made(sums(), 3, 4)


def test_each_variant_and_each_run_has_inputs_of_its_own() -> None:
    cases = [*made(sums(), 1, 4), *made(sums(), 2, 4)]
    assert len({case.programs["program"].digest for case in cases}) == 8
    assert {
        case.recipe.seeds["seed"].source == case.programs["program"].source for case in cases
    } == {True}


@pytest.mark.parametrize("program", [sums(), divide(), waves()], ids=lambda program: program.name)
def test_a_case_replays_to_itself(program: Program) -> None:
    for case in made(program, 5, 6):
        assert replay_case(case, AgreeMethod()) == case


def test_the_result_is_known() -> None:
    case = case_of(sums(3, 1))
    assert isinstance(case.oracle, Expected)
    assert outcome(case.oracle).data == bytes([7, 128, 64, 255, 7, 128, 64, 255, 8, 128, 64, 255])


def test_steps_set_inputs_and_the_size() -> None:
    steps: list[Step] = [
        {"type": "SetUniform", "name": "start", "data": struct.pack("<i", 20).hex()},
        {"type": "SetSize", "width": 2, "height": 1},
    ]
    case = case_of(sums(), *steps)
    assert case.recipe.steps == tuple(steps)
    assert outcome(case.oracle).data[::4] == bytes([20, 20])


def test_buffers_are_compared_word_by_word() -> None:
    found = outcome(case_of(divide(), TWO).oracle)
    assert isinstance(found, Buffers)
    assert struct.unpack("<5i", found.data[0]) == (2, 50, 50, 50, 50)
    assert found.fields == ((("int", 5),),)


def test_a_step_after_which_something_is_undefined_is_skipped() -> None:
    replayed = AgreeMethod().replay(
        msgspec.structs.replace(case_of(divide()).recipe, steps=(ZERO, TWO))
    )
    assert replayed.skipped == 0, (
        "the second step mends what the first broke: together they are a test"
    )
    alone = AgreeMethod().replay(
        msgspec.structs.replace(case_of(divide()).recipe, steps=(TWO, ZERO))
    )
    assert (alone.skipped, alone.case.recipe.steps) == (1, (TWO,))


def test_no_drawn_case_divides_by_zero() -> None:
    for case in made(divide(), 9, 60):
        (divisor,) = struct.unpack_from("<i", case.programs["program"].inputs.buffers[0].data)
        assert divisor != 0


def test_steps_that_do_not_fit_are_skipped() -> None:
    steps: list[Step] = [
        {"type": "SetUniform", "name": "nobody", "data": "00000000"},
        {"type": "SetUniform", "name": "start", "data": "00"},
        {"type": "SetBuffer", "group": 3, "binding": 1, "data": ""},
    ]
    assert case_of(sums(), *steps).recipe.steps == ()


@pytest.mark.parametrize(
    "step", [{"type": "Nothing"}, {"type": "SetUniform", "name": "start", "data": "xx"}]
)
def test_what_is_no_step_is_reported(step: Step) -> None:
    with pytest.raises(BadInput, match="expected a step that sets an input"):
        case_of(sums(), step)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_that_does_what_is_undefined_is_reconditioned(language: str) -> None:
    """Its result is known then: it is a test, also in another language."""
    (case,) = AgreeMethod().make(Request(5, 1, divide(0), language=language))
    seed = case.recipe.seeds["seed"]
    assert "reconditioned" in seed.name
    assert seed.source != divide(0).source
    assert isinstance(case.oracle, Expected)
    assert AgreeMethod().replay(case.recipe).case == case


def test_what_no_rule_can_rewrite_is_no_seed() -> None:
    text = (
        b"#version 310 es\nlayout(local_size_x = 4) in;\n"
        b"layout(std430, binding = 0) buffer Cells { int cells[2]; };\n"
        b"void main() { cells[0] = int(gl_LocalInvocationIndex); }\n"
    )
    inputs = Inputs(buffers=(Buffer(0, bytes(8)),))
    with pytest.raises(BadInput, match=r"not defined: .*race"):
        made(Program("essl", "compute", text, inputs, name="race.comp"))


def test_a_shader_without_a_colour_is_no_seed() -> None:
    text = (
        b"#version 300 es\nprecision highp float;\nvoid main() { if (gl_FragCoord.x > 3.0) "
        b"discard; }"
    )
    program = Program("essl", "fragment", text, name="nothing.frag")
    with pytest.raises(
        BadInput, match="the image of a fragment shader without an output at location 0"
    ):
        made(program)


@pytest.mark.parametrize("program", [sums(), divide(), waves()], ids=lambda program: program.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seed_is_translated_to_the_language_of_the_test(program: Program, language: str) -> None:
    (case,) = AgreeMethod().make(Request(1, 1, program, language=language))
    made = case.recipe.seeds["seed"]
    assert (made.language, case.programs["program"].source) == (language, made.source)
    assert replay_case(case, AgreeMethod()) == case
    if language != program.language:
        assert made.name == f"{program.name} from {program.language}"
        given, wanted = outcome(case_of(made).oracle), outcome(case_of(program).oracle)
        assert within(compare(given, wanted, Tolerance()), Tolerance())


def test_a_seed_of_the_language_is_taken_as_it_is_or_in_another_version() -> None:
    sources = {made(sums(), run)[0].recipe.seeds["seed"].source for run in range(40)}
    assert sums().source in sources
    assert any(source.startswith(b"#version 320 es") for source in sources)


def test_what_has_no_translation_is_reported() -> None:
    program = msgspec.structs.replace(
        sums(), source=sums().source.replace(b"uniform int start;", b"in vec2 start;")
    )
    with pytest.raises(BadInput):
        AgreeMethod().make(Request(1, 1, program, language="wgsl"))


def test_each_step_can_be_made_smaller() -> None:
    (case,) = [case for case in made(sums(), 4, 8) if len(case.recipe.steps) == 3][:1]
    smaller = list(AgreeMethod().simplify(case.recipe))
    assert smaller
    assert all(len(recipe.steps) == 3 and recipe.steps != case.recipe.steps for recipe in smaller)


def test_who_states_a_limit_proves_nothing_and_who_differs_or_refuses_is_wrong() -> None:
    case = case_of(sums(2, 1))
    right = outcome(case.oracle)
    assert isinstance(right, Image)
    other = msgspec.structs.replace(right, data=bytes([9]) + right.data[1:])
    seen: Observations = {
        "one": {"program": right},
        "two": {"program": other},
        "three": {"program": Rejected("unsupported shader version")},
        "four": {"program": Rejected("no")},
    }
    verdicts = judge(case.oracle, seen)
    assert {name: verdict.kind for name, verdict in verdicts.items()} == {
        "one": "pass",
        "two": "wrong",
        "three": "none",
        "four": "rejected",
    }


def test_coarse_precisions_are_taken_away() -> None:
    text = sums().source.replace(b"\nuniform int", b"\nprecision highp int;\nuniform int", 1)
    high = msgspec.structs.replace(sums(), source=text)
    assert AgreeMethod().precise(case_of(high)) is None
    coarse = msgspec.structs.replace(high, source=text.replace(b"highp", b"mediump"))
    precise = AgreeMethod().precise(case_of(coarse))
    assert precise is not None
    assert precise.programs["program"].source == text


def test_what_another_rounding_gives_is_excused_and_what_none_gives_is_not() -> None:
    case = case_of(waves())
    right = outcome(case.oracle)
    assert isinstance(right, Image)
    at_edge = 4 * 5  # 5.5 * 0.3 is near 1.65: no rounding brings it elsewhere
    wrong = msgspec.structs.replace(
        right, data=right.data[:at_edge] + b"\x00" + right.data[at_edge + 1 :]
    )
    assert AgreeMethod().permitted_otherwise(case, wrong).reason == ""
    assert AgreeMethod().permitted_otherwise(case, right).reason == ""
    edge: Step = {"type": "SetUniform", "name": "rate", "data": struct.pack("<f", 2.0 / 3.0).hex()}
    case = case_of(waves(), edge)
    expected = outcome(case.oracle)
    assert isinstance(expected, Image)
    turned = bytearray(expected.data)
    turned[4 * 1] ^= 0xFF  # 1.5 * 2/3 is 1.0, or just below it
    assert (
        "rounded in other legal ways"
        in AgreeMethod()
        .permitted_otherwise(case, msgspec.structs.replace(expected, data=bytes(turned)))
        .reason
    )


SAMPLING = """#version 330
uniform sampler2D image;
layout(location = 0) out vec4 colour;
void main() { colour = texture(image, gl_FragCoord.xy / 64.0); }
"""


def sampling(number: int) -> Program:
    inputs = Inputs(width=4, height=4, textures=(Texture("image", number=number),))
    return Program("glsl", "fragment", SAMPLING.encode(), inputs, "sampling")


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_a_shader_with_textures_takes_them_to_each_language(language: Language) -> None:
    for run_seed in range(3):
        request = Request(run_seed, 1, sampling(7), language=language)
        (case,) = AgreeMethod().make(request)
        program = case.programs["program"]
        assert program.language == language
        (given,) = program.inputs.textures
        assert (given.number, given.name) == (7, sampling(7).inputs.textures[0].name)


def test_the_same_text_with_another_picture_gives_something_else() -> None:
    method = AgreeMethod()
    found = [
        outcome(method.replay(Recipe("agree", 1, {"seed": sampling(number)})).case.oracle)
        for number in (7, 8, 7)
    ]
    assert found[0] == found[2] != found[1]


def test_a_sample_between_two_texels_is_moved_before_the_test() -> None:
    text = SAMPLING.replace("gl_FragCoord.xy", "(gl_FragCoord.xy - 0.5)")
    program = msgspec.structs.replace(sampling(7), source=text.encode())
    (case,) = made(program, 1)
    assert b"middle_of_texel" in case.programs["program"].source


VERTICES = vertex_program(
    "essl",
    family_text(
        "essl",
        "int n = 0; for (int k = 0; k < i[0] % 5; k++) n += gl_VertexID / (gl_VertexID % 4);"
        "aberration_result = vec4(a * 0.25, float(n) / 255.0);",
        "vec3 a; ivec2 i",
    ),
    Attribute("a", 0, "float", 3, number=2),
    Attribute("i", 1, "int", 2, number=3),
)


def test_programs_for_the_vertex_stage_are_tests_in_their_own_language() -> None:
    cases = made(VERTICES, 5, 4)
    for case in cases:
        program = case.programs["program"]
        assert (program.stage, program.inputs.attributes) == ("vertex", VERTICES.inputs.attributes)
        assert program.source == case.recipe.seeds["seed"].source
        assert program.source != VERTICES.source
        assert isinstance(outcome(case.oracle), Image)
        assert replay_case(case, AgreeMethod()) == case
    assert len({case.programs["program"].inputs.width for case in cases}) > 1


@pytest.mark.parametrize("language", ["glsl", "wgsl"])
def test_programs_for_the_vertex_stage_are_not_translated(language: str) -> None:
    with pytest.raises(Untranslatable, match="a program for the vertex stage") as refused:
        AgreeMethod().make(Request(5, 1, VERTICES, language=language))
    assert refused.value.reason == "stage"


def test_rounding_of_the_vertex_stage_is_known() -> None:
    body = "aberration_result = vec4(a / 3.0, 1.0);"
    given = Attribute("a", 0, "float", 3, number=2)
    program = vertex_program("essl", family_text("essl", body, "vec3 a"), given)
    (case,) = made(program, 5, 1)
    found = outcome(case.oracle)
    assert AgreeMethod().permitted_otherwise(case, found).reason == ""
    assert isinstance(found, Image)
    other = msgspec.structs.replace(found, data=bytes(255 - one for one in found.data))
    assert AgreeMethod().permitted_otherwise(case, other).reason == ""


def test_a_shader_with_an_array_of_blocks_is_tested_in_its_own_text_alone() -> None:
    seed = made_block_case(2, "storage")
    for number in range(6):
        (case,) = AgreeMethod().make(Request(number, 1, seed))
        assert case.programs["program"].source == seed.source
