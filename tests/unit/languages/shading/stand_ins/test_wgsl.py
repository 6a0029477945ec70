"""Modules of WGSL with numbers for textures and inputs are shaders, and are interpreted."""

import pytest
from experiments.real_shaders.needs import needs_of

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.shading.stand_ins.wgsl import with_stand_ins

TEXT = """
@group(0) @binding(0) var a: texture_2d<f32>; @group(0) @binding(1) var s: sampler;
@group(0) @binding(2) var b: texture_depth_2d; @group(0) @binding(3) var k: sampler_comparison;
struct In { @builtin(position) place: vec4f, @location(0) uv: vec2f,
  @location(1) @interpolate(flat) id: u32 };
struct Out { @location(0) colour: vec4f };
@vertex fn v(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
fn sampled(t: texture_2d<f32>, uv: vec2f) -> vec4f { return textureSample(t, s, uv); }
@fragment fn f(i: In, @location(2) w: f32) -> Out {
  let size = textureDimensions(a);
  let lit = textureSampleCompare(b, k, sampled(a, i.uv).xy, 0.5);
  return Out(vec4f(sampled(a, i.uv).x, lit, i.uv.x, f32(i.id) * w + f32(size.x) - 257));
}
"""


def colours(text: str) -> tuple[int, ...]:
    made = read(with_stand_ins(read(text, "wgsl")), "wgsl")
    assert not needs_of(made, "fragment").reasons
    image = execute(made, "fragment", Inputs(width=256, height=1))
    assert isinstance(image, Image)
    return tuple(image.data[128 * 4 : 129 * 4])


def test_what_stands_in() -> None:
    x, w = 128.5 / 256, (128.5 + 64) / 256
    assert colours(TEXT) == tuple(int(one * 255 + 0.5) for one in (x, x, x, 2 * w - 1))


def test_an_entry_point_that_gives_a_colour_by_itself() -> None:
    text = "@fragment fn f(@location(0) uv: vec2f) -> @location(0) vec4f { return uv.xyxy + 0.5; }"
    assert colours(text) == (255, 128, 255, 128)


def test_what_is_stored_into_has_no_stand_in() -> None:
    text = """@group(0) @binding(0) var t: texture_storage_2d<rgba8unorm, write>;
@fragment fn f() -> @location(0) vec4f { textureStore(t, vec2i(), vec4f()); return vec4f(); }"""
    with pytest.raises(BadInput, match="nothing can stand for that"):
        with_stand_ins(read(text, "wgsl"))


def test_textures_may_stay() -> None:
    text = """@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler;
@fragment fn f(@location(0) uv: vec2f) -> @location(0) vec4f { return textureSample(t, s, uv); }"""
    made = with_stand_ins(read(text, "wgsl"), textures=False)
    assert "@group(0) @binding(1) var s: sampler;" in made
    assert "textureSample(t, s, uv)" in made
    assert "@location(0) uv" not in made


def test_attributes_of_a_vertex_shader_stay() -> None:
    text = """@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler;
@vertex fn v(@location(3) uv: vec2f) -> @builtin(position) vec4f {
  return textureSampleLevel(t, s, uv, 0); }"""
    made = with_stand_ins(read(text, "wgsl"), stage="vertex")
    assert "@vertex fn v(@location(3) uv: vec2f) -> @builtin(position) vec4f {" in made
    assert "return stand_in_vec2f32_vec4f32(uv);" in made
    assert "texture_2d" not in made
