"""Shaders read the texels that the inputs name, on the drivers of Vulkan that execute."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

import pytest
from helpers.vulkan_calls import calls_of
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Image, Outcome, Rejected
from aberration.core.program import Language, Program, Stage
from aberration.core.textures import CHANNELS, SETTERS, WRAPS, Sampler, Texture, Wrap, texel
from aberration.core.ways import ways_of
from aberration.targets.composition import resolve
from aberration.targets.front_end import compile_glsl
from aberration.targets.pool import TargetPool
from aberration.targets.vulkan import providers

TARGETS = {target.id: target for target in providers()}
drivers = pytest.mark.parametrize("driver", ["lavapipe", "swiftshader"])
KINDS: Final = sorted(
    word for word, (_, shape) in SETTERS.items() if shape in ("2D", "3D", "2DArray")
)
"""Those whose texels can be fetched."""
SIZE: Final = (5, 3, 4)
Place = tuple[int, int, int]


def texture_of(word: str, **more: int | str) -> Texture:
    numbers, shape = SETTERS[word]
    size = SIZE if shape != "2D" else (*SIZE[:2], 1)
    return replace(Texture("s", shape, numbers, size, 100 + KINDS.index(word)), **more)


def word_of(texture: Texture) -> str:
    (word,) = (key for key, row in SETTERS.items() if row == (texture.numbers, texture.shape))
    return word


def places(texture: Texture) -> list[Place]:
    width, height, depth = texture.size
    return [(x, y, z) for z in range(depth) for y in range(height) for x in range(width)]


def floats(texture: Texture, at: Sequence[Place]) -> bytes:
    """What a shader reads there, as floats."""
    share = 256 if texture.numbers == "float" else 1
    values = [texel(texture, place, k) / share for place in at for k in range(CHANNELS)]
    return struct.pack(f"<{len(values)}f", *values)


def module(stage: Stage, text: str, inputs: Inputs) -> Program:
    made = compile_glsl(Program("glsl", stage, f"#version 450\n{text}".encode(), inputs))
    return replace(made, inputs=inputs)


def drawing(declared: str, body: str, width: int, height: int, *textures: Texture) -> Program:
    text = (
        f"{declared}\nlayout(location = 0) out vec4 colour;\n"
        f"void main() {{ ivec2 pixel = ivec2(gl_FragCoord.xy); {body} }}"
    )
    return module("fragment", text, Inputs(width=width, height=height, textures=textures))


def fetching(texture: Texture, declared: str = "") -> Program:
    """A shader that draws each texel, the layers below each other."""
    width, height, depth = texture.size
    at = f"pixel.x, pixel.y % {height}" + ("" if texture.shape == "2D" else f", pixel.y / {height}")
    vector = "ivec2" if texture.shape == "2D" else "ivec3"
    declared = declared or f"layout(binding = 0) uniform {word_of(texture)} s;"
    body = f"colour = vec4(texelFetch(s, {vector}({at}), 0));"
    return drawing(declared, body, width, height * depth, texture)


def run(pool: TargetPool, driver: str, program: Program) -> Outcome:
    return pool.run(TARGETS[driver], program).outcome


def drawn(pool: TargetPool, driver: str, program: Program) -> bytes:
    outcome = run(pool, f"{driver}:rgba32f", program)
    assert isinstance(outcome, Image), outcome
    return outcome.data


@drivers
@pytest.mark.parametrize("word", KINDS)
def test_each_texel_is_fetched(pool: TargetPool, driver: str, word: str) -> None:
    texture = texture_of(word)
    assert drawn(pool, driver, fetching(texture)) == floats(texture, places(texture))


@drivers
@pytest.mark.parametrize("word", KINDS)
def test_kernels_fetch_each_texel(pool: TargetPool, driver: str, word: str) -> None:
    texture = texture_of(word, binding=3, descriptor_set=1)
    width, height, depth = texture.size
    count = width * height * depth
    at = "id.xy" if texture.shape == "2D" else "id"
    text = f"""
