"""Shaders in GLSL, ESSL and WGSL sample cubes with a linear filter: inside of a face, drivers give
what our interpreter takes as legal.
"""

from __future__ import annotations

import numpy as np
import pytest
from helpers.conformance import available

from aberration.core.comparison import pixels
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.program import Language, Program
from aberration.core.texels import UNPROMISED_MARGIN, filter_bounds, picture_of
from aberration.core.textures import Sampler, Texture
from aberration.targets.pool import TargetPool
from aberration.targets.registry import select

ALL = available()
WIDTH, HEIGHT = 40, 24
CUBE = Texture("s", "Cube", size=(7, 7, 6), number=9)
DIRECTIONS = (
    ("{v}(at.x * 0.13 - 2.5, at.y * 0.11 - 1.3, 1.0)", (0, 1, 2), 1.0),
    ("{v}(-1.0, at.x * 0.13 - 2.5, at.y * 0.11 - 1.3)", (2, 0, 1), -1.0),
    ("{v}(at.y * 0.11 - 1.3, -1.0, at.x * 0.13 - 2.5)", (1, 2, 0), -1.0),
)
"""The text of a direction; which of the numbers by x, by y, and the last one each coordinate is;
and the last one.
"""
FAMILY = """{head}
uniform samplerCube s;
{out} vec4 colour;
void main() {{ vec2 at = gl_FragCoord.xy; colour = texture(s, {direction}); }}
"""
WGSL = """
@group(0) @binding(0) var s: texture_cube<f32>;
@group(0) @binding(1) var w: sampler;
@fragment fn shade(@builtin(position) place: vec4f) -> @location(0) vec4f {{
  let at = place.xy;
  return textureSample(s, w, {direction});
}}
"""
HEADS: dict[Language, tuple[str, str]] = {
    "glsl": ("#version 330", "layout(location = 0) out"),
    "essl": ("#version 300 es\nprecision highp float;\nprecision highp samplerCube;", "out"),
}


def filtering(language: Language, direction: str) -> Program:
    if language == "wgsl":
        text = WGSL.format(direction=direction.format(v="vec3f"))
        texture = Texture("s", "Cube", size=CUBE.size, number=CUBE.number, binding=0)
        inputs = Inputs(
            width=WIDTH,
            height=HEIGHT,
            textures=(texture,),
            samplers=(Sampler("w", binding=1, filter="linear"),),
        )
        return Program(language, "fragment", text.encode(), inputs)
    head, out = HEADS[language]
    text = FAMILY.format(head=head, out=out, direction=direction.format(v="vec3"))
    texture = Texture("s", "Cube", size=CUBE.size, number=CUBE.number, filter="linear")
    inputs = Inputs(width=WIDTH, height=HEIGHT, textures=(texture,))
    return Program(language, "fragment", text.encode(), inputs)


@pytest.mark.parametrize(("direction", "order", "last"), DIRECTIONS)
@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("glsl", "llvmpipe"),
        ("glsl", "softpipe"),
        ("glsl", "zink-lavapipe"),
        ("essl", "angle-swiftshader"),
        ("essl", "angle-gl-llvmpipe"),
        ("wgsl", "wgpu-lavapipe"),
        ("wgsl", "wgpu-swiftshader"),
        ("wgsl", "dawn-swiftshader"),
    ],
)
def test_inside_of_a_face_a_sample_is_a_weighted_sum(
    pool: TargetPool,
    language: Language,
    name: str,
    direction: str,
    order: tuple[int, int, int],
    last: float,
) -> None:
    (target,) = select(ALL, [f"{name}:rgba32f"])
    outcome = pool.run(target, filtering(language, direction), 60.0).outcome
    assert isinstance(outcome, Image), outcome
    drawn, compared = pixels(outcome), 0
    for y in range(HEIGHT):
        for x in range(WIDTH):
            numbers = ((x + 0.5) * 0.13 - 2.5, (y + 0.5) * 0.11 - 1.3, last)
            at = (*(numbers[one] for one in order), 1.0)
            bounds = filter_bounds(
                at, at, (0, 0, 0), CUBE.size, picture_of(CUBE), UNPROMISED_MARGIN
            )
            if bounds is None:
                continue
            compared += 1
            assert np.all(np.array(bounds[0]) <= drawn[y, x])
            assert np.all(drawn[y, x] <= np.array(bounds[1]))
    assert compared > WIDTH * HEIGHT / 3
