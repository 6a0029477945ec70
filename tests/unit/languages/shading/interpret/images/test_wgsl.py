"""Storage textures of WGSL, on both paths: what they hold, and what is refused."""

from __future__ import annotations

from typing import Final, Literal

import pytest
from helpers.storage_images import image_of, numbers_in
from helpers.wgsl_storage_cases import made_wgsl_case
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.storage_images import WGSL_FORMATS
from aberration.languages.native.compiler import available
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Endless, Refused, Trap
from aberration.languages.shading.read import read

Path = Literal["python", "c"]
PATHS: Final[tuple[Path, ...]] = ("python", "c") if available() else ("python",)
COUNTS: Final = "@group(0) @binding(0) var counts: texture_storage_2d<r32uint, read_write>;"
FOUR: Final = (4, 4, 1)


def shader(
    body: str, declared: str = COUNTS, images: tuple[Buffer, ...] = (image_of("r32ui", FOUR),)
) -> Program:
    """Return a shader of 4 by 4 invocations; the body sees `at`, the place of the invocation."""
    text = (
        f"{declared}\n@compute @workgroup_size(4, 4)\n"
        f"fn main(@builtin(local_invocation_id) id: vec3u) {{ let at = id.xy; {body} }}\n"
    )
    return Program("wgsl", "compute", text.encode(), Inputs(buffers=images))


def dispatched(program: Program) -> Buffers | Trap | Endless:
    """What both paths leave, which agree."""
    found = [
        Interpreter(
            read(program.source, "wgsl"), "compute", program.inputs, Options(path=path)
        ).dispatch()
        for path in PATHS
    ]
    assert all(one == found[0] for one in found)
    return found[0]


def texels(program: Program) -> list[tuple[float, ...]]:
    found = dispatched(program)
    assert isinstance(found, Buffers), found
    return [
        numbers_in(buffer, data)
        for buffer, data in zip(program.inputs.buffers, found.data, strict=True)
    ]


def trap_of(program: Program) -> str:
    found = dispatched(program)
    assert isinstance(found, Trap), found
    return found.kind


@pytest.mark.parametrize("seed", range(12))
def test_made_cases_are_known_on_both_paths(seed: int) -> None:
    program = made_wgsl_case(seed)
    assert texels(program)[-1] != numbers_in(
        program.inputs.buffers[-1], program.inputs.buffers[-1].data
    )


