"""What a shader gives, and what makes no test."""

from __future__ import annotations

import pytest

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.program import Language, Program
from aberration.methods.shaders.executed import Executed, Undefined

SIZE = Inputs(width=2, height=2)
GLSL = "#version 460\nlayout(location = 0) out {} colour;\nvoid main() {{ colour = {}; }}\n"
WGSL = "@fragment fn main() -> @location(0) {} {{ return {}; }}\n"


def result(text: str, language: Language) -> Image | Undefined:
    program = Program(language, "fragment", text.encode(), SIZE, "colour")
    found = Executed(program).result(SIZE)
    assert isinstance(found, Image | Undefined)
    return found


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        (GLSL.format("float", "0.0"), "glsl", 1),
        (GLSL.format("vec3", "vec3(0.5)"), "glsl", 3),
        (WGSL.format("vec2f", "vec2f(0.5)"), "wgsl", 2),
    ],
)
def test_a_colour_that_lacks_components_is_no_test(
    text: str, language: Language, count: int
) -> None:
    """zink gave such a shader another image than the interpreter, and a reducer had come to it."""
    assert result(text, language) == Undefined(f"its colour has {count} of 4 components")


def test_a_whole_colour_is_one() -> None:
    assert isinstance(result(GLSL.format("vec4", "vec4(0.5)"), "glsl"), Image)
    assert isinstance(result(WGSL.format("vec4f", "vec4f(0.5)"), "wgsl"), Image)
