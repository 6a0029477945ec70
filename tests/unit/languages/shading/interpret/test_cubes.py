"""Samples of cube maps are the texels of the faces that directions point to, on both paths."""

from __future__ import annotations

import pytest
from helpers.texture_runs import (
    Point,
    channels,
    looked_up,
    nearest_of_cube,
    some_directions,
)
from msgspec.structs import replace

from aberration.core.textures import Numbers, Sampler, Texture
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.tree import LanguageName

AROUND = Texture("image", "Cube", size=(5, 5, 6), number=77, wrap="mirror")
LETTERS = {"float": ("", "f32"), "int": ("i", "i32"), "uint": ("u", "u32")}
WGSL = "@group(0) @binding(0) var image: texture_cube<{}>;"
WRAPPING = "@group(0) @binding(1) var wrapping: sampler;"


def found_of(
    language: LanguageName, call: str, points: list[Point], numbers: Numbers = "float"
) -> list[object]:
    letter, scalar = LETTERS[numbers]
    declared = f"layout(binding = 0) uniform {letter}samplerCube image;"
    if language == "wgsl":
        declared = WGSL.format(scalar) + WRAPPING
    texture = replace(AROUND, numbers=numbers)
    samplers = [Sampler("wrapping", "clamp", 1)] if language == "wgsl" else []
    return list(looked_up(language, declared, call, [texture], points, samplers))


@pytest.mark.parametrize(
    ("language", "call", "numbers"),
    [
        ("glsl", "texture(image, at.xyz)", "float"),
        ("glsl", "textureLod(image, at.xyz, 2.0)", "int"),
        ("glsl", "textureGrad(image, at.xyz, vec3(2.0), at.zxy)", "uint"),
        ("essl", "texture(image, at.xyz, 0.5)", "uint"),
        ("essl", "textureLod(image, at.xyz * 3.0, 0.0)", "float"),
        ("wgsl", "textureSample(image, wrapping, at.xyz)", "float"),
        ("wgsl", "textureSampleLevel(image, wrapping, at.xyz, 1.0)", "float"),
        ("wgsl", "textureSampleGrad(image, wrapping, at.xyz, at.xyz, at.zyx)", "float"),
    ],
)
def test_a_sample_is_the_nearest_texel_of_a_face(
    language: LanguageName, call: str, numbers: Numbers
) -> None:
    points = some_directions()
    found = found_of(language, call, points, numbers)
    texture = replace(AROUND, numbers=numbers)
    wanted = [nearest_of_cube(texture, point) for point in points]
    assert [None if isinstance(one, Trap) else one for one in found] == wanted
    says = [one.message for one in found if isinstance(one, Trap)]
    assert all("a sample lies between two texels" in one for one in says)
    assert sum(one is not None for one in wanted) > 40


@pytest.mark.parametrize(
    ("language", "call"),
    [
        ("glsl", "textureGather(image, at.xyz, 2)"),
        ("essl", "textureGather(image, at.xyz, 2)"),
        ("wgsl", "textureGather(2, image, wrapping, at.xyz)"),
    ],
)
def test_a_gather_has_four_texels_of_one_face(language: LanguageName, call: str) -> None:
    # Half a texel before the corner between the texels 2 and 3 across, 1 and 2 down, of face -y.
    points: list[Point] = [(0.2, -1.0, 0.2, 0.0), (0.9, -1.0, 0.2, 0.0)]
    inner, outer = found_of(language, call, points)
    corners = ((2, 2), (3, 2), (3, 1), (2, 1))
    assert inner == tuple(channels(AROUND, (x, y, 3))[2] for x, y in corners)
    assert isinstance(outer, Trap)
    assert "a gather lies amid a texel" in outer.message


@pytest.mark.parametrize(
    ("language", "call"),
    [
        ("glsl", "textureSize(image, 0), textureQueryLevels(image), 0"),
        ("essl", "textureSize(image, 0), 1, 0"),
        ("wgsl", "vec2f(textureDimensions(image)), f32(textureNumLevels(image)), 0.0"),
    ],
)
def test_a_cube_says_the_side_of_its_faces(language: LanguageName, call: str) -> None:
    assert found_of(language, call, [(1.0, 0.0, 0.0, 0.0)]) == [(5.0, 5.0, 1.0, 0.0)]


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_a_linear_filter_is_known_inside_of_a_face(language: LanguageName) -> None:
    linear = replace(AROUND, filter="linear")
    call, declared = "texture(image, at.xyz)", "layout(binding = 0) uniform samplerCube image;"
    if language == "wgsl":
        call, declared = "textureSample(image, wrapping, at.xyz)", WGSL.format("f32") + WRAPPING
    samplers = [Sampler("wrapping", binding=1, filter="linear")] if language == "wgsl" else []
    # A quarter right of the middle of the texel 3, 2 of face +z; then in the texel at its edge.
    points: list[Point] = [(0.5, 0.0, 1.0, 0.0), (0.9, 0.0, 1.0, 0.0)]
    inner, outer = looked_up(language, declared, call, [linear], points, samplers)
    (first, second) = (channels(AROUND, (x, 2, 4)) for x in (3, 4))
    wanted = tuple(0.75 * one + 0.25 * other for one, other in zip(first, second, strict=True))
    assert inner == pytest.approx(wanted, abs=1e-6)
    assert isinstance(outer, Trap)
    assert "at the edge of a face" in outer.message


def test_several_levels_of_a_cube_are_refused() -> None:
    declared = "layout(binding = 0) uniform samplerCube image;"
    several, points = replace(AROUND, levels=2), [(1.0, 0.0, 0.0, 0.0)]
    with pytest.raises(Refused, match="several levels of image, a texture of shape Cube"):
        looked_up("glsl", declared, "textureLod(image, at.xyz, 1.0)", [several], points)
