"""Samples are moved to the middle of their texel, and fetches into their texture."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.shapes import Shape
from aberration.core.textures import Filter, Sampler, Texture, level_of, texel
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.as_needed import (
    Defined,
    Unrepaired,
    recondition_as_needed,
)
from aberration.languages.shading.tree import LanguageName

HEADS = {
    "glsl": "#version 400\n",
    "essl": "#version 310 es\nprecision highp float;\nprecision highp sampler2DArray;\n"
    "precision highp sampler3D;\n",
}
FAMILY = """{head}uniform sampler{shape} image;
layout(location = 0) out vec4 colour;
{before}
void main() {{
  // Pixels are at 0, 1, 2 and so forth.
  vec2 at = gl_FragCoord.xy - 0.5;
  colour = {call};
}}
"""
WGSL = """@group(0) @binding(0) var image: texture_{shape}<f32>;
@group(0) @binding(1) var wraps: sampler;
@fragment fn main(@builtin(position) place: vec4f) -> @location(0) vec4f {{
  let at = place.xy - 0.5;
  return {call};
}}
"""
SIDE = 6
FLAT = Texture("image", size=(4, 4, 1), number=3, wrap="repeat")
ROWS = Texture("image", "2DArray", size=(4, 4, 3), number=4)
SOLID = Texture("image", "3D", size=(4, 4, 2), number=5)
TEXTURES: dict[Shape, Texture] = {"2D": FLAT, "2DArray": ROWS, "3D": SOLID}


def repair(
    language: LanguageName,
    call: str,
    shape: Shape = "2D",
    before: str = "",
    filter: Filter = UNSET,
    texture: Texture | None = None,
) -> Defined | Unrepaired:
    names = {"2D": "2d", "2DArray": "2d_array", "3D": "3d"}
    text = WGSL.format(shape=names[shape], call=call)
    if language != "wgsl":
        text = FAMILY.format(head=HEADS[language], shape=shape, call=call, before=before)
    texture = replace(texture or TEXTURES[shape], filter=filter if language != "wgsl" else UNSET)
    sampler = Sampler("wraps", filter=filter)
    inputs = Inputs(width=SIDE, height=SIDE, textures=(texture,), samplers=(sampler,))
    return recondition_as_needed(read(text, language), "fragment", inputs, Options())


def colours(found: Defined | Unrepaired) -> list[tuple[int, ...]]:
    assert isinstance(found, Defined), found.met
    assert {one.rule for one in found.rewrites} == {"texture-coordinates"}
    assert isinstance(found.result, Image)
    data = found.result.data
    return [tuple(data[at : at + 4]) for at in range(0, len(data), 4)]


def shades(texture: Texture, x: int, y: int, z: int = 0) -> tuple[int, ...]:
    return tuple(int(texel(texture, (x, y, z), k) / 256 * 255 + 0.5) for k in range(4))


@pytest.mark.parametrize(
    ("language", "call"),
    [
        ("glsl", "texture(image, at / 4.0)"),
        ("essl", "textureLod(image, at / 4.0, 0.0)"),
        ("wgsl", "textureSample(image, wraps, at / 4.0)"),
    ],
)
def test_a_sample_on_a_border_is_of_the_texel_behind_it(language: LanguageName, call: str) -> None:
    wanted = [shades(FLAT, x % 4, y % 4) for y in range(SIDE) for x in range(SIDE)]
    assert colours(repair(language, call)) == wanted


@pytest.mark.parametrize(
    ("language", "call"),
    [
        ("glsl", "textureGather(image, (at + 0.5) / 4.0)"),
        ("wgsl", "textureGather(0, image, wraps, (at + 0.5) / 4.0)"),
    ],
)
def test_a_gather_is_of_four_texels_around_a_corner(language: LanguageName, call: str) -> None:
    found = colours(repair(language, call))
    # Of red, the texel with the smaller coordinates comes last.
    wanted = [shades(FLAT, (x - 1) % 4, (y - 1) % 4)[0] for y in range(SIDE) for x in range(SIDE)]
    assert [one[3] for one in found] == wanted


@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_layers_are_whole_numbers(language: LanguageName) -> None:
    found = colours(repair(language, "texture(image, vec3(0.1, 0.3, at.x - 0.5))", "2DArray"))
    layers = [min(max(x, 0), 2) for x in range(SIDE)]
    assert found[:SIDE] == [shades(ROWS, 0, 1, layer) for layer in layers]


@pytest.mark.parametrize(
    ("language", "call", "shape"),
    [
        ("glsl", "texelFetch(image, ivec2(at), 0)", "2D"),
        ("essl", "texelFetch(image, ivec3(at, 1), 0)", "3D"),
        ("wgsl", "textureLoad(image, vec2i(at), 0)", "2D"),
        ("wgsl", "textureLoad(image, vec2u(at), 1, 0)", "2DArray"),
        ("wgsl", "textureLoad(image, vec3i(vec2i(at), 1), 0)", "3D"),
    ],
)
def test_a_fetch_is_of_the_nearest_texel(language: LanguageName, call: str, shape: Shape) -> None:
    layer = int(shape != "2D")
    wanted = [
        shades(TEXTURES[shape], min(x, 3), min(y, 3), layer)
        for y in range(SIDE)
        for x in range(SIDE)
    ]
    assert colours(repair(language, call, shape)) == wanted


@pytest.mark.parametrize(
    ("language", "call"),
    [
        ("glsl", "texelFetch(image, ivec2(at), 1)"),
        ("wgsl", "textureLoad(image, vec2i(at), 1)"),
        ("glsl", "textureLod(image, at / 2.0, 1.0)"),
        ("wgsl", "textureSampleLevel(image, wraps, at / 2.0, 1.0)"),
    ],
)
def test_of_a_level_the_texels_are_its_own(language: LanguageName, call: str) -> None:
    texture = Texture("image", size=(4, 4, 1), number=3, wrap="repeat", levels=2)
    found = repair(language, call, texture=texture)
    is_fetch = "Lod" not in call and "Level" not in call
    wanted = [
        shades(level_of(texture, 1), *(min(k, 1) if is_fetch else k % 2 for k in (x, y)))
        for y in range(SIDE)
        for x in range(SIDE)
    ]
    assert colours(found) == wanted


@pytest.mark.parametrize(
    ("call", "before"),
    [
        ("texture(image, at / 4.0)", "float floor(float a) { return a; }"),
        ("textureProj(image, vec3(at, 4.0))", ""),
        ("texelFetchOffset(image, ivec2(at), 0, ivec2(1))", ""),
        ("texelFetch(image, ivec2(0), int(at.x))", ""),
    ],
)
def test_what_has_no_repair_is_left(call: str, before: str) -> None:
    found = repair("glsl", call, before=before)
    assert isinstance(found, Unrepaired)
    assert "texture" in str(found.met) or "texel" in str(found.met)


def test_what_is_defined_stays() -> None:
    found = repair("glsl", "texture(image, (at + 0.5) / 4.0)")
    assert isinstance(found, Defined)
    assert found.rewrites == ()


@pytest.mark.parametrize(
    ("language", "call"),
    [("glsl", "texture(image, at / 4.0)"), ("wgsl", "textureSample(image, wraps, at / 4.0)")],
)
def test_with_a_linear_filter_a_border_is_no_harm(language: LanguageName, call: str) -> None:
    found = repair(language, call, filter="linear")
    assert isinstance(found, Defined)
    assert found.rewrites == ()
    assert isinstance(repair(language, call), Defined)
    assert repair(language, call).rewrites != ()


def test_what_is_far_away_is_brought_near_with_any_filter() -> None:
    found = repair("glsl", "texture(image, at * 4000.0 + 0.3)", filter="linear")
    assert len({*colours(found)}) > 1


CUBE = Texture("image", "Cube", size=(4, 4, 6), number=6)
DIRECTION = {"glsl": "vec3(at - 2.0, at.x - 3.0)", "wgsl": "vec3f(at - 2.0, at.x - 3.0)"}


def faces_of_cube(call: str, language: LanguageName) -> Defined | Unrepaired:
    text = WGSL.format(shape="cube", call=call)
    if language != "wgsl":
        text = FAMILY.format(head=HEADS[language], shape="Cube", call=call, before="")
    inputs = Inputs(width=SIDE, height=SIDE, textures=(CUBE,), samplers=(Sampler("wraps"),))
    return recondition_as_needed(read(text, language), "fragment", inputs, Options())


@pytest.mark.parametrize(
    ("language", "call"),
    [
        ("glsl", "texture(image, {})"),
        ("essl", "textureLod(image, {}, 0.0)"),
        ("wgsl", "textureSample(image, wraps, {})"),
    ],
)
def test_directions_at_an_edge_or_a_border_are_moved_into_a_texel(
    language: LanguageName, call: str
) -> None:
    direction = DIRECTION["wgsl" if language == "wgsl" else "glsl"]
    found = colours(faces_of_cube(call.format(direction), language))
    for y in range(SIDE):
        for x in range(SIDE):
            assert found[y * SIDE + x] == shades(CUBE, *texel_behind((x - 2, y - 2, x - 3)))


def texel_behind(at: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return a texel and its face; of several faces that of x comes first, then that of y."""
    lengths = [abs(one) for one in at]
    axis = lengths.index(max(lengths))
    others = [at[one] / lengths[axis] for one in range(3) if one != axis]
    # On the axis, a texel is the one behind the border; s and t may count the other way round.
    first, second = (min(int((one * 0.5 + 0.5) * 4 // 1), 3) for one in others)
    negative = at[axis] < 0
    s, t = {
        0: (second if negative else 3 - second, 3 - first),
        1: (first, 3 - second if negative else second),
        2: (3 - first if negative else first, 3 - second),
    }[axis]
    return s, t, 2 * axis + negative


def test_of_an_array_of_cubes_the_layer_is_a_whole_number() -> None:
    cubes = Texture("image", "CubeArray", size=(4, 4, 12), number=6)
    call = f"texture(image, vec4({DIRECTION['glsl']}, at.y * 0.5))"
    text = FAMILY.format(head=HEADS["glsl"], shape="CubeArray", call=call, before="")
    inputs = Inputs(width=SIDE, height=SIDE, textures=(cubes,))
    found = colours(recondition_as_needed(read(text, "glsl"), "fragment", inputs, Options()))
    for y in range(SIDE):
        for x in range(SIDE):
            s, t, face = texel_behind((x - 2, y - 2, x - 3))
            assert found[y * SIDE + x] == shades(cubes, s, t, face + 6 * min((y + 1) // 2, 1))


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_of_a_cube_of_depths_the_reference_is_moved_as_well(language: LanguageName) -> None:
    depths = Texture("image", "CubeShadow", size=(4, 4, 6), number=6)
    call = f"vec4(texture(image, vec4({DIRECTION['glsl']}, at.x / 4.0)))"
    head = HEADS[language if language == "essl" else "glsl"]
    text = FAMILY.format(head=head, shape="CubeShadow", call=call, before="")
    samplers: tuple[Sampler, ...] = ()
    if language == "essl":
        text = text.replace("uniform ", "uniform highp ", 1)
    if language == "wgsl":
        call = f"vec4f(textureSampleCompare(image, wraps, {DIRECTION['wgsl']}, at.x / 4.0))"
        text = WGSL.format(shape="cube", call=call).replace(
            "texture_cube<f32>", "texture_depth_cube"
        )
        text = text.replace("wraps: sampler", "wraps: sampler_comparison")
        samplers = (Sampler("wraps", compare="lequal"),)
    inputs = Inputs(width=SIDE, height=SIDE, textures=(depths,), samplers=samplers)
    found = colours(recondition_as_needed(read(text, language), "fragment", inputs, Options()))
    wanted = [
        255 * (min(x * 64, 255) + 0.5 < texel(depths, texel_behind((x - 2, y - 2, x - 3)), 0))
        for y in range(SIDE)
        for x in range(SIDE)
    ]
    assert [one[0] for one in found] == wanted
    assert len(set(wanted)) == 2


@pytest.mark.parametrize(
    ("language", "call"),
    [
        ("glsl", "textureGather(image, vec3(1.0, at - 2.0))"),
        ("wgsl", "textureGather(0, image, wraps, vec3f(1.0, at - 2.0))"),
    ],
)
def test_gathers_of_a_cube_are_moved_to_a_corner_of_one_face(
    language: LanguageName, call: str
) -> None:
    found = colours(faces_of_cube(call, language))
    # The pixel at 2, 2 looks along the axis, to the corner in the middle of the face +x.
    corners = ((1, 2), (2, 2), (2, 1), (1, 1))
    assert found[2 * SIDE + 2] == tuple(shades(CUBE, x, y, 0)[0] for x, y in corners)


@pytest.mark.parametrize(
    ("language", "shape", "call"),
    [
        ("glsl", "2DShadow", "vec4(texture(image, vec3(at / 4.0, at.x / 4.0)))"),
        ("essl", "2DShadow", "vec4(textureLod(image, vec3(at / 4.0, at.x / 4.0), 0.0))"),
        ("essl", "2DArrayShadow", "vec4(texture(image, vec4(at / 4.0, 0.5, at.x / 4.0)))"),
    ],
)
def test_a_comparison_is_with_the_texel_behind_a_border_and_between_two_depths(
    language: LanguageName, shape: Shape, call: str
) -> None:
    depth = 3 if shape == "2DArrayShadow" else 1
    texture = Texture("image", shape, size=(4, 4, depth), number=3)
    head = HEADS[language].replace("sampler2DArray", f"sampler{shape}")
    text = FAMILY.format(head=head, shape=shape, call=call, before="")
    inputs = Inputs(width=SIDE, height=SIDE, textures=(texture,))
    found = colours(recondition_as_needed(read(text, language), "fragment", inputs, Options()))
    layer = depth // 2
    wanted = [
        255 * (min(x * 64, 255) + 0.5 < texel(texture, (x % 4, y % 4, layer), 0))
        for y in range(SIDE)
        for x in range(SIDE)
    ]
    assert [one[0] for one in found] == wanted
    assert len(set(wanted)) == 2


@pytest.mark.parametrize(
    ("type", "layer"), [("texture_depth_2d", ""), ("texture_depth_2d_array", ", 1")]
)
def test_a_comparison_of_wgsl_is_moved_as_well(type: str, layer: str) -> None:
    shape: Shape = "2DArrayShadow" if layer else "2DShadow"
    texture = Texture("image", shape, size=(4, 4, 3 if layer else 1), number=3)
    call = f"vec4f(textureSampleCompare(image, wraps, at / 4.0{layer}, at.x / 4.0))"
    text = WGSL.format(shape="2d", call=call).replace("texture_2d<f32>", type)
    text = text.replace("wraps: sampler", "wraps: sampler_comparison")
    samplers = (Sampler("wraps", compare="greater"),)
    inputs = Inputs(width=SIDE, height=SIDE, textures=(texture,), samplers=samplers)
    found = colours(recondition_as_needed(read(text, "wgsl"), "fragment", inputs, Options()))
    wanted = [
        255 * (min(x * 64, 255) + 0.5 > texel(texture, (x % 4, y % 4, len(layer) // 3), 0))
        for y in range(SIDE)
        for x in range(SIDE)
    ]
    assert [one[0] for one in found] == wanted
    assert len(set(wanted)) == 2
