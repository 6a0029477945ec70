"""Resources of both parts at bindings of their own, fed with what each was fed with."""

from __future__ import annotations

import struct

from helpers.fusing import alone, fused, fusion, kernel, program, uniform

from aberration.core.inputs import UNBOUND, Inputs, Uniform
from aberration.methods.fuse.outside import free_binding

BLOCK = """#version 430
layout(location = 0) out vec4 colour;
layout(std140, binding = 1) uniform Scene {{ vec4 light; float depth; }}{instance};
uniform float level;
void main() {{ colour = vec4({prefix}light.x, {prefix}depth, level, 1.0); }}
"""


def lit(light: float, instance: str = "") -> Inputs:
    block = struct.pack("<5f", light, 0.0, 0.0, 0.0, 0.5)
    name = "Scene" if instance else "light"
    return Inputs(
        (Uniform(name, block, 1), uniform("level", struct.pack("<f", light / 2))), (), 4, 4
    )


def test_uniforms_keep_their_values_under_new_names() -> None:
    first = program(BLOCK.format(instance="", prefix=""), inputs=lit(0.25))
    second = program(BLOCK.format(instance=" scene", prefix="scene."), inputs=lit(0.75, "scene"))
    made = fusion(first, second)
    text = fused(made)
    assert "uniform a_Scene" in text
    assert "binding = 1) uniform a_Scene" in text
    assert "binding = 0) uniform b_Scene" in text
    names = [(one.name, one.binding) for one in made.inputs.uniforms]
    assert names == [("a_light", 1), ("a_level", UNBOUND), ("b_Scene", 0), ("b_level", UNBOUND)]


def test_what_no_resource_takes_is_left_out() -> None:
    given = Inputs((uniform("nobody", bytes(4)),), (), 4, 4)
    text = "void main() { colour = vec4(0.5); }"
    assert fusion(program(text, inputs=given), program(text)).inputs.uniforms == ()


def test_buffers_get_places_of_their_own() -> None:
    made = fusion(kernel("data[0]++;", (1,)), kernel("data[0]--;", (1, 2)), "together")
    fused(made)
    assert [(one.binding, len(one.data)) for one in made.inputs.buffers] == [(0, 4), (1, 8)]
    assert free_binding(made.inputs) == 2


def test_uniforms_of_wgsl_get_places_of_their_own() -> None:
    text = """@group(0) @binding(0) var<uniform> level: f32;
@group(1) @binding(0) var<uniform> depth: vec2f;
@fragment fn main() -> @location(0) vec4f { return vec4f(level, depth, 1.0); }
"""
    feeds = [
        Inputs(
            (
                Uniform("level", struct.pack("<f", level)),
                Uniform("depth", struct.pack("<2f", level, 0.5), 0, 1),
            ),
            (),
            4,
            4,
        )
        for level in (0.25, 0.75)
    ]
    first, second = (program(text, "wgsl", given) for given in feeds)
    made = fusion(first, second, "difference")
    whole = fused(made)
    assert "@group(0) @binding(1) var<uniform> b_level" in whole
    assert "@group(1) @binding(1) var<uniform> b_depth" in whole
    places = [(one.name, one.descriptor_set, one.binding) for one in made.inputs.uniforms]
    assert places == [("a_level", 0, 0), ("a_depth", 1, 0), ("b_level", 0, 1), ("b_depth", 1, 1)]
    assert [one.name for one in made.uniforms] == [name for name, _, _ in places]


def test_one_layout_for_all_blocks_of_a_part_says_nothing_of_the_other() -> None:
    plain = kernel("data[0]++;", (1, 2, 3, 4))
    source = plain.source.replace(
        b"layout(std430, binding = 0)", b"layout(std430) buffer;\nlayout(binding = 0)"
    )
    given = program(source.decode(), "glsl", plain.inputs, "default", "compute")
    assert alone(given) == alone(plain)
    text = fused(fusion(given, plain, "together"))
    assert "layout(std430) buffer;" not in text
    assert text.count("std430") == 2