@pytest.mark.parametrize("word", WGSL_FORMATS)
def test_formats(word: str) -> None:
    texel_format = WGSL_FORMATS[word]
    source, target = (image_of(texel_format, FOUR, binding=k) for k in (0, 1))
    declared = (
        f"@group(0) @binding(0) var i: texture_storage_2d<{word}, read>;"
        f"@group(0) @binding(1) var o: texture_storage_2d<{word}, write>;"
    )
    type = {"i": "i32", "ui": "u32", "f": "f32"}[texel_format.partition("32")[2]]
    body = (
        f"textureStore(o, at, textureLoad(i, textureDimensions(i) - 1 - at)"
        f" + vec4<{type}>(1, 2, 3, 4));"
    )
    four = texel_format.startswith("rgba")
    step = 4 if four else 1
    wanted = [
        float(step * (15 - k // step) + (k % 4 if four else 0) + (k % 4 + 1 if four else 1))
        for k in range(16 * step)
    ]
    assert list(texels(shader(body, declared, (source, target)))[1]) == wanted


def test_a_read_of_one_channel_gives_zeros_and_a_one() -> None:
    body = "let t = textureLoad(counts, at); textureStore(counts, at, t.wzyx * 3 + t.yyyy);"
    assert texels(shader(body)) == [(3,) * 16]


def test_sizes_and_layers() -> None:
    declared = (
        "@group(0) @binding(0) var a: texture_storage_2d_array<r32uint, read>;"
        "@group(0) @binding(1) var b: texture_storage_3d<r32sint, write>;"
        "@group(1) @binding(0) var o: texture_storage_2d<rgba32uint, write>;"
    )
    images = (
        image_of("r32ui", (5, 4, 3), "2DArray"),
        image_of("r32i", (2, 6, 7), "3D", 1),
        replace(image_of("rgba32ui", (4, 1, 1)), descriptor_set=1),
    )
    body = (
        "if (all(at == vec2u(0))) {"
        " textureStore(o, vec2(0, 0), vec4u(textureDimensions(a), textureNumLayers(a), 9));"
        " textureStore(o, vec2(1, 0), vec4u(textureDimensions(b), 9));"
        " textureStore(b, vec3(1, 5, 6), vec4i(-8)); }"
    )
    found = texels(shader(body, declared, images))
    assert found[1][-1] == -8
    assert found[2][:8] == (5, 4, 3, 9, 2, 6, 7, 9)


@pytest.mark.parametrize(
    "place", ["at + 1", "at - 1", "vec2u(at.x + 4, at.y)", "vec2i(at) - 1", "vec2u(1u << 31)"]
)
@pytest.mark.parametrize(
    "access",
    [
        "textureStore(counts, {}, vec4u(1u));",
        "textureStore(counts, at, textureLoad(counts, {}));",
    ],
)
def test_a_place_outside_of_the_texture_is_undefined(access: str, place: str) -> None:
    assert trap_of(shader(access.format(place))) == "out-of-bounds"


def test_a_layer_outside_of_the_texture_is_undefined() -> None:
    declared = COUNTS.replace("2d<", "2d_array<")
    body = "textureStore(counts, at, {}, vec4u(1));"
    images = (image_of("r32ui", (4, 4, 2), "2DArray"),)
    assert trap_of(shader(body.format("2"), declared, images)) == "out-of-bounds"
    assert trap_of(shader(body.format("0xffffffffu"), declared, images)) == "out-of-bounds"
    assert texels(shader(body.format("1u"), declared, images))[0][16:] == (1,) * 16


def test_two_invocations_at_one_texel_race() -> None:
    assert trap_of(shader("textureStore(counts, vec2u(at.x, 0), vec4u(at.y));")) == "race"


def test_the_name_of_a_texture_may_be_that_of_a_variable() -> None:
    body = (
        "textureStore(counts, at, vec4u(at.x));"
        "{ let counts = at.y; if (counts > 9u) { return; } }"
        "textureStore(counts, at, textureLoad(counts, at) + 1);"
    )
    assert texels(shader(body)) == [(1, 2, 3, 4) * 4]


# ---- what orders textures

EXCHANGE: Final = (
    "textureStore(counts, at, vec4u(at.x)); {} "
    "let beside = textureLoad(counts, vec2u(3 - at.x, at.y)).x; {} "
    "textureStore(counts, at, vec4u(beside + 10u));"
)


def test_barriers_order_textures() -> None:
    wait = "textureBarrier();"
    assert texels(shader(EXCHANGE.format(wait, wait))) == [(13, 12, 11, 10) * 4]


@pytest.mark.parametrize("wait", ["storageBarrier();", "workgroupBarrier();"])
def test_other_barriers_do_not(wait: str) -> None:
    assert trap_of(shader(EXCHANGE.format(wait, wait))) == "race"


def test_a_barrier_of_textures_does_not_order_workgroups() -> None:
    declared = f"{COUNTS} var<workgroup> shared_words: array<u32, 4>;"
    body = (
        "if (at.y == 0u) { shared_words[at.x] = at.x; } WAIT "
        "textureStore(counts, at, vec4u(shared_words[3 - at.x]));"
    )
    assert trap_of(shader(body.replace("WAIT", "textureBarrier();"), declared)) == "race"
    assert texels(shader(body.replace("WAIT", "workgroupBarrier();"), declared)) == [
        (3, 2, 1, 0) * 4
    ]


def test_a_barrier_beside_written_buffers_is_refused() -> None:
    declared = f"{COUNTS} @group(0) @binding(1) var<storage, read_write> data: array<u32>;"
    body = f"{EXCHANGE.format('textureBarrier();', '')} data[0] = 1u;"
    with pytest.raises(Refused, match="orders either buffers or storage images"):
        dispatched(shader(body, declared))


# ---- what is not known


@pytest.mark.parametrize(
    ("declared", "body", "message"),
    [
        (COUNTS.replace("r32uint", "rgba8uint"), "_ = textureLoad(counts, at);", "of this kind"),
        (COUNTS.replace("_2d", "_1d"), "_ = textureLoad(counts, at.x);", "of this kind"),
        (COUNTS.replace("binding(0", "binding(1"), "_ = textureLoad(counts, at);", "do not give"),
        (
            COUNTS.replace("2d", "3d"),
            "_ = textureDimensions(counts);",
            "r32ui 3D, and r32ui 2D is given",
        ),
        (
            f"{COUNTS} fn f(i: texture_storage_2d<r32uint, read_write>) -> u32 "
            "{ return textureLoad(i, vec2u(0)).x; }",
            "_ = f(counts);",
            "a storage image as a parameter",
        ),
        (
            f"{COUNTS} fn select(a: u32) -> u32 {{ return a; }}",
            "textureStore(counts, at, vec4u(select(1u)));",
            "a shader with its own select",
        ),
        (
            COUNTS,
            "let vec2i = 1u; textureStore(counts, at, vec4u(vec2i));",
            "a shader with its own vec2i",
        ),
        (
            "@group(0) @binding(0) var<storage, read_write> data: array<u32>;",
            "data[0] = 1u;",
            "the block data where the inputs give a storage image",
        ),
    ],
)
def test_what_is_refused(declared: str, body: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        dispatched(shader(body, declared))


FRAGMENT: Final = """@group(0) @binding(0) var i: texture_storage_2d<rgba32float, ACCESS>;
@fragment fn main(@builtin(position) place: vec4f) -> @location(0) vec4f {
  BODY
}
"""


def drawn(access: str, body: str) -> Interpreter:
    text = FRAGMENT.replace("ACCESS", access).replace("BODY", body)
    image = image_of("rgba32f", FOUR, numbers=[k / 64 for k in range(64)])
    inputs = Inputs(width=4, height=4, buffers=(image,))
    return Interpreter(read(text, "wgsl"), "fragment", inputs, Options(path="auto"))


def test_fragment_shaders_read_textures() -> None:
    made = drawn("read", "return textureLoad(i, vec2u(place.xy));")
    found = made.image("rgba32f")
    assert isinstance(found, Image)
    assert found.data == made.inputs.buffers[0].data


def test_fragment_shaders_write_none() -> None:
    with pytest.raises(Refused, match="textureStore in the fragment stage"):
        drawn("write", "textureStore(i, vec2u(place.xy), place); return place;")
