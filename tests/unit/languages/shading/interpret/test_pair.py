"""Pairs of a vertex and a fragment shader: what one hands on is what the other takes."""

from __future__ import annotations

import pytest
from helpers.interpreted_pairs import PATHS, STAGES, interpreter, paths, stages, value
from helpers.pair_texts import CASES, SIZES, TEXTS, Text, named_pair, pair
from helpers.shading_runs import needs_compiler
from msgspec.structs import replace

from aberration.core.inputs import Inputs, Uniform
from aberration.core.outcome import Image
from aberration.core.program import ShaderStage
from aberration.languages.shading.interpret.options import Path
from aberration.languages.shading.interpret.trap import Refused, Trap


@stages
@paths
def test_what_is_taken_is_what_was_given(stage: ShaderStage, path: Path) -> None:
    shown = interpreter(named_pair("330", "floats", stage, SIZES[1]), path)
    width, height = SIZES[1]
    for vertex in range(width * height):
        row, column = divmod(vertex, width)
        a, b = ([value(name, vertex, k) for k in range(4)] for name in ("a", "a"))
        b = [value("b", vertex, k) for k in range(3)]
        expected = (a[0] + 1, a[1] + a[2], 2 * b[2] - 2 * b[0], (a[3] - 1) / 2)
        assert shown.pixel(column, row) == expected


@paths
def test_integers_are_handed_on_whole(path: Path) -> None:
    text = Text(
        "flat TO ivec2 i; flat TO uint w;",
        "i = ivec2(n.x - 1000000, n.y); w = u.x * 4000000u;",
        "vec4(float(i.x + 1000000), float(i.y), float(w >> 8u), float(w & 255u))",
    )
    shown = interpreter(pair("330", text, size=SIZES[1]), path)
    for vertex in range(SIZES[1][0]):
        word = int(value("u", vertex)) * 4000000 & 0xFFFFFFFF
        expected = (value("n", vertex), value("n", vertex, 1), float(word >> 8), float(word & 255))
        assert shown.pixel(vertex, 0) == expected


@needs_compiler
@pytest.mark.parametrize(("version", "name"), CASES)
def test_both_paths_and_both_stages_give_one_image(version: str, name: str) -> None:
    images = [
        interpreter(named_pair(version, name, stage, SIZES[1]), path).image("rgba32f")
        for stage in STAGES
        for path in PATHS
    ]
    assert isinstance(images[0], Image), images[0]
    assert len(set(images[0].data)) > 1
    assert all(one == images[0] for one in images)


def test_a_discarded_pixel_has_no_colour() -> None:
    shown = interpreter(named_pair("330", "thrown away", size=SIZES[1]))
    found = [shown.pixel(k, 0) for k in range(SIZES[1][0])]
    wanted = [int(value("n", k) + value("n", k, 1)) & 3 for k in range(SIZES[1][0])]
    assert [one is None for one in found] == [one == 0 for one in wanted]
    assert None in found


@stages
@paths
def test_a_uniform_is_one_for_both_stages(stage: ShaderStage, path: Path) -> None:
    text = Text("TO vec2 f;", "f = vec2(k, a.x);", "vec4(f, k, 1.0)", "uniform float k;")
    program = pair("330", text, stage)
    given = replace(program.inputs, uniforms=(Uniform("k", bytes.fromhex("00004040"), -1),))
    found = interpreter(replace(program, inputs=given), path).pixel(2, 0)
    assert found == (3.0, value("a", 2), 3.0, 1.0)


@pytest.mark.parametrize(
    ("between", "given"),
    [
        ("TO vec2 f;", "if (a.x < 3.0) f.x = 1.0;"),
        ("TO float f[2];", "f[0] = 1.0;"),
        ("TO mat2 f;", "f[1] = a.xy;"),
    ],
)
@stages
@paths
def test_what_is_taken_has_to_be_written(
    stage: ShaderStage, path: Path, between: str, given: str
) -> None:
    colour = {"v": "vec4(f.x)", "f": "vec4(f[0])", "m": "vec4(f[1].x)"}[between[3]]
    found = interpreter(pair("330", Text(between, given, colour), stage), path).image()
    assert isinstance(found, Trap)
    assert found.kind == "unwritten-output"
    assert "f is taken by the other stage, and not written as a whole" in found.message


