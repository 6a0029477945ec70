"""Calls of texture functions give what the specifications say of the textures of the inputs."""

from __future__ import annotations

import pytest
from helpers.shading_runs import BothPaths
from helpers.texture_runs import (
    Point,
    channels,
    looked_up,
    nearest,
    single,
    some_points,
    wrapped,
)
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.shapes import Shape
from aberration.core.texels import filtered_texel, is_filtered_nowhere, picture_of
from aberration.core.textures import WRAPS, Numbers, Sampler, Texture, Wrap
from aberration.languages.shading.interpret.fast import Colour
from aberration.languages.shading.interpret.trap import Refused, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName

FLAT = Texture("image", size=(16, 9, 1), number=5)
SOLID = Texture("image", "3D", size=(4, 5, 3), number=200)
ROWS = Texture("image", "2DArray", size=(5, 8, 4), number=77)
TEXTURES: dict[Shape, Texture] = {"2D": FLAT, "3D": SOLID, "2DArray": ROWS}
COORDINATES = {"2D": "at.xy", "3D": "at.xyz", "2DArray": "at.xyz"}
OPEN = "a sample lies between two texels"
DECLARED = "layout(binding = 0) uniform {}sampler{} image;"
WGSL_TYPES = {"2D": "texture_2d", "3D": "texture_3d", "2DArray": "texture_2d_array"}
SCALARS = {"float": "f32", "int": "i32", "uint": "u32"}
LETTERS = {"float": "", "int": "i", "uint": "u"}


def declared_in(language: LanguageName, texture: Texture) -> str:
    if language != "wgsl":
        return DECLARED.format(LETTERS[texture.numbers], texture.shape)
    type = f"{WGSL_TYPES[texture.shape]}<{SCALARS[texture.numbers]}>"
    return f"@group(0) @binding(0) var image: {type}; @group(0) @binding(1) var wrapping: sampler;"


def assert_found(found: list[Colour | Trap], wanted: list[Colour | None], says: str = OPEN) -> None:
    """Each point has the texel that is wanted, and a trap where none is."""
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        if other is None:
            assert isinstance(one, Trap)
            assert says in one.message
        else:
            assert one == other
    assert any(one is not None for one in wanted)


@pytest.mark.parametrize("shape", TEXTURES)
@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_a_sample_is_the_nearest_texel(language: LanguageName, wrap: Wrap, shape: Shape) -> None:
    texture = replace(TEXTURES[shape], wrap=wrap)
    points, call = some_points(texture.size), f"texture(image, {COORDINATES[shape]})"
    if shape == "2DArray":
        # Layers are not shares of a size.
        points = [(x, y, single(z * 4), w) for x, y, z, w in points]
    samplers: tuple[Sampler, ...] = ()
    if language == "wgsl":
        call = f"textureSample(image, wrapping, {COORDINATES[shape]})"
        samplers, texture = (Sampler("wrapping", wrap),), replace(texture, wrap="repeat")
    if language == "wgsl" and shape == "2DArray":
        points = [(x, y, float(round(z)), w) for x, y, z, w in points]
        call = "textureSample(image, wrapping, at.xy, i32(at.z))"
    found = looked_up(language, declared_in(language, texture), call, [texture], points, samplers)
    wanted = [nearest(texture, wrap, point) for point in points]
    assert_found(found, wanted)
    assert None in wanted


