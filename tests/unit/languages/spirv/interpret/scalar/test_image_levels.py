"""What samples, fetches and questions give of textures with several levels, on both paths."""

from __future__ import annotations

import pytest
from helpers.image_modules import drawn, image_module
from msgspec import UNSET
from msgspec.structs import replace

from aberration.core.texels import LEVEL_OPEN, NO_LEVEL, OUTSIDE
from aberration.core.textures import Texture, each_level, texel
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.interpret.undefined import Trap

PICTURE = Texture("s", size=(4, 8, 1), number=6, binding=0, levels=3)
LAYERS = Texture("s", "2DArray", "int", (4, 8, 3), 7, binding=0, levels=4)
DEEP = Texture("s", "3D", "uint", (4, 8, 2), 7, binding=0, levels=2)
DECLARED = {
    PICTURE: "layout(binding = 0) uniform sampler2D s;",
    LAYERS: "layout(binding = 0) uniform isampler2DArray s;",
    DEEP: "layout(binding = 0) uniform usampler3D s;",
}


def texels(texture: Texture, x: int, y: int, z: int = 0) -> tuple[float, ...]:
    scale = 256 if texture.numbers == "float" else 1
    return tuple(texel(texture, (x, y, z), k) / scale for k in range(4))


@pytest.mark.parametrize(
    ("lod", "level"),
    [("-3.0", 0), ("0.3", 0), ("0.7", 1), ("1.0", 1), ("1.9", 2), ("77.0", 2), ("at.x / 40.0", 0)],
)
def test_a_sample_takes_the_nearest_level(lod: str, level: int) -> None:
    body = f"colour = textureLod(s, (at + 0.25) / vec2(16.0, 32.0), {lod});"
    found = drawn(image_module(body, textures=(PICTURE,), side=2))
    own = each_level(PICTURE)[level]
    width, height, _ = own.size
    wanted = [
        texels(own, int((x + 0.75) / 16 * width), int((y + 0.75) / 32 * height))
        for y in range(2)
        for x in range(2)
    ]
    assert found == wanted


def test_levels_of_arrays_keep_their_layers_and_depths_shrink() -> None:
    layers = image_module(
        "colour = vec4(textureLod(s, vec3(0.1, 0.9, 1.8), 2.0));", DECLARED[LAYERS], (LAYERS,)
    )
    assert set(drawn(layers)) == {texels(each_level(LAYERS)[2], 0, 1, 2)}
    deep = image_module(
        "colour = vec4(textureLod(s, vec3(0.1, 0.9, 0.9), 1.0));", DECLARED[DEEP], (DEEP,)
    )
    assert set(drawn(deep)) == {texels(each_level(DEEP)[1], 0, 3, 0)}


@pytest.mark.parametrize("texture", [PICTURE, LAYERS, DEEP])
def test_sizes_are_those_of_the_level(texture: Texture) -> None:
    size = (
        "vec3(textureSize(s, level), 1.0)" if texture is PICTURE else "vec3(textureSize(s, level))"
    )
    body = f"int level = int(at.x); colour = vec4({size}, textureQueryLevels(s));"
    found = drawn(image_module(body, DECLARED[texture], (texture,), side=2))
    levels = each_level(texture)
    assert found == [(*levels[x].size, texture.level_count) for _ in range(2) for x in range(2)]


def test_a_fetch_is_of_the_level_that_it_names() -> None:
    body = "colour = texelFetch(s, ivec2(at) / (1 << int(at.x)), int(at.x));"
    found = drawn(image_module(body, textures=(PICTURE,), side=2))
    levels = each_level(PICTURE)
    assert found == [texels(levels[x], x >> x, y >> x) for y in range(2) for x in range(2)]


def test_a_gather_is_of_level_0() -> None:
    body = "colour = textureGather(s, (at + 0.7) / vec2(4.0, 8.0), 2);"
    one = replace(PICTURE, levels=each_level(PICTURE)[0].levels)
    several = drawn(image_module(body, textures=(PICTURE,)))
    assert several == drawn(image_module(body, textures=(one,)))


