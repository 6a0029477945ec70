"""The search for a smaller shading program: what is kept, what is gone back to, what ends it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from helpers.agreeing import divide, sums
from helpers.geometry_texts import geometry_program
from helpers.pair_texts import ATTRIBUTES, Text, pair
from helpers.vertex_texts import family_text, vertex_program, wgsl_text
from helpers.wgsl_pairs import FLAT, Handed, PairText
from helpers.wgsl_pairs import pair as wgsl_pair

from aberration.core.attributes import Attribute
from aberration.core.errors import BadInput, MalformedShader
from aberration.core.outcome import Image
from aberration.core.program import Program, ShaderStage
from aberration.languages.shading.read import read
from aberration.methods.shaders.executed import Executed
from aberration.reduce.program import (
    MINUTE,
    Interesting,
    Limits,
    Questions,
    ShrunkProgram,
    lines_of,
    shrink,
)


def has(*words: bytes) -> Interesting:
    return lambda program: all(word in program.source for word in words)


def never(_: Program) -> bool:
    raise AssertionError("nobody asks")


def shrunk(
    start: Program,
    interesting: Interesting,
    plausible: Interesting | None = None,
    steady: Interesting | None = None,
    limits: Limits = MINUTE,
) -> ShrunkProgram:
    tests = Questions(interesting, steady or interesting, plausible or interesting)
    return shrink(start, tests, limits, lambda _: None)


def test_what_is_not_needed_goes() -> None:
    found = shrunk(sums(64, 48), has(b"i <"))
    assert found.status == "complete"
    assert b"i <" in found.program.source
    assert lines_of(found.program) <= 6
    assert (found.program.inputs.width, found.program.inputs.height) == (4, 4)
    assert found.program.inputs.uniforms == ()


def test_every_program_that_is_asked_about_can_be_read() -> None:
    def legal(program: Program) -> bool:
        read(program.source, "essl")
        return b"total" in program.source

    assert shrunk(sums(), legal).tries > 10


def test_no_single_statement_of_the_result_can_go() -> None:
    found = shrunk(sums(), has(b"for (", b"total +="))
    again = shrunk(found.program, has(b"for (", b"total +="))
    assert again.program == found.program


def test_the_same_search_gives_the_same_program() -> None:
    one, other = (shrunk(sums(), has(b"scale")) for _ in range(2))
    assert (one.program, one.tries) == (other.program, other.tries)


def test_what_only_seems_interesting_is_gone_back_from() -> None:
    """The cheap test lets the loop go, the believed one does not."""
    found = shrunk(
        sums(), has(b"for (", b"colour"), plausible=has(b"colour"), steady=has(b"colour")
    )
    assert b"for (" in found.program.source
    assert lines_of(found.program) < lines_of(sums())


def test_a_steady_bug_is_asked_for_once_a_round_went_astray() -> None:
    asked: list[Program] = []

    def steady(program: Program) -> bool:
        asked.append(program)
        return b"for (" in program.source

    found = shrunk(sums(), has(b"for (", b"colour"), plausible=has(b"colour"), steady=steady)
    assert asked
    assert b"for (" in found.program.source


def test_limits_end_it_with_the_best_so_far() -> None:
    found = shrunk(sums(64, 48), has(b"i <"), limits=Limits(tries=3))
    assert found.status == "limit"
    assert found.tries <= 5
    assert b"i <" in found.program.source
    assert shrunk(sums(), never, limits=Limits(seconds=0.0)).program == sums()


def test_each_round_is_kept() -> None:
    kept: list[Program] = []
    tests: Callable[[Program], bool] = has(b"gl_LocalInvocationIndex")
    found = shrink(divide(), Questions(tests, tests, tests), Limits(), kept.append)
    assert kept
    assert kept[-1] == found.program


def test_what_cannot_be_read_is_refused() -> None:
    with pytest.raises(MalformedShader):
        shrunk(Program("essl", "fragment", b"void main() {"), never)


@pytest.mark.parametrize("kind", ["glsl", "wgsl"])
def test_a_program_for_the_vertex_stage_keeps_its_form(kind: str) -> None:
    given = (Attribute("a", 0, "float", 3, number=2), Attribute("b", 1, number=3))
    if kind == "wgsl":
        body = "var t = 0.0; for (var k = 0; k < 3; k++) { t += a[k]; } result = vec4f(t) + b;"
        text = wgsl_text(body, "@location(0) a: vec3f, @location(1) b: vec4f, ")
    else:
        body = "float t = 0.0; for (int k = 0; k < 3; k++) t += a[k]; int unused = 3;"
        text = family_text(kind, f"{body} aberration_result = vec4(t) + b;", "vec3 a; vec4 b")

    def interesting(program: Program) -> bool:
        try:
            found = Executed(program).result(program.inputs)
        except BadInput:
            return False
        return isinstance(found, Image) and b"k <" in program.source

    found = shrunk(vertex_program(kind, text, *given), interesting)
    assert found.status == "complete"
    assert b"aberration_place" in found.program.source
    assert [one.name for one in found.program.inputs.attributes] == ["aberration_place"]
    assert (found.program.inputs.width, found.program.inputs.height) == (4, 4)


def test_a_program_for_the_geometry_stage_keeps_its_form() -> None:
    body = """void main() { float t = 0.0; for (int k = 0; k < 3; k++) t += normal[0][k];
      int unused = numbers[0].x; gl_Position = vec4(aberration_place[0], 0.0, 1.0);
      aberration_result = vec4(t); EmitVertex(); EndPrimitive(); }"""

    def interesting(program: Program) -> bool:
        try:
            found = Executed(program).result(program.inputs)
        except BadInput:
            return False
        return isinstance(found, Image) and b"k <" in program.source

    found = shrunk(geometry_program("330", body, size=(16, 16)), interesting)
    assert found.status == "complete"
    assert b"layout(points)" in found.program.source
    assert b"numbers" not in found.program.source
    assert "aberration_place" in [one.name for one in found.program.inputs.attributes]
    assert (found.program.inputs.width, found.program.inputs.height) == (4, 4)


@pytest.mark.parametrize("stage", ["fragment", "vertex"])
def test_one_stage_of_a_pair_is_reduced(stage: ShaderStage) -> None:
    given = "float t = 0.0; for (int k = 0; k < 3; k++) t += b[k]; f = vec2(t, a.x); whole = n.x;"
    colour = "vec4(f, work(whole), 1.0)"
    common = "float work(int x) { for (int k = 0; k < 3; k++) x += k; return float(x); }"
    between = "TO Ends { vec2 f; flat int whole; }; TO vec3 unused;"
    program = pair("330", Text(between, f"{given} unused = b;", colour, common), stage)

    def interesting(program: Program) -> bool:
        try:
            found = Executed(program).result(program.inputs)
        except BadInput:
            return False
        return isinstance(found, Image) and b"k <" in program.source

    found = shrunk(program, interesting)
    assert found.status == "complete"
    assert found.program.companion == program.companion
    assert len(found.program.source) < len(program.source) - 40
    # What the companion declares stays.
    names = {one.name for one in found.program.inputs.attributes}
    kept = {"aberration_place"} if stage == "vertex" else {one.name for one in ATTRIBUTES}
    assert names == kept
    assert (found.program.inputs.width, found.program.inputs.height) == (4, 4)


@pytest.mark.parametrize("stage", ["fragment", "vertex"])
def test_one_stage_of_one_module_in_wgsl_is_reduced(stage: ShaderStage) -> None:
    text = PairText(
        (Handed("i", "i32", "work(n.x)", FLAT), Handed("f", "vec3f", "b")),
        "vec4f(taken.f, f32(work(taken.i)))",
        "fn work(x: i32) -> i32 { var s = x; for (var k = 0; k < 3; k++) { s += k; } return s; }",
    )
    program = wgsl_pair(text, stage, together=True)

    def interesting(program: Program) -> bool:
        try:
            found = Executed(program).result(program.inputs)
        except BadInput:
            return False
        return isinstance(found, Image) and b"k <" in program.source

    found = shrunk(program, interesting)
    assert found.program.companion == program.companion
    assert len(found.program.source) < len(program.source) - 40
    assert (found.program.inputs.width, found.program.inputs.height) == (4, 4)
