"""Small shaders for the method `agree`, and what it makes of them."""

from __future__ import annotations

import struct

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.method import Request
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.methods.agree.method import NAME, VERSION, AgreeMethod

SUM = b"""#version 300 es
precision highp float;
uniform int start;
uniform vec2 scale;
out vec4 colour;
void main() {
  int total = start;
  for (int i = 0; i < int(gl_FragCoord.x); i++) total += i;
  colour = vec4(float(total & 255) / 255.0, scale, 1.0);
}
"""
DIVIDE = b"""#version 310 es
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Data { int divisor; int result[4]; };
void main() { result[gl_LocalInvocationIndex] = 100 / divisor; }
"""
WAVES = b"""@group(0) @binding(0) var<uniform> rate: f32;
@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f {
  return vec4f(fract(p.x * rate), sin(p.y), 0.5, 1.0);
}
"""


def sums(width: int = 12, height: int = 9) -> Program:
    """Return a fragment shader of integers with two uniforms."""
    uniforms = (
        Uniform("start", struct.pack("<i", 7), -1),
        Uniform("scale", struct.pack("<2f", 0.5, 0.25), -1),
    )
    return Program("essl", "fragment", SUM, Inputs(uniforms, width=width, height=height), "sums")


def divide(divisor: int = 5) -> Program:
    """Return a compute shader that divides by what its buffer says."""
    buffer = Buffer(0, struct.pack("<5i", divisor, 0, 0, 0, 0), (("int", 5),))
    return Program("essl", "compute", DIVIDE, Inputs(buffers=(buffer,)), "divide")


def waves() -> Program:
    """Return a shader whose floats may be rounded in several ways."""
    uniforms = (Uniform("rate", struct.pack("<f", 0.3), 0),)
    return Program("wgsl", "fragment", WAVES, Inputs(uniforms, width=8, height=8), "waves")


def made(program: Program, run_seed: int = 1, variants: int = 1) -> list[TestCase]:
    """Return the cases of a run."""
    return list(AgreeMethod().make(Request(run_seed, variants, program, language=program.language)))


def case_of(program: Program, *steps: Step) -> TestCase:
    """Return the case of these steps."""
    return AgreeMethod().replay(Recipe(NAME, VERSION, {"seed": program}, steps)).case