@paths
def test_a_member_that_nobody_writes(path: Path) -> None:
    text = Text("TO Ends { vec2 one; vec2 two; };", "one = a.xy;", "vec4(one, two)")
    found = interpreter(pair("330", text), path).image()
    assert isinstance(found, Trap)
    assert "Ends is taken by the other stage" in found.message


@paths
def test_what_only_the_vertex_shader_has_may_stay_unwritten(path: Path) -> None:
    program = pair("330", Text("TO vec2 f;", "f = a.xy;", "vec4(f, f)"))
    more = program.companion.replace(b"out vec2 f;", b"out vec2 f; out vec4 gone;")
    found = interpreter(replace(program, companion=more), path).image()
    assert isinstance(found, Image)


@stages
@paths
def test_traps_say_in_which_stage(stage: ShaderStage, path: Path) -> None:
    text = Text("flat TO int i;", "i = n.x / (n.x - n.x);", "vec4(float(i))")
    found = interpreter(pair("330", text, stage), path).image()
    assert isinstance(found, Trap)
    assert found.kind == "division"
    assert (found.start >= 0) == (stage == "vertex")
    assert ("of the other stage" in found.message) == (stage == "fragment")


@stages
def test_the_point_has_to_lie_on_its_pixel(stage: ShaderStage) -> None:
    program = named_pair("330", "floats", stage)
    moved = [one.replace(b"0.0, 1.0); gl", b"0.5, 1.0); gl") for _, one in program.stages()]
    vertex, fragment = moved
    first, second = (vertex, fragment) if stage == "vertex" else (fragment, vertex)
    found = interpreter(replace(program, source=first, companion=second)).image()
    assert isinstance(found, Trap)
    assert found.kind == "position"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (Text("TO vec2 f;", "f = a.xy;", "vec4(dFdx(f), f)"), "dFdx in the fragment shader"),
        (Text("TO vec2 f;", "f = a.xy;", "vec4(f, fwidth(f))"), "fwidth in the fragment shader"),
        (Text("TO vec2 f;", "f = a.xy;", "vec4(gl_PointCoord, f)"), "gl_PointCoord"),
        (
            Text("TO vec2 f;", "f = a.xy;", "vec4(g, f)", "#define colour c; vec2 g = f; vec4 c"),
            "the input f in the initialiser",
        ),
    ],
)
def test_what_is_not_known_of_points(text: Text, reason: str) -> None:
    if "#define" in text.common:
        text = Text(text.between, text.given, text.colour)
        program = pair("330", text)
        source = program.source.replace(b"out vec4 colour;", b"vec2 g = f; out vec4 colour;")
        program = replace(program, source=source)
    else:
        program = pair("330", text)
    with pytest.raises(Refused, match=reason):
        interpreter(program)


def test_both_stages_are_of_one_version() -> None:
    program = named_pair("330", "floats")
    other = program.companion.replace(b"#version 330 core", b"#version 450 core")
    with pytest.raises(Refused, match="of two versions"):
        interpreter(replace(program, companion=other))


@pytest.mark.parametrize(
    ("version", "old", "new"),
    [
        ("330", "uniform vec2 k;", "uniform vec3 k;"),
        ("300 es", "uniform vec2 k;", "uniform mediump vec2 k;"),
        ("330", "uniform B { vec2 k; };", "uniform B { vec2 k; vec2 l; };"),
        ("300 es", "uniform B { vec2 k; };", "uniform B { lowp vec2 k; };"),
    ],
)
def test_resources_of_one_name_are_one(version: str, old: str, new: str) -> None:
    text = Text("TO vec2 f;", "f = a.xy + k.xy;", "vec4(f, k.xy)", old)
    program = pair(version, text)
    interpreter(program)
    source = program.source.replace(old.encode(), new.encode())
    with pytest.raises(Refused, match="declare otherwise"):
        interpreter(replace(program, source=source))


def test_another_number_of_an_attribute_is_another_image() -> None:
    program = named_pair("330", "floats")
    first, *rest = program.inputs.attributes[1:]
    attributes = (program.inputs.attributes[0], replace(first, number=99), *rest)
    inputs: Inputs = replace(program.inputs, attributes=attributes)
    assert interpreter(program).image() != interpreter(replace(program, inputs=inputs)).image()


def test_every_text_is_tested() -> None:
    assert {name for version, name in CASES if version == "330"} >= TEXTS.keys()
