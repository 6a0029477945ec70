"""Modules around a few lines of GLSL that ask something of a texture, and what they draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.textures import Sampler, Texture
from aberration.languages.native.compiler import available
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Trap
from aberration.targets.front_end import compile_glsl

PICTURE: Final = Texture("s", size=(4, 8, 1), number=6, binding=0)
DECLARED: Final = "layout(binding = 0) uniform sampler2D s;"


def image_module(
    body: str,
    declared: str = DECLARED,
    textures: Sequence[Texture] = (PICTURE,),
    samplers: Sequence[Sampler] = (),
    side: int = 4,
) -> Program:
    """Return a module that draws `colour`; the body sees `at`, the pixel's place in it."""
    text = (
        f"#version 450\n{declared}\nlayout(location = 0) out vec4 colour;\n"
        f"void main() {{ vec2 at = gl_FragCoord.xy; {body} }}"
    )
    inputs = Inputs(width=side, height=side, textures=tuple(textures), samplers=tuple(samplers))
    return given_to_module(Program("glsl", "fragment", text.encode(), inputs))


def given_to_module(shader: Program) -> Program:
    """Return the module of a shader, with the shader's inputs as they are."""
    return replace(compile_glsl(shader), inputs=shader.inputs)


def drawn(program: Program) -> Sequence[tuple[float, ...] | Trap | None]:
    """Return all pixels, row by row, by the Python path; C agrees where it is here."""
    interpreter = Interpreter(program.source, program.inputs, Options(path="python"))
    width, height = program.inputs.width, program.inputs.height
    pixels = [interpreter.pixel(x, y) for y in range(height) for x in range(width)]
    if available():
        _agrees(program, pixels)
    return pixels


def _agrees(program: Program, pixels: Sequence[tuple[float, ...] | Trap | None]) -> None:
    native = Interpreter(program.source, program.inputs, Options(path="native"))
    exact = native.exact(1)
    assert exact is not None
    exact.native.open()
    for at, pixel in enumerate(pixels):
        row, column = divmod(at, program.inputs.width)
        found = exact.native.draw(column, row, 1, 1)
        assert bool(found.trapped) is isinstance(pixel, Trap)
        assert found.trapped or tuple(found.colours[0, 0]) == pixel
