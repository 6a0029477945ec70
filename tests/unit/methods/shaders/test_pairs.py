"""Methods that take pairs of a vertex and a fragment shader: they change one stage and leave the
other, and what the pair gives is known.
"""

from __future__ import annotations

import pytest
from helpers.pair_texts import Text, named_pair, pair
from helpers.wgsl_pairs import FLAT, Handed, PairText
from helpers.wgsl_pairs import named_pair as named_wgsl_pair
from helpers.wgsl_pairs import pair as wgsl_pair
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.method import Method, Request, features_of
from aberration.core.oracle import Expected
from aberration.core.outcome import Image
from aberration.core.program import Program, ShaderStage
from aberration.core.recipe import TestCase
from aberration.core.testcase import replay_case
from aberration.languages.shading.translate import translate
from aberration.methods.agree.method import AgreeMethod
from aberration.methods.drive.method import DriveMethod
from aberration.methods.emi.method import EmiMethod
from aberration.methods.emi.shading.mutations.false_block import FalseBlock
from aberration.methods.emi.shading.registry import from_steps
from aberration.methods.fuse.method import FuseMethod
from aberration.methods.shaders.executed import Executed, Undefined
from aberration.methods.shaders.shader_tests import ShaderTests

STAGES: tuple[ShaderStage, ...] = ("fragment", "vertex")
stages = pytest.mark.parametrize("stage", STAGES)
BUSY = Text(
    "flat TO ivec2 i; TO vec3 f;",
    "int k = n.x; for (int t = 0; t < 4; t++) { if (k > 9000) { k = 1; } k = (k * 7 + n.y) % 251; }"
    " i = ivec2(k, n.y); f = b / 4.0;",
    "vec4(f, float(work(i.x) & 127) / 128.0)",
    "int work(int x) { int s = 3; for (int t = 0; t < 5; t++) { if (x < 0) { s = 2; } "
    "s = (s * 5 + x) % 253; } return s; }",
)


def made(method: Method, program: Program, variants: int = 3) -> list[TestCase]:
    return list(method.make(Request(5, variants, program, language=program.language)))


@stages
@pytest.mark.parametrize("version", ["330", "300 es"])
def test_agree_draws_inputs_and_knows_the_image(stage: ShaderStage, version: str) -> None:
    program = pair(version, BUSY, stage)
    cases = made(AgreeMethod(), program, 4)
    for case in cases:
        found = case.programs["program"]
        assert (found.source, found.companion) == (program.source, program.companion)
        assert isinstance(case.oracle, Expected)
        assert isinstance(case.oracle.outcome, Image)
        assert not found.inputs.tiles
        assert replay_case(case, AgreeMethod()) == case
    assert len({case.programs["program"].inputs.width for case in cases}) > 1


@stages
def test_variants_change_one_stage(stage: ShaderStage) -> None:
    program = pair("330", BUSY, stage)
    cases = made(EmiMethod(), program, 6)
    assert cases
    for case in cases:
        variant = case.programs["program"]
        assert variant.source != program.source
        assert variant.companion == program.companion
        assert EmiMethod().replay(case.recipe).case == case
        assert EmiMethod().replay(case.recipe.with_steps(())).case.oracle == case.oracle
        assert (b"discard" not in variant.source) or stage == "fragment"


def test_no_loop_is_added_that_idle_lanes_may_not_leave() -> None:
    cases = made(EmiMethod(), pair("330", BUSY), 16)
    mutations = [one for case in cases for one in from_steps(case.recipe.steps)]
    blocks = [one for one in mutations if isinstance(one, FalseBlock)]
    assert blocks
    assert {one.word for one in blocks} == {"if"}


@stages
def test_what_is_undefined_in_the_stage_under_test_is_rewritten(stage: ShaderStage) -> None:
    text = Text("flat TO int i;", "i = n.x / (n.y - n.y);", "vec4(float(7 / (i - i)))")
    program = pair("330", text, stage)
    other = b"i = n.x" if stage == "fragment" else b"vec4(1.0)"
    old = b"i = n.x / (n.y - n.y)" if stage == "fragment" else b"vec4(float(7 / (i - i)))"
    program = replace(program, companion=program.companion.replace(old, other))
    assert isinstance(Executed(program).result(program.inputs), Undefined)
    tests = ShaderTests("agree", 1)
    mended = tests.repair(program)
    assert mended.companion == program.companion
    assert isinstance(tests.result(mended), Image)


def test_what_is_undefined_in_the_companion_stays() -> None:
    text = Text("flat TO int i;", "i = n.x / (n.y - n.y);", "vec4(float(i))")
    with pytest.raises(BadInput, match="of the other stage"):
        ShaderTests("agree", 1).repair(pair("330", text))