layout(local_size_x = {width}, local_size_y = {height}) in;
layout(set = 1, binding = 3) uniform {word} named;
layout(std430, binding = 0) buffer Texels {{ vec4 texels[]; }};
void main() {{
    ivec3 id = ivec3(gl_GlobalInvocationID);
    texels[(id.z * {height} + id.y) * {width} + id.x] = vec4(texelFetch(named, {at}, 0));
}}
"""
    buffer = Buffer(0, bytes(16 * count), (("float", 4 * count),))
    inputs = Inputs(buffers=(buffer,), groups=(1, 1, depth), textures=(texture,))
    outcome = run(pool, driver, module("compute", text, inputs))
    assert isinstance(outcome, Buffers), outcome
    assert outcome.data == (floats(texture, places(texture)),)


def wrapped(wrap: Wrap, place: int, size: int) -> int:
    if wrap == "clamp":
        return min(max(place, 0), size - 1)
    folded = place % (2 * size)
    return place % size if wrap == "repeat" else min(folded, 2 * size - 1 - folded)


@drivers
@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("word", KINDS)
def test_what_lies_outside_is_wrapped(pool: TargetPool, driver: str, word: str, wrap: Wrap) -> None:
    texture = texture_of(word, wrap=wrap)
    width, height, depth = texture.size
    # Two and a half textures in each direction; a layer is chosen, and does not wrap.
    start, shape = (-2 * width, -2 * height), texture.shape
    layers = {"2D": [0], "2DArray": range(depth), "3D": range(-depth, 2 * depth)}[shape]
    third = {"2D": "", "2DArray": ", z", "3D": f", (z + 0.5) / {depth}.0"}[shape]
    body = f"""
    float z = float(pixel.y / {5 * height}) + float({layers[0]});
    vec2 middle = vec2(pixel.x, pixel.y % {5 * height}) + vec2{start} + 0.5;
    vec2 at = middle / vec2{texture.size[:2]};
    colour = vec4(texture(s, vec{2 if shape == "2D" else 3}(at{third})));
"""
    declared = f"layout(binding = 0) uniform {word} s;"
    program = drawing(declared, body, 5 * width, 5 * height * len(layers), texture)
    at = [
        (
            wrapped(wrap, x + start[0], width),
            wrapped(wrap, y + start[1], height),
            wrapped(wrap, z, depth),
        )
        for z in layers
        for y in range(5 * height)
        for x in range(5 * width)
    ]
    assert drawn(pool, driver, program) == floats(texture, at)


BOTH: Final = """
layout(set = 2, binding = 1) uniform sampler2D a;
layout(binding = 4) uniform isampler3D b;
layout(set = 1, binding = 0) uniform Scale { float scale; };
"""
ADDED: Final = "colour = texelFetch(a, pixel, 0) * scale + vec4(texelFetch(b, ivec3(pixel, 2), 0));"
FIRST: Final = replace(texture_of("sampler2D"), name="other", binding=1, descriptor_set=2)
SECOND: Final = replace(texture_of("isampler3D"), name="b")
SCALE: Final = Uniform("scale", struct.pack("<f", 8.0), 0, 1)


def two_textures() -> tuple[Program, bytes]:
    """Return a program with one texture by its place and one by its name, and what it gives."""
    program = drawing(BOTH, ADDED, *SIZE[:2], SECOND, FIRST)
    values = [
        texel(FIRST, place, k) / 32 + texel(SECOND, (*place[:2], 2), k)
        for place in places(FIRST)
        for k in range(CHANNELS)
    ]
    data = struct.pack(f"<{len(values)}f", *values)
    return replace(program, inputs=replace(program.inputs, uniforms=(SCALE,))), data


@drivers
def test_textures_are_found_by_place_and_by_name(pool: TargetPool, driver: str) -> None:
    program, expected = two_textures()
    assert drawn(pool, driver, program) == expected


@drivers
@pytest.mark.parametrize("stage", ["fragment", "compute"])
def test_each_way_gives_the_same(pool: TargetPool, driver: str, stage: Stage) -> None:
    program, _ = two_textures() if stage == "fragment" else (summing(), b"")
    plain = run(pool, driver, program)
    assert isinstance(plain, Image | Buffers), plain
    own = sorted(ways_of("vulkan", stage))
    for ways in (*((way,) for way in own), tuple(own)):
        given = replace(program, inputs=replace(program.inputs, ways=ways))
        assert run(pool, driver, given) == plain, ways


def summing() -> Program:
    """Return a kernel that adds up rows of a texture."""
    text = """
layout(local_size_x = 3) in;
layout(binding = 1) uniform usampler2D s;
layout(std430, binding = 0) buffer Sums { uint sums[]; };
void main() {
    uint y = gl_GlobalInvocationID.x;
    for (int x = 0; x < textureSize(s, 0).x; x++)
        sums[y] += texelFetch(s, ivec2(x, y % 3u), 0).x * (y + 1u);
}
"""
    buffer = Buffer(0, bytes(24), (("uint", 6),))
    textures = (texture_of("usampler2D"),)
    return module("compute", text, Inputs(buffers=(buffer,), groups=(2, 1, 1), textures=textures))


@drivers
def test_no_program_sees_the_textures_of_another(pool: TargetPool, driver: str) -> None:
    plain = drawing("", "colour = vec4(pixel, 0.0, 1.0);", *SIZE[:2])
    before = drawn(pool, driver, plain)
    one = fetching(texture_of("sampler2D"))
    texture = replace(one.inputs.textures[0], number=7, size=(5, 3, 1))
    other = replace(one, inputs=replace(one.inputs, textures=(texture,)))
    first = drawn(pool, driver, one)
    assert drawn(pool, driver, plain) == before
    assert drawn(pool, driver, other) == floats(texture, places(texture)) != first
    assert drawn(pool, driver, one) == first


def test_all_that_is_made_is_destroyed() -> None:
    program, _ = two_textures()
    # The first one also makes the image that both draw into.
    _, calls = calls_of(TARGETS["lavapipe"].stages[0].worker, [program, program])
    for kind in ("Image", "ImageView", "Sampler", "Buffer"):
        assert calls[f"vkCreate{kind}"] == calls[f"vkDestroy{kind}"] == 2, kind
    assert calls["vkAllocateMemory"] == calls["vkFreeMemory"] == 4


@drivers
def test_images_and_samplers_may_stand_alone(pool: TargetPool, driver: str) -> None:
    declared = """
