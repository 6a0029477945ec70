"""Fragment shaders whose outputs are not one colour get one as they are loaded."""

from __future__ import annotations

import pytest

from aberration.campaign.loading.fit import Fitted, with_inputs
from aberration.core.program import Program


def fit(output: str, body: str) -> Fitted:
    text = f"#version 330\nuniform float time;\nin vec2 uv;\n{output}\nvoid main() {{ {body} }}\n"
    return with_inputs(Program("glsl", "fragment", text.encode(), name="x"), None, "x")


@pytest.mark.parametrize(
    ("output", "body", "names"),
    [
        ("out vec3 colour;", "colour = vec3(uv, time);", "colour"),
        ("out ivec4 id;", "id = ivec4(uv, 1, 2);", "id"),
        ("out vec2 a; layout(location = 1) out vec4 b;", "a = uv; b = uv.xxyy;", "a, b"),
    ],
)
def test_a_colour_is_made_of_the_outputs(output: str, body: str, names: str) -> None:
    found = fit(output, body)
    assert found.notes[0] == f"the colour is made of {names}"
    assert "functions of the pixel stand for uv, which nobody gives" in found.notes
    assert b"out vec4 aberration_colour;" in found.program.source


@pytest.mark.parametrize(
    "output",
    ["out vec4 colour;", "layout(location = 0) out vec4 colour; layout(location = 1) out vec2 b;"],
)
def test_a_colour_of_four_floats_stays(output: str) -> None:
    found = fit(output, "colour = vec4(uv, time, 1.0);")
    assert b"aberration" not in found.program.source