@pytest.mark.parametrize(
    ("body", "says", "open_pixels"),
    [
        ("colour = texture(s, at * 0.3);", LEVEL_OPEN, 16),
        ("colour = texture(s, at / 9.0, 0.5);", LEVEL_OPEN, 16),
        ("colour = textureProj(s, vec3(at / 9.0, 1.0));", LEVEL_OPEN, 16),
        ("vec2 d = vec2(0.3, 0.0); colour = textureGrad(s, at / 9.0, d, d);", LEVEL_OPEN, 16),
        ("colour = textureLod(s, vec2(0.1), at.x);", LEVEL_OPEN, 8),
        ("colour = texelFetch(s, ivec2(at) - ivec2(0, 1), 0);", OUTSIDE, 4),
        ("colour = texelFetch(s, ivec2(at), 1);", OUTSIDE, 8),
        ("colour = texelFetch(s, ivec2(0), int(at.x));", OUTSIDE, 4),
        ("colour = vec4(textureSize(s, int(at.x) - 1).x);", NO_LEVEL, 4),
    ],
)
@pytest.mark.parametrize("filtered", [False, True])
def test_what_is_open_stops_an_invocation(
    body: str, says: str, open_pixels: int, filtered: bool
) -> None:
    picture = replace(PICTURE, filter="linear") if filtered else PICTURE
    found = drawn(image_module(body, textures=(picture,)))
    traps = [one for one in found if isinstance(one, Trap)]
    assert len(traps) == open_pixels
    assert all(says in one.message for one in traps)


def test_a_linear_filter_is_that_of_the_level() -> None:
    linear = replace(PICTURE, filter="linear")
    body = "colour = textureLod(s, (floor(at) + vec2(1.0, 0.5)) / vec2(2.0, 4.0), 1.2);"
    found = drawn(image_module(body, textures=(linear,), side=2))
    own = each_level(PICTURE)[1]
    pairs = [(texels(own, x, y), texels(own, 1 - x, y)) for y in range(2) for x in range(2)]
    assert found == [
        tuple((one + other) / 2 for one, other in zip(*pair, strict=True)) for pair in pairs
    ]


def test_a_level_that_was_never_written_stops_an_invocation() -> None:
    body = "float never; colour = textureLod(s, at / 7.0, never);"
    found = drawn(image_module(body, textures=(PICTURE,)))
    assert {one.kind for one in found if isinstance(one, Trap)} == {"uninitialised"}
    assert all(isinstance(one, Trap) for one in found)


@pytest.mark.parametrize(
    ("call", "level"),
    [
        ("texture(s, at / 64.0)", 0),
        ("texture(s, at * 8.0 - vec2(3.9), 1.0)", 2),
        ("texture(s, at / 64.0, -1.0)", 0),
        ("textureGrad(s, at / 64.0, vec2(0.0), vec2(0.0, 0.05))", 0),
        ("textureGrad(s, at / 64.0, vec2(4.0, 0.0), vec2(0.0))", 2),
    ],
)
def test_slopes_choose_a_level(call: str, level: int) -> None:
    found = drawn(image_module(f"colour = {call};", textures=(PICTURE,), side=2))
    at = [(x + 0.5, y + 0.5) for y in range(2) for x in range(2)]
    width, height, _ = each_level(PICTURE)[level].size
    places = [
        ((8 * x - 3.9) % 1.0, (8 * y - 3.9) % 1.0) if "8.0" in call else (x / 64, y / 64)
        for x, y in at
    ]
    own = each_level(PICTURE)[level]
    assert found == [texels(own, int(x * width), int(y * height)) for x, y in places]


@pytest.mark.parametrize("filtered", [False, True])
def test_linear_levels_are_sums_of_two(filtered: bool) -> None:
    texture = replace(PICTURE, mip="linear", filter="linear" if filtered else UNSET)
    body = "vec2 p = floor(at) / vec2(4.0, 8.0) + 0.05; colour = textureLod(s, p, {});"
    near, middle, far = (
        drawn(image_module(body.format(lod), textures=(texture,))) for lod in (0.0, 0.25, 1.0)
    )
    for one, between, other in zip(near, middle, far, strict=True):
        assert isinstance(one, tuple)
        assert isinstance(other, tuple)
        wanted = [0.75 * a + 0.25 * b for a, b in zip(one, other, strict=True)]
        assert between == pytest.approx(wanted, abs=1e-6)


def test_all_of_a_quad_have_to_take_the_derivatives_of_a_sample() -> None:
    body = "colour = at.x > 1.0 ? texture(s, at / 64.0) : vec4(0.0);"
    found = drawn(image_module(body, textures=(PICTURE,), side=2))
    assert {one.kind for one in found if isinstance(one, Trap)} == {"derivative"}


def test_derivatives_of_samples_know_no_subgroups() -> None:
    body = "if (subgroupAll(true)) colour = texture(s, at / 64.0);"
    head = "#extension GL_KHR_shader_subgroup_vote : require\n"
    for texture, refused in ((PICTURE, True), (replace(PICTURE, levels=UNSET), False)):
        program = image_module(body, head + DECLARED[PICTURE], (texture,))
        assert ("derivatives beside operations of subgroups" in prove(program).reason) is refused
