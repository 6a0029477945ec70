"""Shaders fetch from, write and count in texel buffers, on the drivers that execute: each leaves
what our interpreter knows.
"""

from __future__ import annotations

import pytest
from helpers.newest import with_newest
from helpers.storage_images import image_of, module_of, stored_shader, words_of
from helpers.texel_buffer_cases import made_buffer_case
from helpers.vulkan_calls import calls_of
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.core.textures import Texture
from aberration.core.ways import ways_of
from aberration.languages.shading.interpret.run import Interpreter as Shading
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.targets.pool import TargetPool

SAMPLE = range(5)
MANY = range(5, 220)
COUNTS = "layout(binding = 1, r32ui) uniform uimageBuffer counts;"
SOME = ["lavapipe", "swiftshader", "llvmpipe", "spirv-cross:450+llvmpipe"]
ALL = [
    *SOME,
    "zink-lavapipe",
    "lavapipe@newest",
    "llvmpipe@newest",
    "glslang+lavapipe",
    "shaderc+swiftshader",
    "spirv-opt:-O+lavapipe",
]
executing = pytest.mark.parametrize("target", ["lavapipe", "swiftshader"])


def outcome(pool: TargetPool, target: Target, program: Program) -> Outcome:
    return pool.run(target, program).outcome


def agrees(pool: TargetPool, target: Target, seed: int, language: LanguageName = "glsl") -> None:
    shader = made_buffer_case(seed, language)
    module = module_of(shader)
    wanted = words_of(Interpreter(module.source, module.inputs).dispatch())
    text = Shading(read(shader.source, language), "compute", shader.inputs).dispatch()
    assert words_of(text) == wanted
    found = outcome(pool, target, module if "spirv" in target.languages else shader)
    assert words_of(found) == wanted, (seed, shader.source.decode())


@pytest.mark.parametrize("target", SOME)
def test_made_cases_agree(pool: TargetPool, target: str) -> None:
    for seed in SAMPLE:
        agrees(pool, with_newest(target), seed)


def test_made_cases_of_essl_agree(pool: TargetPool) -> None:
    for seed in SAMPLE:
        agrees(pool, with_newest("llvmpipe"), seed, "essl")


@pytest.mark.slow
@pytest.mark.parametrize("target", ALL)
def test_many_made_cases_agree(pool: TargetPool, target: str) -> None:
    for seed in MANY:
        agrees(pool, with_newest(target), seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "target", ["llvmpipe", "zink-lavapipe", "glslang+lavapipe", "glslang+swiftshader"]
)
def test_many_made_cases_of_essl_agree(pool: TargetPool, target: str) -> None:
    for seed in MANY:
        agrees(pool, with_newest(target), seed, "essl")


@executing
def test_each_way_to_dispatch_leaves_the_same(pool: TargetPool, target: str) -> None:
    module = module_of(made_buffer_case(SAMPLE[0]))
    wanted = words_of(Interpreter(module.source, module.inputs).dispatch())
    own = sorted(ways_of("vulkan", "compute"))
    for ways in (*((way,) for way in own), tuple(own)):
        driven = replace(module, inputs=replace(module.inputs, ways=ways))
        assert words_of(outcome(pool, with_newest(target), driven)) == wanted, ways


def test_each_way_to_dispatch_in_opengl_leaves_the_same(pool: TargetPool) -> None:
    shader = made_buffer_case(SAMPLE[0])
    wanted = words_of(outcome(pool, with_newest("llvmpipe"), shader))
    for way in sorted(ways_of("opengl", "compute")):
        driven = replace(shader, inputs=replace(shader.inputs, ways=(way,)))
        found = outcome(pool, with_newest("llvmpipe"), driven)
        if isinstance(found, Rejected):
            assert (way, found.unasked) == ("UseProgramBinary", True)
        else:
            assert words_of(found) == wanted, way


MIXED = """
layout(binding = 0) uniform usampler2D picture;
layout(binding = 1) uniform usamplerBuffer source;
layout(binding = 2, r32ui) uniform uimage2D kept;
layout(binding = 3) uniform sampler2D other;
layout(binding = 4) uniform isamplerBuffer more;
"""
MIX = """
    int i = at.x + 4 * at.y;
    uvec4 value = texelFetch(picture, at, 0) + texelFetch(source, i);
    value += uint(texelFetch(more, i % textureSize(more)).x) * 1000u;
    imageStore(kept, at, value + uint(texelFetch(other, at, 0).x * 256.0) * 100000u);
"""


