"""The vertex shader that a geometry shader is linked with."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.geometry_texts import ATTRIBUTES, TEXTS, VERSIONS, geometry_program
from helpers.glslang_verdicts import verdicts
from msgspec.structs import replace

from aberration.core.program import Program
from aberration.targets.runners.primitive_stages import attribute_name, handing_on


def test_it_hands_on_what_the_geometry_shader_declares() -> None:
    program = geometry_program("330", TEXTS["one"])
    assert handing_on(program).splitlines() == [
        "#version 330",
        "in vec2 aberration_given_aberration_place;",
        "out vec2 aberration_place;",
        "in vec3 aberration_given_normal;",
        "out vec3 normal;",
        "in ivec2 aberration_given_numbers;",
        "flat out ivec2 numbers;",
        "in mat3x2 aberration_given_turn;",
        "out mat3x2 turn;",
        "void main() { aberration_place = aberration_given_aberration_place; "
        "gl_Position = vec4(aberration_given_aberration_place, 0.0, 1.0); gl_PointSize = 1.0; "
        "normal = aberration_given_normal; numbers = aberration_given_numbers; "
        "turn = aberration_given_turn; }",
    ]


def test_it_places_the_point_though_nobody_asks_for_the_place() -> None:
    text = """layout(points) in; layout(points, max_vertices = 1) out;
    // in vec3 normal[];
    layout(location = 0) centroid in vec3 normal[], other[]; flat out vec4 aberration_result;
    """
    program = geometry_program("320 es", "void main() {}", declared=text)
    made = handing_on(program)
    assert made.startswith("#version 320 es\nprecision highp float;\nprecision highp int;\n")
    assert "out vec2 aberration_place;" not in made
    assert "gl_Position = vec4(aberration_given_aberration_place, 0.0, 1.0);" in made
    assert "layout(location = 0) centroid out vec3 normal;" in made
    assert "numbers" not in made


@pytest.mark.parametrize("version", VERSIONS)
def test_it_is_legal(version: str, tmp_path: Path) -> None:
    path = tmp_path / "a.vert"
    path.write_text(handing_on(geometry_program(version, TEXTS["every attribute"])))
    assert verdicts([path], tmp_path) == {path: []}


def test_attributes_of_a_vertex_shader_have_their_own_names() -> None:
    program = geometry_program("330", TEXTS["one"])
    assert attribute_name(program, ATTRIBUTES[1]) == "aberration_given_normal"
    vertex: Program = replace(program, stage="vertex")
    assert attribute_name(vertex, ATTRIBUTES[1]) == "normal"
