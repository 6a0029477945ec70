"""Lines, arrays of lines and of cubes, and cubes of depths, on both paths."""

from __future__ import annotations

import pytest
from helpers.texture_runs import Point, channels, looked_up
from msgspec import UNSET
from msgspec.structs import replace

from aberration.core.shapes import is_shadow
from aberration.core.textures import Sampler, Texture
from aberration.languages.shading.interpret.trap import Trap
from aberration.languages.shading.tree import LanguageName

LINE = Texture("image", "1D", size=(5, 1, 1), number=77, wrap="repeat")
LINES = Texture("image", "1DArray", "int", (5, 1, 3), 78, "mirror")
CUBES = Texture("image", "CubeArray", size=(5, 5, 18), number=79)
DEPTHS = Texture("image", "CubeShadow", size=(5, 5, 6), number=80, compare="less")
DEPTH_LINES = Texture("image", "1DArrayShadow", size=(5, 1, 3), number=81, compare="greater")
WGSL = {
    "1D": "texture_1d<f32>",
    "CubeArray": "texture_cube_array<f32>",
    "CubeShadow": "texture_depth_cube",
}


def found_at(language: LanguageName, texture: Texture, call: str, *points: Point) -> list[object]:
    letter = "i" if texture.numbers == "int" else ""
    declared = f"layout(binding = 0) uniform highp {letter}sampler{texture.shape} image;"
    if language != "wgsl":
        return list(looked_up(language, declared, call, [texture], points))
    sampler = "sampler_comparison" if is_shadow(texture.shape) else "sampler"
    declared = (
        f"@group(0) @binding(0) var image: {WGSL[texture.shape]};"
        f"@group(0) @binding(1) var how: {sampler};"
    )
    how = Sampler("how", texture.wrap, 1, compare=texture.compare)
    plain = replace(texture, wrap="repeat", compare=UNSET)
    return list(looked_up("wgsl", declared, call, [plain], points, [how]))


@pytest.mark.parametrize(
    ("language", "call"),
    [
        ("glsl", "texture(image, at.x)"),
        ("glsl", "textureLod(image, at.x, 3.0)"),
        ("glsl", "textureGrad(image, at.x, 1.0, 2.0)"),
        ("glsl", "textureOffset(image, at.x - 0.4, 2)"),
        ("glsl", "textureProj(image, vec2(at.x * 4.0, 4.0))"),
        ("glsl", "textureProj(image, vec4(at.x * 4.0, at.yz, 4.0))"),
        ("glsl", "texelFetch(image, int(at.x * 5.0), 0)"),
        ("wgsl", "textureSample(image, how, at.x)"),
        ("wgsl", "textureLoad(image, i32(at.x * 5.0), 0)"),
    ],
)
def test_one_number_names_a_texel_of_a_line(language: LanguageName, call: str) -> None:
    points = [((k + 0.5) / 5, 0.3, 9.0, 0.0) for k in range(5)]
    wanted = [channels(LINE, (k, 0, 0)) for k in range(5)]
    assert found_at(language, LINE, call, *points) == wanted


@pytest.mark.parametrize(
    "call",
    [
        "texture(image, at.xy)",
        "textureLodOffset(image, at.xy - vec2(0.2, 0.0), 0.0, 1)",
        "texelFetch(image, ivec2(at.x * 5.0, at.y + 0.5), 0)",
    ],
)
def test_the_second_number_is_the_layer_of_lines(call: str) -> None:
    points = [(0.5, layer, 9.0, 0.0) for layer in (0.4, 0.6, 2.0)]
    wanted = [channels(LINES, (2, 0, layer)) for layer in (0, 1, 2)]
    assert found_at("glsl", LINES, call, *points) == wanted


def test_a_layer_is_open_at_a_half() -> None:
    (found,) = found_at("glsl", LINES, "texture(image, at.xy)", (0.5, 1.49, 0.0, 0.0))
    assert isinstance(found, Trap)
    (found,) = found_at("glsl", CUBES, "texture(image, at)", (1.0, 0.0, 0.0, 1.51))
    assert isinstance(found, Trap)
    assert "a sample lies between two texels" in found.message


@pytest.mark.parametrize(
    ("language", "call", "layers"),
    [
        ("glsl", "texture(image, at)", (0, 1, 2, 2)),
        ("wgsl", "textureSample(image, how, at.xyz, i32(at.w))", (0, 1, 1, 2)),
        ("wgsl", "textureSampleLevel(image, how, at.xyz, u32(max(at.w, 0.0)), 0.0)", (0, 1, 1, 2)),
    ],
)
def test_a_layer_names_a_cube(language: LanguageName, call: str, layers: tuple[int, ...]) -> None:
    points: list[Point] = [(0.0, -2.0, 0.0, layer) for layer in (-3.0, 1.2, 1.8, 7.0)]
    wanted = [channels(CUBES, (2, 2, 6 * layer + 3)) for layer in layers]
    assert found_at(language, CUBES, call, *points) == wanted


@pytest.mark.parametrize(
    ("language", "call"),
    [
        ("glsl", "texture(image, at)"),
        ("essl", "textureGrad(image, at, vec3(1.0), vec3(2.0))"),
        ("wgsl", "textureSampleCompare(image, how, at.xyz, at.w)"),
        ("wgsl", "textureSampleCompareLevel(image, how, at.xyz, at.w)"),
    ],
)
def test_a_reference_is_compared_with_the_depth_of_a_face(
    language: LanguageName, call: str
) -> None:
    depth = channels(DEPTHS, (2, 2, 5))[0]
    points: list[Point] = [(0.0, 0.0, -1.0, depth + move) for move in (-0.1, 0.1, 0.0)]
    less, more, near = found_at(language, DEPTHS, call, *points)
    assert (less, more) == ((1.0,) * 4, (0.0,) * 4)
    assert isinstance(near, Trap)


def test_a_reference_stands_behind_the_layer_of_lines() -> None:
    depth = channels(DEPTH_LINES, (2, 0, 1))[0]
    points: list[Point] = [(0.5, 1.0, depth + move, 0.0) for move in (-0.1, 0.1)]
    found = found_at("glsl", DEPTH_LINES, "texture(image, at.xyz)", *points)
    assert found == [(0.0,) * 4, (1.0,) * 4]


@pytest.mark.parametrize(
    ("language", "texture", "call", "wanted"),
    [
        ("glsl", LINE, "textureSize(image, 0), 0, 0, 0", (5, 0, 0, 0)),
        ("glsl", LINES, "textureSize(image, 0), 0, 0", (5, 3, 0, 0)),
        ("glsl", LINES, "textureSize(image, int(at.x)), 0, 0", (5, 3, 0, 0)),
        ("glsl", CUBES, "textureSize(image, int(at.x)), 0", (5, 5, 3, 0)),
        ("glsl", DEPTHS, "textureSize(image, 0), 0, 0", (5, 5, 0, 0)),
        ("wgsl", LINE, "f32(textureDimensions(image)), 0, 0, 0", (5, 0, 0, 0)),
        (
            "wgsl",
            CUBES,
            "vec2f(textureDimensions(image)), f32(textureNumLayers(image)), 0",
            (5, 5, 3, 0),
        ),
    ],
)
def test_sizes_have_the_sides_of_the_shape(
    language: LanguageName, texture: Texture, call: str, wanted: tuple[float, ...]
) -> None:
    assert found_at(language, texture, call, (0.0, 0.0, 0.0, 0.0)) == [wanted]