@pytest.mark.parametrize("target", ["lavapipe", "llvmpipe"])
def test_images_buffers_and_textures_stand_beside_each_other(pool: TargetPool, target: str) -> None:
    images = (
        image_of("rgba32ui", (16, 1, 1), "Buffer", 1),
        image_of("r32ui", (4, 4, 1), binding=2),
        image_of("r32i", (5, 1, 1), "Buffer", 4),
    )
    shader = stored_shader(MIXED, MIX, images)
    textures = (
        Texture("picture", "2D", "uint", (4, 4, 1), 3, binding=0),
        Texture("other", "2D", "float", (4, 4, 1), 4, binding=3),
    )
    shader = replace(shader, inputs=replace(shader.inputs, textures=textures))
    wanted = words_of(Shading(read(shader.source, "glsl"), "compute", shader.inputs).dispatch())
    program = shader if target == "llvmpipe" else module_of(shader)
    assert words_of(outcome(pool, with_newest(target), program)) == wanted


FRAGMENT = """#version 450
layout(binding = 3) uniform samplerBuffer source;
layout(binding = 1, rgba32f) readonly uniform imageBuffer more;
layout(location = 0) out vec4 colour;
void main() {
    int at = int(gl_FragCoord.x) + 4 * int(gl_FragCoord.y);
    colour = texelFetch(source, at) + imageLoad(more, at);
}
"""


@pytest.mark.parametrize("target", ["lavapipe", "swiftshader", "llvmpipe"])
def test_fragment_shaders_read_them(pool: TargetPool, target: str) -> None:
    source, more = (
        image_of("rgba32f", (16, 1, 1), "Buffer", binding, [k / 64 for k in range(64)])
        for binding in (3, 1)
    )
    inputs = Inputs(width=4, height=4, buffers=(source, more))
    shader = Program("glsl", "fragment", FRAGMENT.encode(), inputs)
    program = shader if target == "llvmpipe" else module_of(shader)
    found = outcome(pool, with_newest(f"{target}:rgba32f"), program)
    assert isinstance(found, Image), found
    doubled = image_of("rgba32f", (16, 1, 1), "Buffer", 0, [k / 32 for k in range(64)])
    assert found.data == doubled.data


@pytest.mark.parametrize("target", ["lavapipe", "llvmpipe"])
@pytest.mark.parametrize(
    ("declared", "body", "buffers", "message"),
    [
        (COUNTS, "imageStore(counts, 0, uvec4(1u));", [], "which the inputs do not give"),
        (
            COUNTS,
            "imageStore(counts, 0, uvec4(1u));",
            [image_of("r32i", (1, 1, 1), "Buffer", 1)],
            "counts",
        ),
        (
            f"layout(binding = 0) uniform isamplerBuffer s; {COUNTS}",
            "imageStore(counts, 0, uvec4(texelFetch(s, 0)));",
            [image_of("r32ui", (1, 1, 1), "Buffer", binding) for binding in (0, 1)],
            "the storage image",
        ),
    ],
)
def test_what_is_not_given_is_refused(
    pool: TargetPool, target: str, declared: str, body: str, buffers: list[Buffer], message: str
) -> None:
    shader = stored_shader(declared, body, buffers)
    found = outcome(
        pool, with_newest(target), shader if target == "llvmpipe" else module_of(shader)
    )
    assert isinstance(found, Rejected)
    assert found.unasked
    assert message in found.message


def test_two_at_one_unit_are_refused_in_opengl(pool: TargetPool) -> None:
    declared = f"layout(binding = 1) uniform usamplerBuffer s; {COUNTS}"
    body = "imageStore(counts, 0, texelFetch(s, 0));"
    shader = stored_shader(declared, body, [image_of("r32ui", (1, 1, 1), "Buffer", 1)])
    found = outcome(pool, with_newest("llvmpipe"), shader)
    assert isinstance(found, Rejected)
    assert found.message == "two storage images at one binding"


def test_all_that_is_made_is_destroyed() -> None:
    module = module_of(made_buffer_case(SAMPLE[0]))
    _, calls = calls_of(with_newest("lavapipe").stages[0].worker, [module, module])
    for kind in ("Buffer", "BufferView"):
        assert calls[f"vkCreate{kind}"] == calls[f"vkDestroy{kind}"] == 3, kind
    assert calls["vkAllocateMemory"] == calls["vkFreeMemory"] == 3
