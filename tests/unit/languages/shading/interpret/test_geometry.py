"""The geometry stage: what a point is given, and which of the vertices that it emits counts."""

from __future__ import annotations

import pytest
from helpers.geometry_texts import ATTRIBUTES, COLOUR, POINT, TEXTS, VERSIONS, points_of
from helpers.shading_runs import needs_compiler
from helpers.vertex_texts import SIZE
from msgspec.structs import replace

from aberration.core.attributes import attribute_value
from aberration.core.errors import MalformedShader
from aberration.core.outcome import Image
from aberration.core.tiles import Tile
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.read import read

PLACE, NORMAL, NUMBERS, TURN = ATTRIBUTES
VERTEX = 7
"""Column 2 of row 1."""


def value(attribute: object, component: int, column: int = 0, vertex: int = VERTEX) -> float:
    found = next(one for one in ATTRIBUTES if one is attribute)
    return attribute_value(found, vertex, SIZE, column, component)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_point_has_what_its_vertex_hands_on(version: str) -> None:
    shown = points_of(version, TEXTS["one"])
    normal = tuple(value(NORMAL, k) for k in range(3))
    assert shown.pixel(2, 1) == (*normal, 1.0)
    every = points_of(version, TEXTS["every attribute"])
    last = (value(TURN, 0, 1), value(TURN, 1, 1))
    first = value(NORMAL, 0) + value(TURN, 1, 2)
    assert every.pixel(2, 1) == (first, value(NUMBERS, 1), *last)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_point_knows_its_place_and_its_number(version: str) -> None:
    shown = points_of(version, TEXTS["place of gl_in"])
    assert shown.pixel(2, 1) == (value(PLACE, 1), value(PLACE, 0), float(VERTEX), 1.0)


def test_the_last_vertex_on_the_pixel_counts() -> None:
    shown = points_of("330", TEXTS["the last counts"])
    assert shown.pixel(2, 1) == tuple(2.0 * value(NORMAL, k) for k in (1, 2, 0, 1))


def test_without_a_vertex_a_pixel_stays_as_it_was() -> None:
    shown = points_of("330", TEXTS["none"])
    assert shown.pixel(2, 1) is None
    assert shown.pixel(3, 1) is not None
    image = shown.image("rgba32f")
    assert isinstance(image, Image)
    assert image.data[16 * VERTEX : 16 * VERTEX + 16] == bytes(16)


def test_a_vertex_beyond_what_is_drawn_is_drawn_nowhere() -> None:
    shown = points_of("330", TEXTS["beyond"])
    assert shown.pixel(2, 1) == (value(NORMAL, 0),) * 4


ELSEWHERE = (
    "gl_Position = vec4(aberration_place[0] + 0.001, 0.0, 1.0);",
    "gl_Position = vec4(aberration_place[0], 0.25, 1.0);",
    "gl_Position = vec4(aberration_place[0] * 2.0, 0.0, 2.0);",
    "gl_Position = vec4(5.0, aberration_place[0].y, 0.0, 1.0);",
    "gl_Position = vec4(aberration_place[0], 65.0, 1.0);",
    "gl_Position = vec4(aberration_place[0], -1.5, 1.0);",
    "gl_Position.xyz = vec3(aberration_place[0], 0.0);",
    "int k = 3; gl_Position[k] = 1.0;",
    "",
    f"{POINT} gl_PointSize = 2.0;",
    f"{POINT} if (gl_PrimitiveIDIn > 99) gl_PointSize = 1.0;",
)


@pytest.mark.parametrize("point", ELSEWHERE)
def test_a_vertex_elsewhere_is_undefined(point: str) -> None:
    shown = points_of("330", f"void main() {{ {point} {COLOUR} EmitVertex(); }}")
    found = shown.pixel(2, 1)
    assert isinstance(found, Trap)
    assert (found.kind, found.excerpt) == ("position", "EmitVertex();")
    assert isinstance(shown.image(), Trap)


def test_a_size_of_one_may_be_written() -> None:
    shown = points_of(
        "330", f"void main() {{ {POINT} gl_PointSize = 1.0; {COLOUR} EmitVertex(); }}"
    )
    assert isinstance(shown.image(), Image)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (f"{POINT} {COLOUR} EmitVertex(); EmitVertex();", "position"),
        (f"{POINT} {COLOUR} EmitVertex(); {POINT} EmitVertex();", "unwritten-output"),
        (f"{POINT} EmitVertex();", "unwritten-output"),
        (f"{POINT} aberration_result.xyz = normal[0]; EmitVertex();", "unwritten-output"),
        (f"{POINT} {COLOUR} EmitVertex(); {COLOUR} gl_Position.x += 1.0;", "uninitialised"),
        (f"for (int k = 0; k < 4; k++) {{ {POINT} {COLOUR} EmitVertex(); }}", "emission"),
        (f"{POINT} {COLOUR} EmitVertex(); float x = aberration_result.x; x++;", "uninitialised"),
    ],
)
def test_outputs_are_undefined_behind_an_emission(body: str, kind: str) -> None:
    found = points_of("330", f"void main() {{ {body} }}").image()
    assert isinstance(found, Trap)
    assert found.kind == kind


