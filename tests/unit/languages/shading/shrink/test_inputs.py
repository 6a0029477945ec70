"""Less to run, and nothing that no resource takes."""

from __future__ import annotations

from helpers.agreeing import divide, sums

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Program
from aberration.core.textures import Sampler, Texture
from aberration.languages.shading.shrink.inputs import smaller, used_inputs
from aberration.languages.shading.shrink.subject import Subject


def test_the_smallest_image_comes_first() -> None:
    found = [(one.width, one.height) for one in smaller(Inputs(width=40, height=6), "fragment")]
    assert found == [(4, 4), (8, 6), (16, 6), (32, 6)]


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


def test_a_buffer_that_is_bound_stays() -> None:
    program = divide()
    assert used_inputs(Subject(program), program.inputs, "compute") == program.inputs
