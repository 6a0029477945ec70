"""Resources of both parts at bindings of their own, fed with what each was fed with."""

from __future__ import annotations

import struct

import pytest
from helpers.fusing import alone, fused, fusion, kernel, part, program, uniform

from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Inputs, Uniform, read_inputs, write_inputs
from aberration.core.textures import NO_BINDING, Sampler, Texture, Wrap
from aberration.methods.fuse.outside import free_binding
from aberration.methods.fuse.records.inline_call import InlineCall

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


@pytest.mark.parametrize(
    ("layout", "binding", "names"),
    [
        ("std140", UNBOUND, ["a_Scene", "b_Scene"]),
        ("std140, binding = 1", 1, ["a_light", "a_depth", "b_light", "b_depth"]),
        ("std140, binding = 1", UNBOUND, ["a_light", "a_depth", "b_light", "b_depth"]),
    ],
)
def test_members_that_both_parts_call_alike_keep_their_values(
    layout: str, binding: int, names: list[str]
) -> None:
    source = f"""#version 430
layout(location = 0) out vec4 colour;
layout({layout}) uniform Scene {{ vec4 light; float depth; }} scene;
void main() {{ colour = vec4(scene.light.x, scene.depth, 0.5, 1.0); }}
"""
    given = [
        Inputs(
            (
                Uniform("light", struct.pack("<4f", level, 0.0, 0.0, 0.0), binding),
                Uniform(
                    "depth", struct.pack("<f", level / 2), binding, 0, False, max(binding, 0) * 16
                ),
            ),
            (),
            4,
            4,
        )
        for level in (0.25, 0.75)
    ]
    first, second = (program(source, inputs=inputs) for inputs in given)
    made = fusion(first, second)
    fused(made)
    assert [one.name for one in made.inputs.uniforms] == names
    assert read_inputs(write_inputs(made.inputs), "made") == made.inputs


def test_the_weight_takes_no_place_of_a_uniform_without_a_value() -> None:
    text = """@group(0) @binding(0) var<uniform> level: f32;
@fragment fn main() -> @location(0) vec4f { return vec4f(level, 0.5, 0.25, 1.0); }
"""
    small = Inputs(width=4, height=4)
    made = fusion(program(text, "wgsl", small), program(text, "wgsl", small), "blend")
    assert "@binding(2) var<uniform> weight" in fused(made)


SAMPLED = """layout(binding = 3) uniform sampler2D image;
vec4 looked_up(sampler2D given, vec2 at) { return texture(given, at); }
void main() { vec4 found = looked_up(image, gl_FragCoord.xy / 8.0); colour = found; }
"""
WGSL_SAMPLED = """@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var wraps: sampler;
fn looked_up(given: texture_2d<f32>, how: sampler, at: vec2f) -> vec4f {
  return textureSampleLevel(given, how, at, 0.0);
}
@fragment fn main(@builtin(position) place: vec4f) -> @location(0) vec4f {
  let found = looked_up(image, wraps, place.xy / 4.0);
  return found;
}
"""
WRAPPED: tuple[Wrap, Wrap] = ("mirror", "clamp")


def pictured(number: int, wrap: Wrap, language: str = "glsl") -> Inputs:
    texture = Texture("image", size=(8, 8, 1), number=number, wrap=wrap, binding=3)
    if language != "wgsl":
        return Inputs((), (), 8, 8, textures=(texture,))
    texture = Texture("image", size=(4, 4, 1), number=number, binding=0)
    return Inputs((), (), 8, 8, textures=(texture,), samplers=(Sampler("wraps", wrap, 1),))


def test_textures_are_found_by_their_new_names() -> None:
    first, second = (
        program(SAMPLED, inputs=pictured(9 * k, wrap)) for k, wrap in enumerate(WRAPPED)
    )
    made = fusion(first, second, "difference")
    # No variable can stand for a sampler, so the calls with one are left.
    text = fused(made, InlineCall(0, 0), InlineCall(0, 2), skipped=1)
    assert "uniform sampler2D b_image;" in text
    textures = made.program("whole").inputs.textures
    assert [(one.name, one.number, one.wrap, one.binding) for one in textures] == [
        ("a_image", 0, "mirror", NO_BINDING),
        ("b_image", 9, "clamp", NO_BINDING),
    ]


def test_textures_and_samplers_of_wgsl_get_places_of_their_own() -> None:
    first, second = (
        program(WGSL_SAMPLED, "wgsl", pictured(9 * k, wrap, "wgsl"))
        for k, wrap in enumerate(WRAPPED)
    )
    made = fusion(first, second, "difference")
    text = fused(made)
    assert "@group(0) @binding(2) var b_image: texture_2d<f32>;" in text
    inputs = made.program("whole").inputs
    assert [(one.name, one.binding) for one in inputs.textures] == [("a_image", 0), ("b_image", 2)]
    assert [(one.name, one.wrap, one.binding) for one in inputs.samplers] == [
        ("a_wraps", "mirror", 1),
        ("b_wraps", "clamp", 3),
    ]


def test_what_samples_with_derivatives_takes_some_in_wgsl() -> None:
    text = WGSL_SAMPLED.replace("SampleLevel(given, how, at, 0.0)", "Sample(given, how, at)")
    inputs = pictured(0, "clamp", "wgsl")
    assert part(program(text, "wgsl", inputs)).derives
    assert not part(program(WGSL_SAMPLED, "wgsl", inputs)).derives


def test_textures_that_nobody_gives_are_refused() -> None:
    with pytest.raises(BadInput, match="textures or samplers that its inputs do not give"):
        part(program(SAMPLED))
    local = WGSL_SAMPLED.replace("let found", "let other = image; let found")
    with pytest.raises(BadInput, match="that have local names"):
        part(program(local, "wgsl", pictured(0, "clamp", "wgsl")))


def test_no_device_need_take_many_textures() -> None:
    names = [f"t{k}" for k in range(5)]
    uniforms = "".join(f"uniform sampler2D {name};\n" for name in names)
    total = " + ".join(f"texture({name}, vec2(0.03))" for name in names)
    textures = tuple(Texture(name) for name in names)
    inputs = Inputs((), (), 8, 8, textures=textures)
    one = program(f"{uniforms}void main() {{ colour = {total}; }}\n", inputs=inputs)
    with pytest.raises(BadInput, match="more than 8 textures"):
        fusion(one, one)
