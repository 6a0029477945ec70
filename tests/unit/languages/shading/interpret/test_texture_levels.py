"""Calls of texture functions on textures with several levels."""

from __future__ import annotations

import pytest
from helpers.texture_runs import Point, channels, looked_up, nearest, single, some_points
from msgspec.structs import replace

from aberration.core.shapes import Shape
from aberration.core.texels import LEVEL_OPEN, NO_LEVEL, OUTSIDE
from aberration.core.textures import Sampler, Texture, each_level
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.tree import LanguageName

FLAT = Texture("image", size=(16, 9, 1), number=5, levels=5)
SOLID = Texture("image", "3D", size=(4, 5, 3), number=200, levels=2)
ROWS = Texture("image", "2DArray", "int", size=(5, 8, 4), number=77, levels=3)
TEXTURES: dict[Shape, Texture] = {"2D": FLAT, "3D": SOLID, "2DArray": ROWS}
LODS = (-1.0, 0.3, 0.7, 1.2, 2.0, 9.0)
"""As the points' last numbers, so that one shader sees several levels."""
FAMILY = {
    "2D": "layout(binding = 0) uniform sampler2D image;",
    "3D": "layout(binding = 0) uniform sampler3D image;",
    "2DArray": "layout(binding = 0) uniform isampler2DArray image;",
}
WGSL = {
    "2D": "@group(0) @binding(0) var image: texture_2d<f32>;",
    "3D": "@group(0) @binding(0) var image: texture_3d<f32>;",
    "2DArray": "@group(0) @binding(0) var image: texture_2d_array<i32>;",
}
SAMPLER = "@group(0) @binding(1) var wrapping: sampler;"
languages = pytest.mark.parametrize("language", ["glsl", "essl"])


def points_of(texture: Texture) -> list[Point]:
    """Points around a texture, with levels."""
    found: list[Point] = []
    for k, (x, y, z, _) in enumerate(some_points(texture.size)):
        found.append((x, y, z if texture.shape != "2DArray" else single(z * 4), LODS[k % 6]))
    return found


def level_at(texture: Texture, lod: float) -> Texture:
    levels = each_level(texture)
    return levels[min(max(round(lod), 0), len(levels) - 1)]


@pytest.mark.parametrize("shape", TEXTURES)
@languages
def test_a_sample_takes_the_nearest_level(language: LanguageName, shape: Shape) -> None:
    texture, points = TEXTURES[shape], points_of(TEXTURES[shape])
    call = f"textureLod(image, at.{'xy' if shape == '2D' else 'xyz'}, at.w)"
    found = looked_up(language, FAMILY[shape], call, [texture], points)
    wanted = [nearest(level_at(texture, point[3]), "repeat", point) for point in points]
    assert [None if isinstance(one, Trap) else one for one in found] == wanted
    assert len([one for one in wanted if one is not None]) > 20


@pytest.mark.parametrize("shape", ["2D", "3D"])
def test_a_sample_of_wgsl_takes_the_nearest_level(shape: Shape) -> None:
    texture, points = TEXTURES[shape], points_of(TEXTURES[shape])
    call = f"textureSampleLevel(image, wrapping, at.{'xy' if shape == '2D' else 'xyz'}, at.w)"
    samplers = (Sampler("wrapping", "mirror"),)
    found = looked_up("wgsl", WGSL[shape] + SAMPLER, call, [texture], points, samplers)
    wanted = [nearest(level_at(texture, point[3]), "mirror", point) for point in points]
    assert [None if isinstance(one, Trap) else one for one in found] == wanted


def test_an_offset_is_one_of_the_level() -> None:
    points = points_of(FLAT)
    call = "textureLodOffset(image, at.xy, at.w, ivec2(-3, 2))"
    found = looked_up("glsl", FAMILY["2D"], call, [FLAT], points)
    wanted = [nearest(level_at(FLAT, point[3]), "repeat", point, (-3, 2)) for point in points]
    assert [None if isinstance(one, Trap) else one for one in found] == wanted


@pytest.mark.parametrize(
    "call",
    [
        "textureProj(image, vec3(at.xy, 1.0))",
        "textureProjGrad(image, vec3(at.xy, 1.0), vec2(0.0), vec2(0.0))",
        "textureGrad(image, at.xy, vec2(0.1), vec2(0.0))",
        "textureLod(image, at.xy, 1.5)",
        "textureLod(image, at.xy, 0.6)",
        "textureProjLod(image, vec3(at.xy, 1.0), 2.45)",
    ],
)
@languages
def test_what_chooses_no_known_level_is_open(language: LanguageName, call: str) -> None:
    found = looked_up(language, FAMILY["2D"], call, [FLAT], points_of(FLAT)[:6])
    assert all(isinstance(one, Trap) and LEVEL_OPEN in one.message for one in found)


