"""Shaders in GLSL, ESSL and WGSL are given a linear filter by the runners that bind textures."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.conformance import available

from aberration.core.comparison import pixels
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.program import Language, Program
from aberration.core.texels import FILTER_ERROR, FILTER_MARGIN, filtered_texel, picture_of
from aberration.core.textures import WRAPS, Sampler, Texture, Wrap
from aberration.targets.pool import TargetPool
from aberration.targets.registry import select

ALL = available()
SIZE = (5, 3, 1)
WIDTH, HEIGHT = 40, 24
"""Four pixels to a texel, and a texture's size on all sides but a little."""
NEAR = 2 * FILTER_MARGIN + FILTER_ERROR
"""How far a result may lie from the exact one: texels lie from 0 to 1, in two directions."""
FAMILY = """{head}
uniform sampler2D s;
{out} vec4 colour;
void main() {{ colour = texture(s, (gl_FragCoord.xy * 0.25 - 2.0) / vec2(5.0, 3.0)); }}
"""
WGSL = """
@group(0) @binding(0) var s: texture_2d<f32>;
@group(0) @binding(1) var w: sampler;
@fragment fn shade(@builtin(position) at: vec4f) -> @location(0) vec4f {
  return textureSample(s, w, (at.xy * 0.25 - 2.0) / vec2f(5.0, 3.0));
}
"""
TEXTS: dict[Language, str] = {
    "glsl": FAMILY.format(head="#version 330", out="layout(location = 0) out"),
    "essl": FAMILY.format(
        head="#version 300 es\nprecision highp float;\nprecision highp sampler2D;", out="out"
    ),
    "wgsl": WGSL,
}


def filtering(language: Language, wrap: Wrap) -> Program:
    samplers: tuple[Sampler, ...] = ()
    if language == "wgsl":
        texture = Texture("s", size=SIZE, number=9, binding=0)
        samplers = (Sampler("w", wrap, 1, filter="linear"),)
    else:
        texture = Texture("s", size=SIZE, number=9, wrap=wrap, filter="linear")
    inputs = Inputs(width=WIDTH, height=HEIGHT, textures=(texture,), samplers=samplers)
    return Program(language, "fragment", TEXTS[language].encode(), inputs)


@pytest.mark.parametrize("wrap", WRAPS)
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
def test_a_sample_is_the_weighted_sum(
    pool: TargetPool, language: Language, name: str, wrap: Wrap
) -> None:
    (target,) = select(ALL, [f"{name}:rgba32f"])
    outcome = pool.run(target, filtering(language, wrap), 60.0).outcome
    assert isinstance(outcome, Image), outcome
    picture = picture_of(Texture("s", size=SIZE, number=9, wrap=wrap))
    wanted = [
        filtered_texel(
            (((x + 0.5) / 4 - 2) / 5, ((y + 0.5) / 4 - 2) / 3, 0.0, 1.0), (0, 0, 0), SIZE, picture
        )
        for y in range(HEIGHT)
        for x in range(WIDTH)
    ]
    apart = np.abs(pixels(outcome).reshape(-1, 4) - np.array(wanted))
    assert apart.max() <= NEAR
