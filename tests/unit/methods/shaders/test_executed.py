"""What a shader gives, and what makes no test."""

from __future__ import annotations

import pytest
from helpers.agreeing import sums
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.program import Language, Program
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.interpret import run
from aberration.languages.shading.interpret.compiled import Compiled
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.read import Shader
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


def test_a_shader_is_made_ready_once_for_all_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    program, made = sums(), list[str]()

    def counted(shader: Shader, stage: Stage, options: Options, probes: None) -> Compiled:
        made.append(shader.module.language)
        return Compiled(shader, stage, options, probes)

    monkeypatch.setattr(run, "Compiled", counted)
    sizes = [replace(program.inputs, width=width, height=3) for width in (2, 5, 2)]
    executed = Executed(program)
    results = [executed.result(inputs) for inputs in sizes]
    assert len(made) == 1
    assert results == [Executed(program).result(inputs) for inputs in sizes]
    assert results[0] == results[2] != results[1]
