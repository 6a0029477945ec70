"""Textures and samplers of WGSL that nothing names are left out."""

from __future__ import annotations

from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.sampled.unused import without_unused_handles
from aberration.languages.shading.write import write

TEXT = """@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var shadow: texture_depth_2d;
@group(0) @binding(2) var wraps: sampler;
@group(0) @binding(3) var<uniform> never: vec4f;
@fragment fn main() -> @location(0) vec4f {
  return textureSampleLevel(image, wraps, vec2f(), 0.0);
}
"""


def test_what_is_named_stays_and_what_is_no_texture() -> None:
    shader = read(TEXT, "wgsl")
    text = write(without_unused_handles(check(shader.module, "fragment", shader.source)))
    assert "shadow" not in text
    assert all(name in text for name in ("image", "wraps", "never"))


def test_where_all_are_named_the_module_is_the_same() -> None:
    shader = read(TEXT.replace("vec2f(),", "vec2f(textureDimensions(shadow)),"), "wgsl")
    typing = check(shader.module, "fragment", shader.source)
    assert without_unused_handles(typing) is typing.module
