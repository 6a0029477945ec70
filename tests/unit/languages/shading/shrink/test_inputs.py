"""Less to run, and nothing that no resource takes."""

from __future__ import annotations

import pytest
from helpers.agreeing import divide, sums
from helpers.block_array_cases import Kind, made_block_case
from helpers.storage_images import image_of, stored_shader
from helpers.vertex_texts import PLACE, family_text, vertex_program, wgsl_text
from msgspec.structs import replace

from aberration.core.attachments import Attachment
from aberration.core.attributes import Attribute
from aberration.core.constants import Constant
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Program
from aberration.core.textures import Sampler, Texture
from aberration.languages.shading.shrink.inputs import smaller, used_inputs
from aberration.languages.shading.shrink.subject import Subject


def test_the_smallest_image_comes_first() -> None:
    found = [(one.width, one.height) for one in smaller(Inputs(width=40, height=6), "fragment")]
    assert found == [(4, 4), (8, 6), (16, 6), (32, 6)]


def test_fewer_attachments_come_before_smaller_images() -> None:
    one, two, three = (Attachment(0, "rgba8"), Attachment(1, "r32i"), Attachment(4, "rg8"))
    inputs = Inputs(width=4, height=4, attachments=(one, two, three))
    assert [given.attachments for given in smaller(inputs, "fragment")] == [
        (one,),
        (two,),
        (three,),
        (two, three),
        (one, three),
        (one, two),
    ]
    pair = Inputs(width=4, height=4, attachments=(one, two))
    assert [given.attachments for given in smaller(pair, "fragment")] == [(one,), (two,)]


def test_fewer_workgroups() -> None:
    assert [one.groups for one in smaller(Inputs(groups=(4, 1, 2)), "compute")] == [
        (1, 1, 1),
        (2, 1, 2),
        (4, 1, 1),
    ]
    assert list(smaller(Inputs(), "compute")) == []


def test_what_nobody_takes_goes() -> None:
    program = sums()
    more = Inputs(
        (*program.inputs.uniforms, Uniform("other", bytes(4), -1)), (Buffer(3, bytes(4)),)
    )
    assert used_inputs(Subject(program), more, "fragment") == Inputs(program.inputs.uniforms)


def test_textures_and_samplers_go_with_their_declarations() -> None:
    text = """@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var wraps: sampler;
@fragment fn main() -> @location(0) vec4f { return textureSample(image, wraps, vec2f(0.3)); }
"""
    textures, samplers = (Texture("image"), Texture("gone")), (Sampler("wraps"), Sampler("left"))
    inputs = Inputs(textures=textures, samplers=samplers)
    program = Program("wgsl", "fragment", text.encode(), inputs)
    found = used_inputs(Subject(program), inputs, "fragment")
    assert (found.textures, found.samplers) == (textures[:1], samplers[:1])


def test_values_of_constants_go_with_their_declarations() -> None:
    text = """@id(3) override a = 1; override b = 2;
@fragment fn main() -> @location(0) vec4f { return vec4f(f32(a), f32(b), 0.0, 1.0); }
"""
    constants = tuple(Constant(key, "int", 7) for key in ("3", "b", "a", "9"))
    inputs = Inputs(constants=constants)
    program = Program("wgsl", "fragment", text.encode(), inputs)
    assert used_inputs(Subject(program), inputs, "fragment").constants == constants[:2]


def test_a_buffer_that_is_bound_stays() -> None:
    program = divide()
    assert used_inputs(Subject(program), program.inputs, "compute") == program.inputs


def test_storage_images_go_with_their_declarations() -> None:
    kept, gone = image_of("r32ui", (2, 2, 1)), image_of("r32ui", (2, 2, 1), binding=3)
    declared = "layout(binding = 0, r32ui) uniform uimage2D i;"
    program = stored_shader(declared, "imageStore(i, at % 2, uvec4(1u));", [kept, gone])
    found = used_inputs(Subject(program), program.inputs, "compute")
    assert found.buffers == (kept,)


@pytest.mark.parametrize("kind", ["glsl", "wgsl"])
def test_attributes_go_with_their_declarations(kind: str) -> None:
    if kind == "wgsl":
        text = wgsl_text("result = vec4f(a);", "@location(0) a: f32, ")
    else:
        text = family_text(kind, "aberration_result = vec4(a);", "float a")
    given = (Attribute("a", components=1, location=0), Attribute("b", 1))
    program = vertex_program(kind, text, *given)
    found = used_inputs(Subject(program), program.inputs, "vertex")
    assert found.attributes == (given[0], PLACE)


def test_fewer_vertices() -> None:
    found = [(one.width, one.height) for one in smaller(Inputs(width=9, height=6), "vertex")]
    assert found == [(4, 4), (8, 6)]


@pytest.mark.parametrize("kind", ["uniform", "storage"])
def test_what_an_element_of_an_array_of_blocks_takes_stays(kind: Kind) -> None:
    given = made_block_case(2, kind)
    more = replace(given.inputs, uniforms=(*given.inputs.uniforms, Uniform("more", b"1234", 40)))
    assert used_inputs(Subject(given), more, "compute") == given.inputs
