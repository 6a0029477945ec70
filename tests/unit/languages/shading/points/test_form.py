"""Vertex shaders that are programs under test as they are written."""

from __future__ import annotations

import pytest

from aberration.core.attributes import Attribute
from aberration.core.errors import BadInput
from aberration.languages.shading.points.form import attributes_of, is_point_shader
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

GLSL = """#version 330
layout(location = 3) in vec2 aberration_place; in mat2 turn;
flat out vec4 aberration_result;
void main() { aberration_result = turn[1].xyxy; gl_Position = vec4(aberration_place, 0.0, 1.0); }
"""
WGSL = """
struct Point { @builtin(position) p: vec4f,
  @location(0) @interpolate(flat) aberration_result: vec4f };
@vertex fn main(@location(1) at: vec2f) -> Point { return Point(vec4f(at, 0, 1), vec4f()); }
"""


def attributes(language: LanguageName, text: str) -> tuple[Attribute, ...]:
    shader = read(text, language)
    assert is_point_shader(shader)
    return attributes_of(shader)


def test_a_program_in_its_form() -> None:
    assert attributes("glsl", GLSL) == (
        Attribute("aberration_place", 3, "float", 2, place=True),
        Attribute("turn", 0, "float", 2, 2, 1),
    )
    assert attributes("wgsl", WGSL) == (Attribute("at", 1, "float", 2, 1, 1),)


def test_a_shader_that_declares_no_result_is_none() -> None:
    text = GLSL.replace("aberration_result", "result")
    assert not is_point_shader(read(text, "glsl"))


@pytest.mark.parametrize(
    ("language", "text", "says"),
    [
        ("glsl", GLSL.replace("flat out", "out vec2 more; flat out"), "gives more, aberration_res"),
        ("glsl", GLSL.replace("flat out", "out"), "to be flat, but it is interpolated"),
        ("glsl", GLSL.replace("out vec4", "out vec2").replace(".xyxy", ""), "is of type vec2"),
        ("wgsl", WGSL.replace("@location(0)", "@location(1)"), "not at location 0"),
        ("wgsl", WGSL.replace(" @interpolate(flat)", ""), "to be flat, but it is interpolated"),
        ("wgsl", WGSL.replace("vec4f };", "vec4f, @location(2) n: f32 };"), "result, n"),
    ],
)
def test_what_is_not_in_its_form(language: LanguageName, text: str, says: str) -> None:
    text = text.replace("vec4f()); }", "vec4f(), 0); }") if "n: f32" in text else text
    with pytest.raises(BadInput, match=says):
        attributes(language, text)
