"""Samples with a linear filter, rounded in other ways: between the bounds, and to both ends."""

from __future__ import annotations

import struct

import pytest
from msgspec.structs import replace

from aberration.core.comparison import Tolerance
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.texels import (
    FILTER_ERROR,
    FILTER_MARGIN,
    UNPROMISED_MARGIN,
    filter_bounds,
    filtered_texel,
    picture_of,
)
from aberration.core.textures import Texture
from aberration.languages.shading.interpret.filtering import filtered_by
from aberration.languages.shading.interpret.freedom import freedom
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.rounding import Rounding
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Undefined
from aberration.languages.shading.read import read

TEXTURE = Texture("image", size=(5, 3, 1), number=9, filter="linear")
PICTURE = picture_of(TEXTURE)
NOWHERE = (0, 0, 0)
AT = (0.31, 0.77, 0.0, 1.0)
TEXT = """#version 450
uniform sampler2D image;
layout(location = 0) out vec4 colour;
void main() { colour = texture(image, gl_FragCoord.xy / 7.0); }
"""
INPUTS = Inputs(width=4, height=4, textures=(TEXTURE,))


def by(number: int) -> tuple[float, ...]:
    return filtered_by(Rounding(number))(AT, NOWHERE, TEXTURE.size, PICTURE)


def test_each_rounding_gives_a_number_between_the_bounds() -> None:
    bounds = filter_bounds(AT, AT, NOWHERE, TEXTURE.size, PICTURE, UNPROMISED_MARGIN)
    assert bounds is not None
    found = [by(number) for number in range(40)]
    for low, column, high in zip(bounds[0], zip(*found, strict=True), bounds[1], strict=True):
        assert low - 1e-5 < min(column) < low + 1e-5
        assert high - 1e-5 < max(column) < high + 1e-5
        assert len(set(column)) > 30
    assert by(0) == pytest.approx(filtered_texel(AT, NOWHERE, TEXTURE.size, PICTURE))


def test_a_sample_always_had_a_choice() -> None:
    rounding = Rounding(0)
    filtered_by(rounding)((0.3, 0.5, 0.0, 1.0), NOWHERE, TEXTURE.size, PICTURE)
    assert rounding.had_choice


def test_what_cancelled_out_counts() -> None:
    """Of a coordinate that is a small rest of large numbers, little is known."""
    rounding = Rounding(0)
    filtered = filtered_by(rounding)
    rest = rounding.difference(rounding.sum(2e6, 0.25), 2e6)
    assert filtered((0.25, 0.5, 0.0, 1.0), NOWHERE, TEXTURE.size, PICTURE)
    with pytest.raises(Undefined, match="over too many texels"):
        filtered((rest * 1e1, 0.5, 0.0, 1.0), NOWHERE, TEXTURE.size, PICTURE)


def drawn_within(share: float) -> Image:
    """The image with each channel moved by a share of what a weight of eight bits may cost."""
    expected = Interpreter(read(TEXT, "glsl"), "fragment", INPUTS).image("rgba32f")
    assert isinstance(expected, Image)
    moved = []
    for k, value in enumerate(struct.unpack("<64f", expected.data)):
        x, y = k // 4 % 4 + 0.5, k // 16 + 0.5
        at = (x / 7, y / 7, 0.0, 1.0)
        bounds = filter_bounds(at, at, NOWHERE, TEXTURE.size, PICTURE, FILTER_MARGIN)
        assert bounds is not None
        moved.append(value + share * (bounds[1][k % 4] - FILTER_ERROR - value))
    return replace(expected, data=struct.pack("<64f", *moved))


@pytest.mark.parametrize(("share", "is_free"), [(0.9, True), (1.0, True), (60.0, False)])
def test_an_image_is_free_where_weights_of_few_bits_explain_it(share: float, is_free: bool) -> None:
    shader, plain = read(TEXT, "glsl"), drawn_within(0.0)
    given = drawn_within(share)
    tolerance = Tolerance()
    found = freedom(shader, "fragment", INPUTS, Options(), plain, given, tolerance)
    assert bool(found.reason) is is_free


def test_the_interpreter_says_what_is_inexact() -> None:
    found = Interpreter(read(TEXT, "glsl"), "fragment", INPUTS)
    assert "texture with a linear filter" in found.inexact
    nearest = replace(INPUTS, textures=(replace(TEXTURE, filter=Texture("x").filter),))
    assert found.inexact[:-1] == Interpreter(read(TEXT, "glsl"), "fragment", nearest).inexact
