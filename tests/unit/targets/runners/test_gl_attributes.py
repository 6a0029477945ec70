"""Attributes in the numbers of OpenGL, and the fragment shader that draws what is handed on."""

from __future__ import annotations

import pytest

from aberration.core.attributes import Attribute
from aberration.core.program import Language, Program
from aberration.targets.runners.gl_attributes import (
    MATRIX_TYPES,
    GlAttribute,
    gl_attribute,
    result_shader,
    text_refusal,
)


@pytest.mark.parametrize(
    ("attribute", "type", "word"),
    [
        (Attribute("a", 0, "float", 1), 0x1406, "float"),
        (Attribute("a", 0, "float", 4), 0x8B52, "vec4"),
        (Attribute("a", 0, "int", 1), 0x1404, "int"),
        (Attribute("a", 0, "int", 2), 0x8B53, "ivec2"),
        (Attribute("a", 0, "uint", 1), 0x1405, "uint"),
        (Attribute("a", 0, "uint", 3), 0x8DC7, "uvec3"),
        (Attribute("a", 0, "float", 3, 3), 0x8B5B, "mat3x3"),
        (Attribute("a", 0, "float", 4, 2), 0x8B66, "mat2x4"),
        (Attribute("a", 0, "float", 2, 4), 0x8B69, "mat4x2"),
    ],
)
def test_an_attribute_has_the_type_of_its_numbers(
    attribute: Attribute, type: int, word: str
) -> None:
    assert gl_attribute(attribute) == GlAttribute("a", 0, type, word)


@pytest.mark.parametrize(
    "attribute", [Attribute("a", 0, "int", 3, 3), Attribute("a", 0, "float", 1, 3)]
)
def test_no_shader_declares_a_matrix_of_integers_or_of_one_row(attribute: Attribute) -> None:
    assert gl_attribute(attribute) is None


def test_matrices_are_by_columns_and_rows() -> None:
    assert len(MATRIX_TYPES) == len(set(MATRIX_TYPES.values())) == 9


def program(text: str, language: Language = "glsl") -> Program:
    return Program(language, "vertex", text.encode())


@pytest.mark.parametrize(
    ("text", "first", "declared", "colour"),
    [
        ("", "#version 100\nprecision highp float;", "\nvarying vec4", "gl_FragColor"),
        ("#version 100\n", "#version 100\nprecision", "\nvarying vec4", "gl_FragColor"),
        ("#version 120\n", "#version 120\nvarying", "\nvarying vec4", "gl_FragColor"),
        ("#version 300 es\n", "#version 300 es\nprecision", "\nflat in vec4", "aberration_colour"),
        ("#version 130\n", "#version 130\nflat", "\nflat in vec4", "aberration_colour"),
        (
            "#version 330 compatibility\n",
            "#version 330 compatibility\n",
            "\nflat in vec4",
            "aberration_colour",
        ),
        (
            "#version 450 core\nlayout(location = 0) flat out vec4 aberration_result;",
            "#version 450 core\n",
            "\nlayout(location = 0) flat in vec4",
            "aberration_colour",
        ),
        (
            "#version 310 es\nflat layout( location=0 )out highp vec4 aberration_result;",
            "#version 310 es\n",
            "\nlayout(location = 0) flat in vec4",
            "aberration_colour",
        ),
        (
            "#version 450\nlayout(location = 0) in vec4 a; flat out vec4 aberration_result;",
            "#version 450\nflat",
            "\nflat in vec4",
            "aberration_colour",
        ),
        (
            "#version 450\n// layout(location = 0)\nflat out vec4 aberration_result;",
            "#version 450\nflat",
            "\nflat in vec4",
            "aberration_colour",
        ),
    ],
)
def test_the_fragment_shader_is_of_the_same_version_and_says_a_location_where_the_other_does(
    text: str, first: str, declared: str, colour: str
) -> None:
    made = result_shader(program(text, "essl"))
    assert made.startswith(first)
    assert f"{declared} aberration_result;" in made
    assert made.endswith(f"void main() {{ {colour} = aberration_result; }}\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("#version 330\nflat out vec4 aberration_result;", ""),
        (
            "#version 330\nflat out vec4 aberration_results; // aberration_result",
            "no aberration_result is handed on",
        ),
        ("#version 300 es\nflat out vec4 aberration_result;", "no size of points is written"),
        ("precision highp float; varying vec4 aberration_result;", "no size of points is written"),
        ("#version 310 es\nflat out vec4 aberration_result; gl_PointSize = 1.0;", ""),
    ],
)
def test_a_text_names_its_result_and_in_opengl_es_the_size_of_points(text: str, told: str) -> None:
    found = text_refusal(program(text))
    assert told in found
    assert bool(told) == bool(found)