def test_what_a_call_emits_takes_the_outputs_away() -> None:
    body = f"""float emit() {{ EmitVertex(); return 1.0; }}
    void main() {{ {POINT} {COLOUR}
      float before = aberration_result.x; before += emit();
      {POINT} aberration_result = vec4(before); EmitVertex(); }}"""
    assert points_of("330", body).pixel(2, 1) == (value(NORMAL, 0) + 1.0,) * 4
    mixed = body.replace("before += emit();", "before = aberration_result.x + emit();")
    # Which operand comes first is open, and so whether the output is still there.
    with pytest.raises(Refused, match="two calls in one expression of which one changes"):
        points_of("330", mixed)
    with pytest.raises(Refused, match="two calls in one expression of which one changes"):
        points_of(
            "330",
            mixed.replace(
                "void main() {",
                "void main() { int k = 1; gl_Position[k] = aberration_result[k] = 0.0;",
            ),
        )


def test_what_no_vertex_stage_writes_is_refused_by_name() -> None:
    body = f"{POINT} aberration_result = vec4(gl_in[0].gl_ClipDistance[0]); EmitVertex();"
    with pytest.raises(Refused, match="gl_ClipDistance of gl_in, which no vertex stage writes"):
        points_of("330", f"void main() {{ {body} }}")


def test_a_point_that_is_no_number_is_out_of_bounds() -> None:
    body = f"{POINT} aberration_result = normal[gl_PrimitiveIDIn].xyzx; EmitVertex();"
    found = points_of("330", f"void main() {{ {body} }}").pixel(2, 1)
    assert isinstance(found, Trap)
    assert found.kind == "out-of-bounds"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("layout(points) in", "layout(lines) in", r"with `layout\(lines\) in;`"),
        ("layout(points, max", "layout(line_strip, max", r"with `layout\(line_strip\) out;`"),
        ("layout(points) in", "layout(points, invocations = 2) in", "several invocations"),
        ("max_vertices = 3", "max_vertices = 65", "more than 64 vertices"),
        ("EmitVertex()", "EmitStreamVertex(0)", "the built-in function EmitStreamVertex"),
        ("void main() {", "void main() { gl_Layer = 0;", "the output gl_Layer"),
        ("flat out", "out", "the output aberration_result, which is not"),
        ("flat out", "out vec2 more;\nflat out", "the output more, which is not"),
        ("in vec3 normal[1]", "in ivec3 normal[1]", "normal of type ivec3, for which the inputs"),
        ("in vec3 normal[1]", "in vec3 other[]; in vec3 normal[1]", ""),
        ("in vec3 normal[1]", "in Block { vec3 a; } block[]; in vec3 normal[1]", "block Block"),
    ],
)
def test_another_form_is_refused_by_name(old: str, new: str, says: str) -> None:
    shown = points_of("450", TEXTS["one"])
    text = shown.compiled.source.text
    assert old in text
    declared, _, body = text.partition("\n")[2].partition("void main")
    if "lines" in new:
        declared = declared.replace("[1]", "[]")
    arguments = (f"void main{body}".replace(old, new), declared.replace(old, new))
    if not says:
        assert isinstance(points_of("450", *arguments).image(), Image)
        return
    with pytest.raises(Refused, match=says):
        points_of("450", *arguments)


def test_points_without_a_place_are_refused_by_name() -> None:
    shown = points_of("330", TEXTS["place of gl_in"])
    shader = read(shown.compiled.source.text, "glsl")
    with pytest.raises(Refused, match="no attribute says where they lie"):
        Interpreter(shader, "geometry", replace(shown.inputs, attributes=ATTRIBUTES[1:]))


def test_tiles_are_refused_by_name() -> None:
    shown = points_of("330", TEXTS["one"])
    tiled = replace(shown.inputs, width=8, height=8, tiles=(Tile(0, 0, 4, 4),))
    shader = read(shown.compiled.source.text, "glsl")
    with pytest.raises(Refused, match="tiles of a program for the geometry stage"):
        Interpreter(shader, "geometry", tiled)


@pytest.mark.parametrize("body", ["discard;", "aberration_result = gl_FragCoord;", "barrier();"])
def test_what_belongs_to_other_stages_is_illegal(body: str) -> None:
    with pytest.raises(MalformedShader):
        points_of("450", f"void main() {{ {body} }}")


@needs_compiler
@pytest.mark.parametrize("name", TEXTS)
def test_c_has_all_of_it(name: str) -> None:
    shown = points_of("330", TEXTS[name])
    assert isinstance(shown.image(), Image)
    assert shown.other is not None
    assert shown.other.is_fast