def test_a_gather_is_of_level_0() -> None:
    points, call = some_points(FLAT.size), "textureGather(image, at.xy, 1)"
    several = looked_up("glsl", FAMILY["2D"], call, [FLAT], points)
    one = looked_up("glsl", FAMILY["2D"], call, [each_level(FLAT)[0]], points)
    assert [isinstance(row, Trap) or row for row in several] == [
        isinstance(row, Trap) or row for row in one
    ]


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize("shape", TEXTURES)
def test_a_fetch_is_of_the_level_that_it_names(language: LanguageName, shape: Shape) -> None:
    texture = TEXTURES[shape]
    places = [(k % 5 - 1.0, k // 5 % 4 + 0.0, k % 3 + 0.0, k % 6 - 1.0) for k in range(60)]
    call = {
        "2D": "texelFetch(image, ivec2(at.xy), int(at.w))",
        "3D": "texelFetch(image, ivec3(at.xyz), int(at.w))",
        "2DArray": "texelFetch(image, ivec3(at.xyz), int(at.w))",
    }[shape]
    declared = FAMILY[shape]
    if language == "wgsl":
        declared = WGSL[shape]
        call = {
            "2D": "textureLoad(image, vec2i(at.xy), u32(max(at.w, 0.0)))",
            "3D": "textureLoad(image, vec3i(at.xyz), i32(at.w))",
            "2DArray": "textureLoad(image, vec2i(at.xy), i32(at.z), i32(at.w))",
        }[shape]
        places = [(x, y, z, max(level, 0.0)) for x, y, z, level in places]
    found = looked_up(language, declared, call, [texture], places)
    levels = each_level(texture)
    inside = 0
    for (x, y, z, level), one in zip(places, found, strict=True):
        own = levels[int(level)] if 0 <= level < len(levels) else None
        place = (int(x), int(y), 0 if shape == "2D" else int(z))
        sides = zip(place, (0, 0, 0) if own is None else own.size, strict=True)
        if own is None or not all(0 <= number < side for number, side in sides):
            assert isinstance(one, Trap)
            assert OUTSIDE in one.message
            continue
        assert one == channels(own, place)
        inside += 1
    assert inside > 5


@pytest.mark.parametrize(
    ("language", "size", "levels"),
    [
        ("glsl", "textureSize(image, {})", "float(textureQueryLevels(image))"),
        ("essl", "textureSize(image, {})", "5.0"),
        ("wgsl", "vec2f(textureDimensions(image, {}))", "f32(textureNumLevels(image))"),
    ],
)
@pytest.mark.parametrize("level", ["2", "{}(at.x)"])
def test_sizes_and_counts_are_those_of_the_texture(
    language: LanguageName, size: str, levels: str, level: str
) -> None:
    level = level.format("i32" if language == "wgsl" else "int")
    points: list[Point] = [(k, 0.0, 0.0, 0.0) for k in (0.0, 1.0, 3.0, 4.0)]
    declared = (WGSL if language == "wgsl" else FAMILY)["2D"]
    call = f"{size.format(level)}, {levels}, 1.0"
    found = looked_up(language, declared, call, [FLAT], points)
    each = [2] * 4 if level == "2" else [0, 1, 3, 4]
    assert found == [(*each_level(FLAT)[k].size[:2], 5.0, 1.0) for k in each]


@pytest.mark.parametrize("level", [5.0, -1.0])
def test_a_size_of_a_level_that_is_not_there_is_open(level: float) -> None:
    call = "vec2(textureSize(image, int(at.x))), 0.0, 0.0"
    found = looked_up("glsl", FAMILY["2D"], call, [FLAT], [(level, 0.0, 0.0, 0.0)])
    assert all(isinstance(one, Trap) and NO_LEVEL in one.message for one in found)


def test_where_that_is_seen_in_the_text_it_is_refused() -> None:
    call = "vec2(textureSize(image, 5)), 0.0, 0.0"
    with pytest.raises(Refused, match="another level than image has"):
        looked_up("glsl", FAMILY["2D"], call, [FLAT], [(0.0, 0.0, 0.0, 0.0)])


def test_without_a_level_the_size_is_that_of_level_0() -> None:
    call = "vec3f(textureDimensions(image)), f32(textureNumLevels(image))"
    found = looked_up("wgsl", WGSL["3D"], call, [SOLID], [(0.0, 0.0, 0.0, 0.0)])
    assert found == [(4.0, 5.0, 3.0, 2.0)]


def test_one_level_is_level_0_whatever_is_named() -> None:
    one = replace(FLAT, levels=each_level(FLAT)[0].levels)
    call = "textureLod(image, at.xy, 0.5)"
    points = some_points(FLAT.size)
    found = looked_up("glsl", FAMILY["2D"], call, [one], points)
    wanted = [nearest(one, "repeat", point) for point in points]
    assert [None if isinstance(row, Trap) else row for row in found] == wanted
