"""A module has a picture for each texture that it declares, where its inputs give one of them."""

from __future__ import annotations

import json
from typing import Final

import pytest
from helpers.image_modules import drawn
from msgspec.structs import replace

from aberration.campaign.loading.fit import Fitted, with_inputs
from aberration.core.errors import BadInput
from aberration.core.inputs import write_inputs
from aberration.core.inputs_file import read_file
from aberration.core.program import Program
from aberration.core.textures import Sampler, Texture
from aberration.targets.front_end import compile_glsl

TEXT: Final = """#version 450
layout(binding = 0) uniform sampler2D image;
layout(set = 1, binding = 6) uniform isampler3D solid;
layout(set = 1, binding = 3) uniform utexture2DArray rows;
layout(binding = 2) uniform sampler wraps;
layout(location = 0) out vec4 colour;
void main() {
  colour = texture(image, gl_FragCoord.xy / 16.0) + vec4(texelFetch(solid, ivec3(1), 0)) / 512.0;
  colour += vec4(texture(usampler2DArray(rows, wraps), vec3(0.3, 0.3, 1.0)));
}
"""
NAMED: Final = {"image": {"func": "sampler2D", "texture": 9, "size": [4, 8], "wrap": "mirror"}}


def fit(given: object, text: str = TEXT) -> Fitted:
    source = compile_glsl(Program("glsl", "fragment", text.encode())).source
    program = Program("spirv", "fragment", source, name="x")
    return with_inputs(program, read_file(json.dumps(given), "x.json"), "x")


def test_a_file_that_names_one_texture_gets_all_at_their_places() -> None:
    found = fit(NAMED)
    assert found.notes == ("pictures of ours are given for solid, rows",)
    assert found.program.inputs.textures == (
        Texture("image", size=(4, 8, 1), number=9, wrap="mirror", binding=0),
        Texture("solid", "3D", "int", (16, 16, 4), 2, binding=6, descriptor_set=1),
        Texture("rows", "2DArray", "uint", (16, 16, 4), 3, binding=3, descriptor_set=1),
    )
    assert found.program.inputs.samplers == (Sampler("wraps", binding=2),)


def test_each_element_of_an_array_gets_a_picture_at_its_place() -> None:
    text = TEXT.replace("sampler2D image", "sampler2D image[2]")
    found = fit({"image[1]": NAMED["image"]}, text.replace("texture(image,", "texture(image[1],"))
    first, second, *others = found.program.inputs.textures
    assert first == Texture("image[0]", number=1, binding=0)
    assert second == Texture("image[1]", size=(4, 8, 1), number=9, wrap="mirror", binding=0)
    assert [one.number for one in others] == [3, 4]


def test_such_a_module_is_executed() -> None:
    program = fit(NAMED).program
    small = replace(program, inputs=replace(program.inputs, width=2, height=2))
    assert all(isinstance(one, tuple) for one in drawn(small))


def test_textures_are_found_by_place_and_samplers_by_name() -> None:
    given = {
        "any": {"func": "isampler3D", "texture": 4, "size": [2, 2, 2], "binding": 6, "set": 1},
        "wraps": {"func": "sampler", "wrap": "clamp"},
    }
    inputs = fit(given).program.inputs
    assert inputs.textures[1] == Texture(
        "any", "3D", "int", (2, 2, 2), 4, binding=6, descriptor_set=1
    )
    assert inputs.samplers == (Sampler("wraps", "clamp", 2),)


def test_what_is_written_is_read_again() -> None:
    found = fit(NAMED).program
    again = with_inputs(found, read_file(write_inputs(found.inputs), "x.json"), "x")
    assert again.program == found


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("sampler2D image", "isampler2D image", "expected a texture of shape 2D of int"),
        ("isampler3D solid", "isampler2DMSArray solid", "sampled images of this kind"),
    ],
)
def test_what_cannot_be_given_is_refused(before: str, after: str, says: str) -> None:
    text = TEXT.replace(before, after).replace("colour = texture(image", "colour = vec4(")
    text = text.replace("vec4(, gl_FragCoord.xy / 16.0)", "vec4(1.0)")
    text = text.replace("texelFetch(solid, ivec3(1), 0)", "1.0")
    with pytest.raises(BadInput, match=says):
        fit(NAMED, text)


def test_a_file_that_names_all_textures_needs_no_note() -> None:
    solid = {"func": "isampler3D", "size": [2, 2, 2], "binding": 6, "set": 1}
    rows = {"func": "usampler2DArray", "size": [4, 4, 2], "binding": 3, "set": 1}
    assert fit({**NAMED, "solid": solid, "rows": rows}).notes == ()


def test_without_a_name_in_the_file_all_get_pictures() -> None:
    found = fit({})
    assert [one.number for one in found.program.inputs.textures] == [1, 2, 3]
    assert "pictures of ours are given for image, solid" in found.notes[0]
