"""Storage images of a file land in those that a program declares; others are refused by name."""

from __future__ import annotations

import json

import pytest
from helpers.storage_images import image_of, module_of, stored_shader
from msgspec.structs import replace

from aberration.campaign.loading.fit import with_inputs
from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs, write_inputs
from aberration.core.inputs_file import read_file
from aberration.core.program import Program

DECLARED = (
    "layout(binding = 1, r32ui) uniform uimage2D counts;\n"
    "layout(binding = 2, rgba32f) readonly uniform image3D deep;\n"
    "layout(std430, binding = 0) buffer Block { uint data[]; };\n"
)
BODY = "data[at.x] = imageAtomicAdd(counts, at, uint(imageLoad(deep, ivec3(at, 0)).x));"
COUNTS = image_of("r32ui", (2, 2, 1), binding=1)
DEEP = image_of("rgba32f", (1, 1, 2), "3D", 2)
BLOCK = Buffer(0, bytes(8), (("uint", 2),))
SHADER = stored_shader(DECLARED, BODY, [])


def fitted(program: Program, *buffers: Buffer) -> Program:
    text = write_inputs(Inputs(buffers=buffers))
    return with_inputs(program, read_file(text, "x.json"), "x.comp").program


@pytest.mark.parametrize("form", ["text", "module"])
def test_all_that_is_given_lands(form: str) -> None:
    program = SHADER if form == "text" else replace(module_of(SHADER), inputs=Inputs())
    assert fitted(program, BLOCK, COUNTS, DEEP).inputs.buffers == (BLOCK, COUNTS, DEEP)


def test_a_block_that_nobody_gives_is_zeros_beside_images() -> None:
    found = fitted(SHADER, COUNTS, DEEP).inputs.buffers
    assert [one.place for one in found] == [(0, 1), (0, 2), (0, 0)]


@pytest.mark.parametrize("form", ["text", "module"])
@pytest.mark.parametrize(
    ("buffers", "message"),
    [
        ((COUNTS,), "the storage image deep, which the inputs do not give"),
        ((COUNTS, replace(COUNTS, binding=2)), "deep is rgba32f 3D, and r32ui 2D is given"),
        ((COUNTS, DEEP, replace(DEEP, binding=7)), "no storage image of the"),
    ],
)
def test_others_are_refused(form: str, buffers: tuple[Buffer, ...], message: str) -> None:
    program = SHADER if form == "text" else replace(module_of(SHADER), inputs=Inputs())
    with pytest.raises(BadInput) as caught:
        fitted(program, *buffers)
    assert message in caught.value.message


def test_a_program_without_images_of_its_own_takes_none() -> None:
    plain = stored_shader("", "", [])
    with pytest.raises(BadInput, match="no storage image of the shader that is used is at binding"):
        fitted(plain, COUNTS)


def test_without_a_file_they_are_lacking() -> None:
    with pytest.raises(BadInput, match=r"needs a texture or image \(counts, deep\)"):
        with_inputs(SHADER, read_file(json.dumps({}), "x.json"), "x.comp")


def test_texel_buffers_land() -> None:
    declared = (
        "layout(binding = 1) uniform usamplerBuffer source;\n"
        "layout(binding = 2, r32ui) uniform uimageBuffer counts;\n"
    )
    shader = stored_shader(declared, "imageAtomicAdd(counts, 0, texelFetch(source, 0).x);", [])
    given = (
        image_of("rgba32ui", (3, 1, 1), "Buffer", 1),
        image_of("r32ui", (2, 1, 1), "Buffer", 2),
    )
    for program in (shader, replace(module_of(shader), inputs=Inputs())):
        assert fitted(program, *given).inputs.buffers == given
        assert not fitted(program, *given).inputs.textures
    with pytest.raises(BadInput, match="the storage image source, which the inputs do not give"):
        fitted(shader, given[1])


def test_storage_textures_of_wgsl_land() -> None:
    text = (
        "@group(0) @binding(1) var counts: texture_storage_2d<r32uint, read_write>;\n"
        "@compute @workgroup_size(1) fn main() {"
        " textureStore(counts, vec2(0, 0), textureLoad(counts, vec2(1, 0))); }\n"
    )
    program = Program("wgsl", "compute", text.encode(), Inputs())
    assert fitted(program, COUNTS).inputs.buffers == (COUNTS,)
    with pytest.raises(BadInput, match="counts is r32ui 2D, and r32ui 3D is given"):
        fitted(program, image_of("r32ui", (2, 2, 2), "3D", 1))
