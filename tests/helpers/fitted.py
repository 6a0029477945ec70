"""A shader with uniforms of many kinds, and how a test fits inputs to it."""

from __future__ import annotations

from typing import Final

from aberration.campaign.loading.fit import Fitted, with_inputs
from aberration.core.inputs import Inputs, Uniform
from aberration.core.inputs_file import read_file
from aberration.core.program import Language, Program, Stage

TEXT: Final = """#version 450
struct Lamp { vec3 colour; float reach; };
uniform float time;
uniform vec2 resolution, place[2];
uniform bool on;
uniform Lamp lamps[2];
layout(std140) uniform Free { int kind; float list[3]; mat2 turn; };
layout(std140, binding = 3) uniform Bound { uvec2 pair; float last; } bound;
layout(location = 0) out vec4 colour;
void main() {
  colour = vec4(time + resolution.x + place[1].y + lamps[1].colour.z + (on ? 1.0 : 0.0) + list[2]
    + turn[1].y + float(kind) + float(bound.pair.y) + bound.last);
}
"""
COMPUTE: Final = """#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 1) buffer Data { int head; vec4 row; float tail[]; };
layout(std430, binding = 2) buffer Few { uint cells[4]; };
void main() { tail[0] = row.x + float(head) + float(cells[0]); }
"""


def fit(
    given: str | None,
    text: str = TEXT,
    stage: Stage = "fragment",
    language: Language = "glsl",
    where: str = "x",
) -> Fitted:
    program = Program(language, stage, text.encode(), name="x")
    return with_inputs(program, None if given is None else read_file(given, f"{where}.json"), where)


def entry(name: str, setter: str, *numbers: float, more: str = "") -> str:
    return f'{{"{name}": {{"func": "{setter}", "args": {[*numbers]}{more}}}}}'


def given(inputs: Inputs, name: str) -> Uniform:
    return next(uniform for uniform in inputs.uniforms if uniform.name == name)
