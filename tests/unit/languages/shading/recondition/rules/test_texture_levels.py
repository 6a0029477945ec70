"""The size of a level that a texture lacks becomes that of the nearest one that it has."""

from __future__ import annotations

import pytest

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.textures import Texture
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.as_needed import (
    Defined,
    Unrepaired,
    recondition_as_needed,
)
from aberration.languages.shading.tree import LanguageName

TEXTURE = Texture("image", size=(32, 12, 1), levels=3)
FAMILY = """{head}uniform sampler2D image;
layout(location = 0) out vec4 colour;
void main() {{ int x = int(gl_FragCoord.x) - 1; colour = vec4({size}, 0.0, 255.0) / 255.0; }}
"""
WGSL = """@group(0) @binding(0) var image: texture_2d<f32>;
@fragment fn main(@builtin(position) place: vec4f) -> @location(0) vec4f {{
  let x = i32(place.x) - 1;
  return vec4f(vec2f({size}), 0.0, 255.0) / 255.0;
}}
"""
HEADS = {"glsl": "#version 430\n", "essl": "#version 310 es\nprecision highp float;\n"}


def repaired(size: str, language: LanguageName, head: str = "") -> Defined | Unrepaired:
    text = WGSL.format(size=size)
    if language != "wgsl":
        text = FAMILY.format(size=size, head=head or HEADS[language])
    inputs = Inputs(width=6, height=1, textures=(TEXTURE,))
    return recondition_as_needed(read(text, language), "fragment", inputs, Options())


@pytest.mark.parametrize(
    ("language", "size", "levels"),
    [
        ("glsl", "textureSize(image, x)", (0, 0, 1, 2, 2, 2)),
        ("wgsl", "textureDimensions(image, x)", (0, 0, 1, 2, 2, 2)),
        ("wgsl", "textureDimensions(image, u32(x + 1))", (0, 1, 2, 2, 2, 2)),
    ],
)
def test_the_nearest_level_is_asked(
    language: LanguageName, size: str, levels: tuple[int, ...]
) -> None:
    found = repaired(size, language)
    assert isinstance(found, Defined), found.met
    assert {one.rule for one in found.rewrites} == {"texture-levels"}
    assert isinstance(found.result, Image)
    pixels = [tuple(found.result.data[at : at + 2]) for at in range(0, 24, 4)]
    assert pixels == [(32 >> level, 12 >> level) for level in levels]


@pytest.mark.parametrize(("language", "head"), [("essl", ""), ("glsl", "#version 420\n")])
def test_without_a_question_for_the_levels_nothing_is_rewritten(
    language: LanguageName, head: str
) -> None:
    found = repaired("textureSize(image, x)", language, head)
    assert isinstance(found, Unrepaired)
    assert "the size is asked of a level" in str(found.met)


def test_what_is_there_stays() -> None:
    found = repaired("textureSize(image, clamp(x, 0, 2)) + textureSize(image, 0) * 0", "glsl")
    assert isinstance(found, Defined)
    assert found.rewrites == ()
