"""Levels that derivatives, a bias and slopes choose."""

from __future__ import annotations

import math

import pytest
from helpers.texture_runs import Point, channels, looked_up
from msgspec.structs import replace

from aberration.core.blends import blended_texel, blending_picture
from aberration.core.inputs import Inputs
from aberration.core.levels import exactly
from aberration.core.texels import LEVEL_OPEN, size_of
from aberration.core.textures import Sampler, Texture, each_level
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

PICTURE = Texture("image", size=(8, 8, 1), number=5, levels=4)
BLENDED = replace(PICTURE, mip="linear")
FAMILY = "layout(binding = 0) uniform sampler2D image;"
WGSL = """@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var way: sampler;"""
languages = pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])


def pairs(step: float) -> list[Point]:
    """Pairs of neighbours that are a step apart, in the middle of texels of all levels."""
    return [(0.07 + k // 2 * 0.25 + k % 2 * step, 0.07, 0.0, 0.0) for k in range(8)]


def sampled(
    language: LanguageName, call: str, texture: Texture, points: list[Point]
) -> list[tuple[float, ...] | Trap | None]:
    """Return what a call gives; in WGSL the sampler has the words of the texture."""
    if language != "wgsl":
        return list(looked_up(language, FAMILY, call, [texture], points))
    sampler = Sampler("way", texture.wrap, 1, filter=texture.filter, mip=texture.mip)
    call = call.replace("vec2(", "vec2f(").replace("(image,", "(image, way,")
    for old, new in (("textureGrad", "textureSampleGrad"), ("texture(", "textureSample(")):
        call = call.replace(old, new)
    if call.count(", ") > 2 and "Grad" not in call:
        call = call.replace("textureSample(", "textureSampleBias(")
    return list(looked_up(language, WGSL, call, [texture], points, [sampler]))


@languages
@pytest.mark.parametrize(
    ("call", "step", "level"),
    [
        ("texture(image, at.xy)", 0.09, 0),
        ("texture(image, at.xy)", 0.0, 0),
        ("texture(image, at.xy)", 1.0, 3),
        ("texture(image, at.xy, -2.0)", 0.25, 0),
        ("texture(image, at.xy, 1.0)", 0.25, None),
        ("texture(image, at.xy, 2.0)", 0.5, 3),
        ("texture(image, at.xy)", 0.25, None),
        ("textureGrad(image, at.xy, vec2(0.0), vec2(0.0, 0.05))", 0.25, 0),
        ("textureGrad(image, at.xy, vec2(1.0, 0.0), vec2(0.0))", 0.25, 3),
        ("textureGrad(image, at.xy, vec2(0.2, 0.0), vec2(0.0))", 0.25, None),
    ],
)
def test_a_level_is_known_where_all_legal_lengths_choose_it(
    language: LanguageName, call: str, step: float, level: int | None
) -> None:
    points = pairs(step)
    found = sampled(language, call, PICTURE, points)
    if level is None:
        assert all(isinstance(one, Trap) and LEVEL_OPEN in one.message for one in found)
        return
    own = each_level(PICTURE)[level]
    side = own.size[0]
    places = [(int(x % 1.0 * side), int(y * side), 0) for x, y, _, _ in points]
    assert found == [channels(own, place) for place in places]


@languages
@pytest.mark.parametrize(
    ("call", "lod"),
    [
        ("texture(image, at.xy)", 1.0),
        ("texture(image, at.xy, 0.75)", 1.75),
        ("textureGrad(image, at.xy, vec2(0.0, 0.5), vec2(0.1, 0.0))", 2.0),
    ],
)
def test_two_levels_are_blended_at_the_ideal_one(
    language: LanguageName, call: str, lod: float
) -> None:
    points = pairs(0.25)
    found = sampled(language, call, BLENDED, points)
    for one, (x, y, _, _) in zip(found, points, strict=True):
        place = ((x, y, 0.0, 1.0), (0, 0, 0), size_of(BLENDED), blending_picture(BLENDED))
        assert one == pytest.approx(blended_texel(*place, exactly(lod)), abs=1e-5)


def test_all_pixels_of_a_quad_have_to_take_the_sample() -> None:
    call = "at.x > 0.1 ? texture(image, at.xy) : vec4(0.0)"
    found = sampled("glsl", call, BLENDED, pairs(0.25))
    assert isinstance(found[1], Trap)
    assert found[1].kind == "derivative"
    assert not isinstance(found[2], Trap)


def test_a_texture_of_one_level_takes_no_derivatives() -> None:
    one = replace(PICTURE, levels=each_level(PICTURE)[0].levels)
    call = "at.x > 0.1 ? texture(image, at.xy) : vec4(0.0)"
    assert not any(isinstance(found, Trap) for found in sampled("glsl", call, one, pairs(0.25)))


@pytest.mark.parametrize(
    ("head", "body", "says"),
    [
        (
            "#extension GL_KHR_shader_subgroup_shuffle : require",
            "texture(s, vec2(subgroupShuffleXor(gl_FragCoord.x, 0u)))",
            "beside derivatives",
        ),
        ("", "gl_HelperInvocation ? vec4(0.0) : texture(s, gl_FragCoord.xy)", "are helpers"),
    ],
)
def test_what_knows_no_neighbours_is_refused(head: str, body: str, says: str) -> None:
    text = (
        f"#version 450\n{head}\nuniform sampler2D s;\nlayout(location = 0) out vec4 colour;\n"
        f"void main() {{ colour = {body}; }}\n"
    )
    for levels in (4, 1):
        texture = Texture("s", size=(8, 8, 1), levels=levels) if levels > 1 else Texture("s")
        inputs = Inputs(width=4, height=4, textures=(texture,))
        if levels == 1:
            assert Interpreter(read(text, "glsl"), "fragment", inputs).pixel(0, 0) is not None
            continue
        with pytest.raises(Refused, match=says):
            Interpreter(read(text, "glsl"), "fragment", inputs)


def test_lengths_in_both_directions_add_up() -> None:
    """Twice a length is one level more."""
    inputs = Inputs(width=2, height=2, textures=(replace(PICTURE, name="s"),))
    for step, is_open in ((0.02, False), (0.09, True)):
        assert math.log2(step * 8) < 0.0
        text = (
            "#version 450\nuniform sampler2D s;\nlayout(location = 0) out vec4 colour;\n"
            f"void main() {{ colour = texture(s, floor(gl_FragCoord.xy) * {step} + 0.02); }}\n"
        )
        found = Interpreter(read(text, "glsl"), "fragment", inputs).pixel(0, 0)
        assert isinstance(found, Trap) is is_open