@stages
def test_precisions_of_both_stages_are_raised(stage: ShaderStage) -> None:
    text = Text("TO mediump vec2 f;", "f = a.xy;", "vec4(f, f)")
    (case,) = made(AgreeMethod(), pair("300 es", text, stage), 1)
    high = ShaderTests("agree", 1).precise(case)
    assert high is not None
    found = high.programs["program"]
    assert b"mediump" not in found.source + found.companion
    assert b"highp vec2 f" in found.source
    assert b"highp vec2 f" in found.companion


def test_the_companion_is_part_of_what_was_read() -> None:
    tests, program = ShaderTests("agree", 1), named_pair("330", "floats")
    other = replace(program, companion=program.companion.replace(b"a.x + 1.0", b"a.x + 2.0"))
    assert tests.result(program) != tests.result(other)


@stages
def test_drive_and_fuse_refuse_pairs(stage: ShaderStage) -> None:
    program = named_pair("330", "floats", stage)
    assert "pair" in features_of(program)
    for method in (DriveMethod(), FuseMethod()):
        support = [one for one in method.languages if program.language in one.seeds]
        assert support
        assert not any(one.takes(program) for one in support)
    with pytest.raises(BadInput, match="one way to drive a pair of shaders"):
        made(DriveMethod(), program)
    request = Request(5, 1, program, (program,), language="glsl")
    with pytest.raises(BadInput, match="it is a pair of a vertex and a fragment shader"):
        FuseMethod().make(request)


def test_pairs_are_not_translated() -> None:
    with pytest.raises(BadInput, match="a pair of a vertex and a fragment shader"):
        translate(named_pair("330", "floats"), "essl")
    assert not any(
        one.takes(named_pair("330", "floats"))
        for one in AgreeMethod().languages
        if one.language == "wgsl"
    )


LOOP = "for (var t = 0; t < 4; t++) { if (s > 9000) { s = 1; } s = (s * 7 + x) % 251; }"
BUSY_WGSL = PairText(
    (Handed("i", "vec2i", "vec2i(work(n.x), n.y)", FLAT), Handed("f", "vec3f", "b / 4.0")),
    "vec4f(taken.f, f32(work(taken.i.x) & 127) / 128.0)",
    f"fn work(x: i32) -> i32 {{ var s = 3; {LOOP} return s; }}",
)
together = pytest.mark.parametrize("together", [False, True])


@stages
@together
def test_agree_takes_pairs_in_wgsl(stage: ShaderStage, together: bool) -> None:
    program = wgsl_pair(BUSY_WGSL, stage, together=together)
    cases = made(AgreeMethod(), program, 3)
    for case in cases:
        found = case.programs["program"]
        assert (found.source, found.companion) == (program.source, program.companion)
        assert isinstance(case.oracle, Expected)
        assert isinstance(case.oracle.outcome, Image)
        assert replay_case(case, AgreeMethod()) == case


@stages
@together
def test_variants_in_wgsl_change_one_stage(stage: ShaderStage, together: bool) -> None:
    program = wgsl_pair(BUSY_WGSL, stage, together=together)
    cases = made(EmiMethod(), program, 4)
    for case in cases:
        variant = case.programs["program"]
        assert variant.source != program.source
        assert variant.companion == program.companion
        tests = ShaderTests("emi", 1)
        assert tests.result(variant) == tests.result(replace(program, inputs=variant.inputs))
        assert EmiMethod().replay(case.recipe).case == case


def test_what_is_undefined_in_a_pair_in_wgsl_is_rewritten() -> None:
    between = (Handed("i", "i32", "n.x", FLAT),)
    program = wgsl_pair(PairText(between, "vec4f(f32(array(1, 2)[taken.i & 3]))"))
    tests = ShaderTests("agree", 1)
    assert isinstance(tests.result(program), Undefined)
    mended = tests.repair(program)
    assert mended.companion == program.companion
    assert isinstance(tests.result(mended), Image)


@stages
def test_pairs_in_wgsl_are_neither_translated_nor_driven_nor_fused(stage: ShaderStage) -> None:
    program = named_wgsl_pair("floats", stage)
    with pytest.raises(BadInput, match="a pair of a vertex and a fragment shader"):
        translate(program, "glsl")
    with pytest.raises(BadInput, match="one way to drive a pair of shaders"):
        made(DriveMethod(), program)
    request = Request(5, 1, program, (program,), language="wgsl")
    with pytest.raises(BadInput, match="it is a pair of a vertex and a fragment shader"):
        FuseMethod().make(request)
