"""Only what does harm is rewritten, and what comes out is proved."""

from __future__ import annotations

import struct

import pytest
from helpers.vertex_texts import (
    POINT,
    family_text,
    language_of,
    vertex_program,
    wgsl_text,
)

from aberration.core.attributes import Attribute
from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers, Image
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.recondition.as_needed import (
    Defined,
    Unrepaired,
    recondition_as_needed,
)
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition

TEXT = """#version 310 es
precision highp float;
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer Cells { int d[4]; }; // four of them
void main() {
    int i = d[0]; // the first
    d[1] = i / d[2] / 3;
    d[3] = 7 / (d[0] + 1);
}
"""


def shader(text: str = TEXT) -> Shader:
    return read(text, "essl", "test.comp")


def cells(*values: int) -> Inputs:
    return Inputs(buffers=(Buffer(0, struct.pack(f"<{len(values)}i", *values)),))


def divisors(made: Defined) -> list[str]:
    return [TEXT[one.place[0] : one.place[1]] for one in made.rewrites]


def test_only_the_division_that_fails_is_rewritten_and_comments_stay() -> None:
    inputs = cells(7, 0, 0, 0)
    met = execute(shader(), "compute", inputs)
    assert isinstance(met, Trap)
    assert (met.kind, TEXT[met.start : met.end]) == ("division", "i / d[2]")
    made = recondition_as_needed(shader(), "compute", inputs, Options())
    assert isinstance(made, Defined)
    assert divisors(made) == ["i / d[2]"]
    assert "// four of them" in made.text
    assert "// the first" in made.text
    assert "d[3] = 7 / (d[0] + 1);" in made.text
    assert execute(shader(made.text), "compute", inputs) == made.result


def test_a_program_without_hazards_stays_as_it_is() -> None:
    made = recondition_as_needed(shader(), "compute", cells(7, 0, 2, 0), Options())
    assert isinstance(made, Defined)
    assert (made.text, made.rewrites) == (TEXT, ())
    assert isinstance(made.result, Buffers)
    assert struct.unpack("<4i", made.result.data[0]) == (7, 7 // 2 // 3, 2, 7 // 8)


def test_each_place_that_fails_one_after_the_other_is_rewritten() -> None:
    made = recondition_as_needed(shader(), "compute", cells(-1, 0, 0, 0), Options())
    assert isinstance(made, Defined)
    assert divisors(made) == ["i / d[2]", "7 / (d[0] + 1)"]


def test_what_is_asked_to_stay_rewritten_does() -> None:
    place = TEXT.index("7 / (d[0] + 1)"), TEXT.index("7 / (d[0] + 1)") + len("7 / (d[0] + 1)")
    made = recondition_as_needed(
        shader(),
        "compute",
        cells(7, 0, 2, 0),
        Options(),
        kept=lambda one: (one.rule, one.place) == ("integer-division", place),
    )
    assert isinstance(made, Defined)
    assert divisors(made) == ["7 / (d[0] + 1)"]


@pytest.mark.parametrize("rules", [frozenset[str](), frozenset(["no-such-rule"])])
def test_what_no_rule_answers_is_told(rules: frozenset[str]) -> None:
    made = recondition_as_needed(
        shader(), "compute", cells(7, 0, 0, 0), Options(), Settings(rules=rules)
    )
    assert isinstance(made, Unrepaired)
    assert made.text == TEXT
    assert isinstance(made.met, Trap)
    assert made.met.kind == "division"


_HAZARDS = """
    int n = int(a.x * 16.0); int t[3]; int left; t[0] = 1;
    while (a.y < 9.0) { n = n + left / (n - n); t[n] = 3; }
    aberration_result.x = float(t[n + 7]);
    aberration_result.y = a.x / (a.y - a.y);
"""
_HAZARDS_OF_WGSL = """
    var n = i32(a.x * 16); var t: array<i32, 3>;
    while (a.y < 9) { n = n + n / (n - n); t[n] = 3; }
    result.x = f32(t[n + 7]);
    result.y = a.x / (a.y - a.y);
"""
_GIVEN = Attribute("a", 0, "float", 2, number=5)


@pytest.mark.parametrize("kind", ["glsl", "essl", "old essl", "wgsl"])
@pytest.mark.parametrize("everywhere", [True, False])
def test_a_program_for_the_vertex_stage_is_made_defined(kind: str, everywhere: bool) -> None:
    if kind == "wgsl":
        text = wgsl_text(_HAZARDS_OF_WGSL, "@location(0) a: vec2f, ")
    else:
        text = family_text(kind, _HAZARDS, "vec2 a")
    program = vertex_program(kind, text, _GIVEN, size=(5, 3))
    found = read(text, language_of(kind), "test.vert")
    assert not isinstance(execute(found, "vertex", program.inputs), Image)
    if everywhere:
        rewritten = recondition(found, "vertex").text(found)
    else:
        made = recondition_as_needed(found, "vertex", program.inputs, Options())
        assert isinstance(made, Defined), str(made)
        rewritten = made.text
    again = execute(read(rewritten, language_of(kind)), "vertex", program.inputs)
    assert isinstance(again, Image), str(again)


@pytest.mark.parametrize("point", [POINT.replace("0.0, 1.0", "0.5, 1.0"), "gl_PointSize = 1.0;"])
def test_a_point_elsewhere_cannot_be_rewritten(point: str) -> None:
    program = vertex_program("glsl", family_text("glsl", _HAZARDS, "vec2 a", point=point), _GIVEN)
    found = read(program.source, "glsl", "test.vert")
    made = recondition_as_needed(found, "vertex", program.inputs, Options())
    assert isinstance(made, Unrepaired)
    assert isinstance(made.met, Trap)
    assert made.met.kind == "position"
