"""Textures get pictures of ours where the file beside the shader names one."""

from __future__ import annotations

import json
from typing import Final

import pytest
from msgspec.structs import replace

from aberration.campaign.loading.fit import Fitted, with_inputs
from aberration.core.inputs import write_inputs
from aberration.core.inputs_file import read_file
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Language, Program, Stage
from aberration.core.textures import NO_BINDING, Sampler, Texture
from aberration.methods.shaders.executed import Executed

TEXT: Final = """#version 450
uniform sampler2D image;
layout(set = 1, binding = 6) uniform isampler3D solid;
uniform usampler2DArray unused;
layout(location = 0) out vec4 colour;
void main() {{
  colour = texture(image, {place}) + vec4(texelFetch(solid, ivec3(1), 0)) / 512.0;
}}
"""
PLAIN: Final = TEXT.format(place="gl_FragCoord.xy / 16.0")
NAMED: Final = {"image": {"func": "sampler2D", "texture": 9, "size": [4, 8], "wrap": "mirror"}}
NOTE: Final = "pictures of ours are given for solid"


def fit(
    given: object, text: str = PLAIN, language: Language = "glsl", stage: Stage = "fragment"
) -> Fitted:
    program = Program(language, stage, text.encode(), name="x")
    return with_inputs(program, read_file(json.dumps(given), "x.json"), "x")


def test_a_file_that_names_one_texture_gets_all() -> None:
    found = fit(NAMED)
    assert found.notes == (NOTE,)
    assert found.program.source == PLAIN.encode()
    assert found.program.inputs.textures == (
        Texture("image", size=(4, 8, 1), number=9, wrap="mirror", binding=NO_BINDING),
        Texture("solid", "3D", "int", (16, 16, 4), 2, binding=6, descriptor_set=1),
    )
    small = replace(found.program.inputs, width=4, height=4)
    assert isinstance(Executed(found.program).result(small), Image)


@pytest.mark.parametrize(("count", "stands"), [(16, False), (17, True)])
def test_functions_stand_for_more_textures_than_webgpu_promises(count: int, stands: bool) -> None:
    declared = "\n".join(
        f"@group(0) @binding({k}) var image{k}: texture_2d<f32>;" for k in range(count)
    )
    loads = " + ".join(f"textureLoad(image{k}, vec2i(1), 0)" for k in range(count))
    text = f"{declared}\n@fragment fn main() -> @location(0) vec4f {{ return {loads}; }}"
    found = fit({}, text, "wgsl")
    assert ("WebGPU promises 16 textures" in found.notes[0]) is stands
    assert len(found.program.inputs.textures) == (0 if stands else count)


def test_each_element_of_an_array_gets_a_picture() -> None:
    text = PLAIN.replace("sampler2D image", "sampler2D image[2]")
    text = text.replace("texture(image,", "texture(image[1],")
    found = fit({"image[1]": NAMED["image"]}, text)
    assert found.notes == ("pictures of ours are given for image[0], solid",)
    first, second, solid = found.program.inputs.textures
    assert first == Texture("image[0]", number=1)
    assert second == Texture("image[1]", size=(4, 8, 1), number=9, wrap="mirror")
    assert solid.number == 3
    again = with_inputs(found.program, read_file(write_inputs(found.program.inputs), "x"), "x")
    assert again.program == found.program


def test_what_is_written_is_read_again() -> None:
    found = fit(NAMED).program
    again = with_inputs(found, read_file(write_inputs(found.inputs), "x.json"), "x")
    assert again.program == found


def test_functions_stand_for_what_a_vertex_stage_passes_on() -> None:
    text = PLAIN.replace("uniform sampler2D", "in vec2 uv;\nuniform sampler2D")
    found = fit(NAMED, text.replace("gl_FragCoord.xy / 16.0", "uv * 1.01"))
    assert found.notes == (NOTE, "functions of the pixel stand for uv, which nobody gives")
    assert b"uniform sampler2D image" in found.program.source
    assert b"in vec2 uv" not in found.program.source
    assert len(found.program.inputs.textures) == 2


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("isampler3D solid", "isampler2DRect solid", "solid: no textures are made of its type"),
        ("ivec3(1), 0)", "ivec3(1), 0) * int(textureQueryLod(solid, vec3(1)).x)", "textures and"),
        ("sampler2D image", "isampler2D image", "expected a texture of shape 2D of int"),
    ],
)
def test_where_that_fails_functions_stand_for_textures(before: str, after: str, says: str) -> None:
    text = PLAIN.replace(before, after)
    if "Rect" in after:
        text = text.replace("texelFetch(solid, ivec3(1), 0)", "texture(solid, vec2(1.0))")
    found = fit(NAMED, text)
    assert "no pictures are given for image, solid" in found.notes[0]
    assert says in found.notes[0]
    assert found.notes[1] == "functions of the pixel stand for image, solid, which nobody gives"
    assert found.program.inputs.textures == ()
    assert b"uniform sampler2D" not in found.program.source


def test_a_file_that_names_all_textures_needs_no_note() -> None:
    solid = {"func": "isampler3D", "texture": 3, "size": [4, 4, 4]}
    assert fit({**NAMED, "solid": solid}).notes == ()


def test_without_a_name_in_the_file_all_textures_get_pictures() -> None:
    assert fit({}).notes == ("pictures of ours are given for image, solid",)
    assert [one.number for one in fit({}).program.inputs.textures] == [1, 2]


def test_what_nothing_names_in_wgsl_needs_no_picture() -> None:
    text = """@group(0) @binding(2) var image: texture_2d<f32>;
@group(0) @binding(4) var shadow: texture_depth_2d;
@fragment fn main() -> @location(0) vec4f { return textureLoad(image, vec2i(1), 0); }
"""
    found = with_inputs(Program("wgsl", "fragment", text.encode()), None, "x")
    assert found.notes[0] == "pictures of ours are given for image"
    assert b"shadow" not in found.program.source
    none = text.replace("textureLoad(image, vec2i(1), 0)", "vec4f()")
    bare = with_inputs(Program("wgsl", "fragment", none.encode()), None, "x")
    assert bare.notes == ()
    assert b"texture" not in bare.program.source


def test_textures_and_samplers_of_wgsl_are_bound_where_the_text_says() -> None:
    text = """
@group(0) @binding(2) var image: texture_2d<f32>;
@group(1) @binding(5) var rows: texture_2d_array<u32>;
@group(0) @binding(3) var wraps: sampler;
@group(0) @binding(9) var<storage, read_write> out: array<vec4f, 4>;
@compute @workgroup_size(1) fn main() {
  out[0] = textureSampleLevel(image, wraps, vec2f(0.3, 0.4), 0.0);
  out[1] = vec4f(textureLoad(rows, vec2i(1, 2), 3, 0));
}
"""
    given = {
        "image": {"func": "sampler2D", "texture": 0},
        "wraps": {"func": "sampler", "wrap": "clamp"},
    }
    found = fit(given, text, "wgsl", "compute").program
    assert found.inputs.textures == (
        Texture("image", number=0, binding=2),
        Texture("rows", "2DArray", "uint", (16, 16, 4), 2, binding=5, descriptor_set=1),
    )
    assert found.inputs.samplers == (Sampler("wraps", "clamp", 3),)
    assert isinstance(Executed(found).result(found.inputs), Buffers)
