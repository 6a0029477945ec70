"""Comparisons of depths are 0 or 1 on both paths, and open where a reference comes too near."""

from __future__ import annotations

import pytest
from helpers.texture_runs import Point, looked_up, nearest, some_points
from msgspec import UNSET
from msgspec.structs import replace

from aberration.core.textures import Compare, Sampler, Texture
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.tree import LanguageName

FLAT = Texture("image", "2DShadow", size=(16, 9, 1), number=5, compare="less")
ROWS = Texture("image", "2DArrayShadow", size=(5, 8, 4), number=77, compare="gequal")
DECLARED = "layout(binding = 0) uniform highp sampler{} image;"


def depth_at(texture: Texture, point: Point) -> float | None:
    shape = "2D" if texture.shape == "2DShadow" else "2DArray"
    plain = replace(texture, shape="2DArray" if shape == "2DArray" else "2D")
    found = nearest(plain, texture.wrap, point)
    return None if found is None else found[0]


@pytest.mark.parametrize("language", ["glsl", "essl"])
@pytest.mark.parametrize(
    "call", ["texture(image, vec3(at.xy, 0.4))", "textureLod(image, vec3(at.xy, 0.4), 2.0)"]
)
def test_a_reference_is_compared_with_the_nearest_depth(language: LanguageName, call: str) -> None:
    points = some_points(FLAT.size)
    if language == "essl":
        call = call.replace("textureLod", "textureGrad").replace("2.0)", "vec2(1.0), vec2(2.0))")
    found = looked_up(language, DECLARED.format("2DShadow"), call, [FLAT], points)
    results = set()
    for point, one in zip(points, found, strict=True):
        depth = depth_at(FLAT, point)
        if depth is None or abs(depth - 0.4) <= 1 / 1024:
            assert isinstance(one, Trap)
            assert "a comparison lies between two texels" in one.message
            continue
        assert one == (float(depth > 0.4),) * 4
        results.add(one)
    assert len(results) == 2


def test_layers_come_before_the_reference() -> None:
    points: list[Point] = [(0.3, 0.7, k + 0.2, 0.45) for k in range(4)]
    found = looked_up(
        "glsl", DECLARED.format("2DArrayShadow"), "texture(image, at)", [ROWS], points
    )
    wanted = [depth_at(ROWS, point) for point in points]
    assert found == [(float(depth is not None and depth <= 0.45),) * 4 for depth in wanted]
    assert len(set(map(str, found))) == 2


@pytest.mark.parametrize("array", [False, True])
def test_a_sampler_of_wgsl_says_how_it_is_compared(array: bool) -> None:
    texture = replace(ROWS if array else FLAT, compare=UNSET)
    type, layer = ("2d_array", ", 2") if array else ("2d", "")
    declared = (
        f"@group(0) @binding(0) var image: texture_depth_{type};"
        "@group(0) @binding(1) var how: sampler_comparison;"
    )
    sampler, points = Sampler("how", "clamp", 1, compare="greater"), some_points(texture.size)
    points = [(x, y, 2.0, w) for x, y, _, w in points]
    clamped = replace(texture, wrap="clamp")
    for call in ("textureSampleCompare", "textureSampleCompareLevel"):
        call = f"{call}(image, how, at.xy{layer}, 0.37)"
        found = looked_up("wgsl", declared, call, [texture], points, [sampler])
        for point, one in zip(points, found, strict=True):
            depth = depth_at(clamped, point)
            if depth is None or abs(depth - 0.37) <= 1 / 1024:
                assert isinstance(one, Trap)
            else:
                assert one == (float(depth < 0.37),) * 4
    (four,) = looked_up(
        "wgsl",
        declared,
        f"textureGatherCompare(image, how, vec2f(0.0){layer}, 0.37)",
        [texture],
        [(0.0, 0.0, 0.0, 0.0)],
        [sampler],
    )
    depth = depth_at(clamped, (0.0, 0.0, 2.0, 0.0))
    assert four == (float(depth is not None and depth < 0.37),) * 4


@pytest.mark.parametrize("compare", ["less", "gequal"])
def test_a_gather_compares_four(compare: Compare) -> None:
    texture, point = replace(FLAT, compare=compare), (3.2 / 16, 4.7 / 9, 0.35, 0.0)
    call = "textureGather(image, at.xy, at.z)"
    (found,) = looked_up("glsl", DECLARED.format("2DShadow"), call, [texture], [point])
    corners = [(2.5, 5.5), (3.5, 5.5), (3.5, 4.5), (2.5, 4.5)]
    depths = [depth_at(FLAT, (x / 16, y / 9, 0.0, 0.0)) for x, y in corners]
    less = [float(depth is not None and depth > 0.35) for depth in depths]
    assert found == tuple(one if compare == "less" else 1 - one for one in less)


@pytest.mark.parametrize(
    ("declared", "call"),
    [
        (DECLARED.format("2DShadow"), "textureProj(image, at)"),
        (DECLARED.format("CubeArrayShadow"), "texture(image, at, 0.5)"),
    ],
)
def test_other_comparisons_are_refused(declared: str, call: str) -> None:
    with pytest.raises(Refused, match="textures and images"):
        looked_up("glsl", declared, call, [FLAT], [(0.5, 0.5, 0.5, 0.5)])


@pytest.mark.parametrize(
    ("texture", "says"),
    [
        (replace(FLAT, levels=2), "several levels of image"),
        (replace(FLAT, filter="linear"), "a linear filter for the depths of image"),
    ],
)
def test_levels_and_linear_filters_of_depths_are_refused(texture: Texture, says: str) -> None:
    declared, points = DECLARED.format("2DShadow"), [(0.5, 0.5, 0.5, 0.5)]
    with pytest.raises(Refused, match=says):
        looked_up("glsl", declared, "texture(image, at.xyz)", [texture], points)