@pytest.mark.parametrize("numbers", ["float", "int", "uint"])
@pytest.mark.parametrize("shape", TEXTURES)
@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_a_fetch_is_a_texel_by_name(language: LanguageName, shape: Shape, numbers: Numbers) -> None:
    texture = replace(TEXTURES[shape], numbers=numbers)
    points: list[Point] = [(k % 7 - 1.0, k // 7 % 9 + 0.0, k % 4, 0.0) for k in range(56)]
    points += [(1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, -1.0)]
    size = 2 if shape == "2D" else 3
    call = f"texelFetch(image, ivec{size}(at), int(at.w))"
    if size == 2:
        call = "texelFetch(image, ivec2(at.xy), int(at.w))"
    elif language != "wgsl":
        call = "texelFetch(image, ivec3(at.xyz), int(at.w))"
    if language == "wgsl":
        place = {"2D": "vec2i(at.xy)", "3D": "vec3i(at.xyz)", "2DArray": "vec2i(at.xy), i32(at.z)"}
        call = f"textureLoad(image, {place[shape]}, i32(at.w))"
    wanted: list[Colour | None] = []
    for point in points:
        place_of = tuple(int(one) for one in point[:size])
        sides = zip(place_of, texture.size, strict=False)
        inside = point[3] == 0 and all(0 <= one < side for one, side in sides)
        wanted.append(channels(texture, (*place_of, 0)[:3]) if inside else None)
    found = looked_up(language, declared_in(language, texture), call, [texture], points)
    assert_found(found, wanted, "a texel lies outside of its texture")


@pytest.mark.parametrize(
    "call",
    [
        "texture(image, at.xy, 0.75)",
        "textureLod(image, at.xy, 3.0)",
        "textureGrad(image, at.xy, vec2(8.0), vec2(0.5))",
        "textureProj(image, at.xyw)",
        "textureProj(image, at)",
        "textureProjLod(image, vec3(at.xy, 1.0), 1.0)",
        "textureProjGrad(image, at, vec2(1.0), vec2(1.0))",
    ],
)
@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_what_chooses_a_level_chooses_the_only_one(language: LanguageName, call: str) -> None:
    points = some_points(FLAT.size)
    found = looked_up(language, declared_in(language, FLAT), call, [FLAT], points)
    assert_found(found, [nearest(FLAT, "repeat", point) for point in points])


@pytest.mark.parametrize(
    "call",
    [
        "textureSampleLevel(image, wrapping, at.xy, 2.0)",
        "textureSampleBias(image, wrapping, at.xy, 1.5)",
        "textureSampleGrad(image, wrapping, at.xy, vec2f(8.0), vec2f(1.0))",
    ],
)
def test_what_chooses_a_level_in_wgsl_chooses_the_only_one(call: str) -> None:
    points, mirror = some_points(FLAT.size), Sampler("wrapping", "mirror")
    found = looked_up("wgsl", declared_in("wgsl", FLAT), call, [FLAT], points, [mirror])
    assert_found(found, [nearest(FLAT, "mirror", point) for point in points])


def test_a_projection_divides_first() -> None:
    points: list[Point] = [(0.7 * w, 0.3 * w, 5.0, w) for w in (1.0, 2.0, -4.0, 0.5)]
    points = [(single(x), single(y), z, w) for x, y, z, w in points]
    declared = declared_in("glsl", FLAT)
    found = looked_up("glsl", declared, "textureProj(image, at)", [FLAT], [*points, (1, 1, 1, 0)])
    wanted = [nearest(FLAT, "repeat", (x / w, y / w)) for x, y, _, w in points]
    assert None not in wanted
    assert_found(found, [*wanted, None])


@pytest.mark.parametrize(
    ("language", "call"),
    [
        ("glsl", "textureOffset(image, at.xy, ivec2(-3, 2))"),
        ("glsl", "textureOffset(image, at.xy, ivec2(-3, 2), 0.5)"),
        ("essl", "textureLodOffset(image, at.xy, 0.0, ivec2(-3, 2))"),
        ("glsl", "textureGradOffset(image, at.xy, vec2(1.0), vec2(1.0), ivec2(-3, 2))"),
        ("glsl", "textureProjOffset(image, at, ivec2(-3, 2))"),
        ("wgsl", "textureSample(image, wrapping, at.xy, vec2i(-3, 2))"),
        ("wgsl", "textureSampleGrad(image, wrapping, at.xy, vec2f(), vec2f(), vec2i(-3, 2))"),
    ],
)
def test_offsets_are_in_texels_and_wrapped(language: LanguageName, call: str) -> None:
    points, clamped = some_points(FLAT.size), replace(FLAT, wrap="clamp")
    sampler = Sampler("wrapping", "clamp")
    found = looked_up(language, declared_in(language, FLAT), call, [clamped], points, [sampler])
    assert_found(found, [nearest(FLAT, "clamp", point, (-3, 2)) for point in points])


def test_a_fetch_with_an_offset_has_to_stay_inside() -> None:
    points: list[Point] = [(float(x), 3.0, 0.0, 0.0) for x in range(16)]
    call = "texelFetchOffset(image, ivec2(at.xy), 0, ivec2(2, -1))"
    found = looked_up("glsl", declared_in("glsl", FLAT), call, [FLAT], points)
    wanted = [channels(FLAT, (x + 2, 2, 0)) if x < 14 else None for x in range(16)]
    assert_found(found, wanted, "outside of its texture")


@pytest.mark.parametrize(
    ("language", "call", "offset"),
    [
        ("glsl", "textureGather(image, at.xy, 2)", (0, 0)),
        ("essl", "textureGatherOffset(image, at.xy, ivec2(1, -4), 2)", (1, -4)),
        ("wgsl", "textureGather(2, image, wrapping, at.xy)", (0, 0)),
        ("wgsl", "textureGather(2u, image, wrapping, at.xy, vec2i(1, -4))", (1, -4)),
    ],
)
def test_a_gather_is_one_channel_of_four_texels(
    language: LanguageName, call: str, offset: tuple[int, int]
) -> None:
    points, mirror = some_points(FLAT.size), replace(FLAT, wrap="mirror")
    sampler = Sampler("wrapping", "mirror")
    found = looked_up(language, declared_in(language, FLAT), call, [mirror], points, [sampler])
    wanted: list[Colour | None] = []
    for point in points:
        # The texels around lie half a texel to each side of the coordinates.
        x, y = (single(point[k] * FLAT.size[k] % 1 + 0.5) for k in range(2))
        near = [abs(one % 1.0 - round(one % 1.0)) < 1 / 64 for one in (x, y)]
        corners = []
        for right, up in ((0, 1), (1, 1), (1, 0), (0, 0)):
            place = [
                wrapped(
                    int((point[k] * FLAT.size[k] - 0.5) // 1) + (right, up)[k] + offset[k],
                    FLAT.size[k],
                    "mirror",
                )
                for k in range(2)
            ]
            corners.append(channels(FLAT, (*place, 0))[2])
        one, two, three, four = corners
        wanted.append(None if any(near) else (one, two, three, four))
    assert_found(found, wanted, "a gather lies amid a texel")
    assert None in wanted


@pytest.mark.parametrize(
    ("language", "call", "texture", "wanted"),
    [
        ("glsl", "textureSize(image, 0), 0, textureQueryLevels(image)", FLAT, (16, 9, 0, 1)),
        ("essl", "textureSize(image, 0), 7", SOLID, (4, 5, 3, 7)),
        ("glsl", "textureSize(image, 0), 7", ROWS, (5, 8, 4, 7)),
        (
            "wgsl",
            "vec4u(textureDimensions(image), textureNumLayers(image), textureNumLevels(image))",
            ROWS,
            (5, 8, 4, 1),
        ),
        ("wgsl", "vec4u(textureDimensions(image, 0), 6)", SOLID, (4, 5, 3, 6)),
    ],
)
def test_questions_have_answers(
    language: LanguageName, call: str, texture: Texture, wanted: Colour
) -> None:
    point = (0.0, 0.0, 0.0, 0.0)
    assert looked_up(language, declared_in(language, texture), call, [texture], [point]) == [wanted]


def test_what_is_far_from_the_texture_is_open() -> None:
    points: list[Point] = [(511.53, 0.4, 0.0, 0.0), (513.03, 0.4, 0.0, 0.0)]
    call, clamped = "texture(image, at.xy)", replace(FLAT, wrap="clamp")
    near, far = looked_up("glsl", declared_in("glsl", FLAT), call, [clamped], points)
    assert near == channels(FLAT, (15, 3, 0))
    assert isinstance(far, Trap)


@pytest.mark.parametrize(
    ("language", "head", "call"),
    [
        ("essl", "100\nprecision highp float;", "texture2D(image, vec2(0.72, 0.3))"),
        ("essl", "100\nprecision highp float;", "texture2DProj(image, vec3(1.44, 0.6, 2.0), 1.0)"),
        (
            "essl",
            "100\n#extension GL_EXT_shader_texture_lod : enable\nprecision highp float;",
            "texture2DLodEXT(image, vec2(0.72, 0.3), 1.0)",
        ),
        ("glsl", "120", "texture2D(image, vec2(0.72, 0.3), 1.0)"),
        ("glsl", "120", "texture2DProj(image, vec4(1.44, 0.6, 7.0, 2.0))"),
    ],
)
def test_old_names_are_known(language: LanguageName, head: str, call: str) -> None:
    text = f"#version {head}\nuniform sampler2D image;\nvoid main() {{ gl_FragColor = {call}; }}\n"
    inputs = Inputs(width=1, height=1, textures=(FLAT,))
    found = BothPaths(read(text, language), "fragment", inputs).pixel(0, 0)
    assert found == channels(FLAT, (11, 2, 0))


PARAMETERS = """
vec4 deep({types} picture, vec2 at) {{ return texture(picture, at); }}
vec4 outer({types} given, vec2 at) {{ return deep(given, at); }}
"""


def test_a_parameter_is_the_only_texture_that_calls_give() -> None:
    declared = DECLARED.format("", "2D") + PARAMETERS.format(types="sampler2D")
    points = some_points(FLAT.size)
    found = looked_up("glsl", declared, "outer(image, at.xy)", [FLAT], points)
    assert_found(found, [nearest(FLAT, "repeat", point) for point in points])
    other = Texture("other")
    two = declared + " layout(binding = 1) uniform sampler2D other;"
    with pytest.raises(Refused, match="not the same in all calls"):
        looked_up("glsl", two, "outer(image, at.xy) + outer(other, at.xy)", [FLAT, other], points)


def test_parameters_of_wgsl_are_textures_and_samplers() -> None:
    declared = declared_in("wgsl", FLAT) + (
        "fn pick(wraps: sampler, picture: texture_2d<f32>, at: vec2f) -> vec4f"
        " { return textureSampleLevel(picture, wraps, at, 0.0); }"
    )
    points, sampler = some_points(FLAT.size), Sampler("wrapping", "mirror")
    call = "pick(wrapping, image, at.xy)"
    found = looked_up("wgsl", declared, call, [FLAT], points, [sampler])
    assert_found(found, [nearest(FLAT, "mirror", point) for point in points])


def test_a_local_name_is_what_it_was_made_of() -> None:
    text = """
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(2) var other: texture_2d<f32>;
fn local(at: vec2f) -> vec4f {
  let image = other; let again = image;
  return textureLoad(again, vec2i(at), 0);
}"""
    other, point = replace(FLAT, name="other", number=1), (3.0, 2.0, 0.0, 0.0)
    assert looked_up("wgsl", text, "local(at.xy)", [FLAT, other], [point]) == [
        channels(other, (3, 2, 0))
    ]


@pytest.mark.parametrize(
    ("declared", "call", "says"),
    [
        (
            "uniform samplerCubeArrayShadow image;",
            "texture(image, at, 0.5)",
            "texture: textures and images",
        ),
        ("uniform sampler2DRect image;", "texture(image, at.xy)", "textures and images"),
        ("uniform sampler2D other;", "texture(other, at.xy)", "which the inputs do not give"),
        ("uniform sampler2D image[2];", "texture(image[1], at.xy)", "the inputs do not give"),
        ("uniform sampler2D image[2][2];", "texture(image[1][0], at.xy)", "inputs do not give"),
        ("uniform isampler2D image;", "texture(image, at.xy)", "expected one of 2D of int"),
        ("uniform sampler2D image;", "textureSize(image, 1), 0, 0", "another level"),
        ("uniform sampler2D image;", "textureQueryLod(image, at.xy), 0, 0", "textureQueryLod"),
    ],
)
def test_what_is_not_known_is_refused(declared: str, call: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        looked_up("glsl", declared, call, [FLAT], [(0.5, 0.5, 0.5, 0.5)])


def test_arguments_that_choose_a_level_are_evaluated_all_the_same() -> None:
    declared = DECLARED.format("", "2D") + " int calls = 0; float level() { calls++; return 1.0; }"
    call = "textureLod(image, vec2(0.72, 0.3), level()).x, calls, 0, 0"
    (found,) = looked_up("glsl", declared, call, [FLAT], [(0.0, 0.0, 0.0, 0.0)])
    assert found == (channels(FLAT, (11, 2, 0))[0], 1.0, 0.0, 0.0)


FILTERED = [
    ("glsl", "texture(image, at.xy)", (0, 0, 0)),
    ("glsl", "textureLod(image, at.xy, 0.0)", (0, 0, 0)),
    ("essl", "textureOffset(image, at.xy, ivec2(-3, 2))", (-3, 2, 0)),
    ("wgsl", "textureSample(image, wrapping, at.xy)", (0, 0, 0)),
    ("wgsl", "textureSampleLevel(image, wrapping, at.xy, 0.0, vec2i(-3, 2))", (-3, 2, 0)),
]


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize(("language", "call", "offset"), FILTERED)
def test_a_linear_filter_gives_the_weighted_sum(
    language: LanguageName, call: str, offset: tuple[int, int, int], wrap: Wrap
) -> None:
    linear, points = replace(FLAT, wrap=wrap, filter="linear"), some_points(FLAT.size)
    samplers: tuple[Sampler, ...] = ()
    if language == "wgsl":
        samplers, linear = (Sampler("wrapping", wrap, filter="linear"),), FLAT
    declared = declared_in(language, linear)
    found = looked_up(language, declared, call, [linear], points, samplers)
    picture = picture_of(replace(FLAT, wrap=wrap))
    for (x, y, _, _), one in zip(points, found, strict=True):
        wanted = filtered_texel((x, y, 0.0, 1.0), offset, FLAT.size, picture)
        assert one == tuple(map(single, wanted))


@pytest.mark.parametrize("shape", ["3D", "2DArray"])
def test_depths_are_filtered_and_layers_are_not(shape: Shape) -> None:
    texture = replace(TEXTURES[shape], filter="linear")
    points: list[Point] = [(0.3, 0.4, 0.6, 0.0), (0.3, 0.4, 0.5, 0.0), (0.3, 0.4, 4000.0, 0.0)]
    declared = declared_in("glsl", texture)
    found = looked_up("glsl", declared, "texture(image, at.xyz)", [texture], points)
    for (x, y, z, _), one in zip(points, found, strict=True):
        place = (single(x), single(y), single(z), 1.0)
        if is_filtered_nowhere(place, (0, 0, 0), texture.size, picture_of(texture)):
            assert isinstance(one, Trap)
            assert "linear filter lies too far away" in one.message
        else:
            wanted = filtered_texel(place, (0, 0, 0), texture.size, picture_of(texture))
            assert one == tuple(map(single, wanted))
    assert sum(isinstance(one, Trap) for one in found) == 1


def test_a_gather_and_a_fetch_do_not_filter() -> None:
    linear, point = replace(FLAT, filter="linear"), (0.72, 0.3, 0.0, 0.0)
    declared = DECLARED.format("", "2D")
    for call in ("textureGather(image, at.xy)", "texelFetch(image, ivec2(3, 4), 0)"):
        plain = looked_up("glsl", declared, call, [FLAT], [point])
        assert looked_up("glsl", declared, call, [linear], [point]) == plain


def test_integers_are_not_filtered() -> None:
    texture = replace(FLAT, numbers="int")
    linear = replace(texture, filter="linear")
    with pytest.raises(Refused, match="a linear filter for the integers of image"):
        looked_up(
            "glsl",
            declared_in("glsl", texture),
            "texture(image, at.xy)",
            [linear],
            [(0.1, 0.1, 0.0, 0.0)],
        )