layout(binding = 5) uniform texture2D picture;
layout(set = 1, binding = 2) uniform sampler mirrored;
layout(set = 1, binding = 3) uniform sampler clamped;
"""
    body = """
    vec2 at = (vec2(pixel) + vec2(5.5, 3.5)) / vec2(5.0, 3.0);
    colour = texture(sampler2D(picture, mirrored), at);
    if (pixel.y == 0) colour = texture(sampler2D(picture, clamped), at);
"""
    texture = texture_of("sampler2D", binding=5)
    program = drawing(declared, body, *SIZE[:2], texture)
    samplers = (Sampler("m", "mirror", 2, 1), Sampler("c", "clamp", 3, 1))
    given = replace(program, inputs=replace(program.inputs, samplers=samplers))
    at = [(4, 2, 0) if y == 0 else (4 - x, 2 - y, 0) for y in range(3) for x in range(5)]
    assert drawn(pool, driver, given) == floats(texture, at)
    refused = run(pool, driver, program)
    assert isinstance(refused, Rejected)
    assert refused.unasked


@drivers
def test_a_texture_of_another_kind_is_refused(pool: TargetPool, driver: str) -> None:
    program = fetching(texture_of("sampler2D"))
    for word, message in (
        ("isampler2D", "set 0 binding 0 is a 2D image of float numbers, and the texture s is"),
        ("sampler3D", "a 3D image of float numbers"),
    ):
        textures = (texture_of(word),)
        outcome = run(pool, driver, replace(program, inputs=Inputs(textures=textures)))
        assert isinstance(outcome, Rejected)
        assert outcome.unasked
        assert message in outcome.message


def test_a_module_may_lose_its_names(pool: TargetPool) -> None:
    program, expected = two_textures()
    target = resolve("spirv-opt:passes:strip-debug+swiftshader:rgba32f")
    assert target is not None
    outcome = pool.run(target, program).outcome
    assert isinstance(outcome, Image), outcome
    assert outcome.data == expected


LOOSE: Final = """#version 310 es
precision highp float;
precision highp int;
layout(location = 0) out highp vec4 colour;
uniform sampler2D a;
LATER
uniform highp isampler3D b;
void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    colour = texelFetch(a, pixel, 0) * scale + vec4(texelFetch(b, ivec3(pixel, 2), 0));
}
"""
CHAINS: Final = (
    ("glslang", "uniform float scale;"),
    ("shaderc", "layout(binding = 0) uniform Scale { float scale; };"),
    ("shaderc:-O", "layout(binding = 0) uniform Scale { float scale; };"),
    ("glslang+spirv-opt:passes:strip-debug", "uniform float scale;"),
    ("glslang+spirv-opt:-Os", "layout(binding = 0) uniform Scale { float scale; };"),
)


@pytest.mark.parametrize(("translators", "scale"), CHAINS)
def test_samplers_without_bindings_are_found_by_name(
    pool: TargetPool, translators: str, scale: str
) -> None:
    # A binding that the text does not state is not the one that the translator takes.
    textures = (replace(SECOND, binding=1), replace(FIRST, name="a", binding=2, descriptor_set=0))
    uniform = Uniform("scale", SCALE.data, -1 if scale.startswith("uniform") else 0)
    width, height, _ = SIZE
    inputs = Inputs((uniform,), width=width, height=height, textures=textures)
    text = LOOSE.replace("LATER", scale).encode()
    target = resolve(f"{translators}+swiftshader:rgba32f")
    assert target is not None
    outcome = pool.run(target, Program("essl", "fragment", text, inputs)).outcome
    assert isinstance(outcome, Image), outcome
    assert outcome.data == two_textures()[1]


@pytest.mark.parametrize(
    ("version", "language"),
    [("#version 300 es", "essl"), ("#version 310 es", "essl"), ("#version 330", "glsl")],
)
def test_texts_for_opengl_get_to_vulkan_as_seeds(
    pool: TargetPool, version: str, language: Language
) -> None:
    textures = (SECOND, replace(FIRST, name="a"))
    width, height, _ = SIZE
    inputs = Inputs((replace(SCALE, binding=-1),), width=width, height=height, textures=textures)
    text = LOOSE.replace("LATER", "uniform float scale;").replace("#version 310 es", version)
    text = text.replace("layout(location = 0) ", "")
    compiled = compile_glsl(Program(language, "fragment", text.encode(), inputs))
    assert drawn(pool, "lavapipe", compiled) == two_textures()[1]
