"""What a pixel sees of the triangle that it is in: all targets that draw, and the interpreter, say
that its depth is 0, its `w` 1, and that it faces away.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest
from helpers.conformance import SECONDS, available, names_by_age
from helpers.sampling import one_in

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image, PixelFormat, Rejected
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool

_BODY: Final = """
void main() {
  uvec2 bits = floatBitsToUint(gl_FragCoord.zw);
  colour = vec4(gl_FragCoord.zw, bits.x == 0u ? 0.25 : 0.75, bits.y == 0x3F800000u ? 0.5 : 1.0);
  if (gl_FrontFacing) colour = vec4(1.0);
}
"""
_OUT: Final = "layout(location = 0) out vec4 colour;"
SIZE: Final = Inputs(width=9, height=5)


def _program(language: LanguageName, text: str) -> Program:
    return Program(language, "fragment", text.encode(), SIZE, language)


PROGRAMS: Final = (
    _program("glsl", f"#version 450\n{_OUT}{_BODY}"),
    _program(
        "glsl", f"#version 330\n#extension GL_ARB_shader_bit_encoding : require\n{_OUT}{_BODY}"
    ),
    _program("essl", f"#version 300 es\nprecision highp float;\n{_OUT}{_BODY}"),
    _program(
        "wgsl",
        """@fragment fn main(@builtin(position) at: vec4f, @builtin(front_facing) front: bool)
  -> @location(0) vec4f {
  if (front) { return vec4f(1); }
  let bits = bitcast<vec2u>(at.zw);
  return vec4f(at.zw, select(0.75, 0.25, bits.x == 0), select(1.0, 0.5, bits.y == 0x3F800000));
}""",
    ),
)
"""They show the bits, too, so that images of bytes tell zero from what is nearly zero or
negative.
"""


def _drawing() -> list[Target]:
    apart = {"mutants", "identity", "legal-compilers", "spirv-opt"}
    found = [
        target
        for target in available()
        if target.kind == "executes" and not apart & set(target.groups)
    ]
    return [target for target in found if {"glsl", "essl", "wgsl", "spirv"} & set(target.languages)]


TARGETS: Final = {target.id: target for target in _drawing()}


@cache
def spoken(language: str) -> tuple[Program, ...]:
    if language == "spirv":
        return (compile_glsl(PROGRAMS[0]),)
    return tuple(program for program in PROGRAMS if program.language == language)


@cache
def interpreter(program: Program) -> Interpreter:
    assert program.language in ("glsl", "essl", "wgsl")
    return Interpreter(read(program.source, program.language), "fragment", program.inputs)


@cache
def ours(pixels: PixelFormat) -> Image:
    found = interpreter(PROGRAMS[0]).image(pixels)
    assert isinstance(found, Image), str(found)
    return found


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.source[:12].decode())
def test_the_interpreter_gives_depth_0(program: Program) -> None:
    assert interpreter(program).pixel(8, 4) == (0.0, 1.0, 0.25, 0.5)
    assert interpreter(program).image() == ours("rgba8")


@pytest.mark.parametrize("name", one_in(4, names_by_age(TARGETS)))
def test_a_target_gives_depth_0(pool: TargetPool, name: str) -> None:
    target = TARGETS[name]
    for language in target.languages:
        outcomes = [pool.run(target, program, SECONDS).outcome for program in spoken(language)]
        images = [outcome for outcome in outcomes if not isinstance(outcome, Rejected)]
        assert images or not outcomes, [str(outcome) for outcome in outcomes]
        assert [image for image in images if image != ours(_pixels(target))] == []


def _pixels(target: Target) -> PixelFormat:
    return "rgba32f" if target.id.endswith(":rgba32f") else "rgba8"
