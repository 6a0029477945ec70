"""Vertex shaders in WGSL as points."""

from __future__ import annotations

import pytest
from helpers import vertex_shaders
from helpers.vertex_shaders import points_of

from aberration.core.attributes import Attribute
from aberration.core.errors import BadInput


def test_the_old_entry_point_becomes_a_function() -> None:
    made = points_of("wgsl", vertex_shaders.WGSL)
    for line in (
        "fn aberration_main(in: In, uv: vec2f, one: u32) -> Out {",
        "    @location(3) kind: u32,",
        "@vertex fn v(in: In, @location(1) uv: vec2f, @builtin(instance_index) one: u32, "
        "@location(2) aberration_place: vec2f) -> aberration_Point {",
        "    let aberration_given = aberration_main(in, uv, one);",
        "    var aberration_sum = aberration_bounded(aberration_given.place);",
        "    aberration_sum += 1.25 * aberration_counted("
        "vec4i(vec2i(aberration_given.kind), aberration_given.n, 0));",
    ):
        assert f"\n{line}\n" in made.text
    assert "vec4f(aberration_place.x, -aberration_place.y, 0.0, 1.0)" in made.text
    assert made.text.count("@vertex") == 1
    assert "fn other" not in made.text
    assert made.attributes == (
        Attribute("position", 0, "float", 3, 1, 1),
        Attribute("kind", 3, "uint", 1, 1, 2),
        Attribute("uv", 1, "float", 2, 1, 3),
        Attribute("aberration_place", 2, "float", 2, place=True),
    )


def test_one_that_gives_a_position_by_itself() -> None:
    made = points_of("wgsl", vertex_shaders.PLAIN_WGSL)
    assert "fn aberration_main(p: vec4f) -> vec4f {\n" in made.text
    assert "aberration_bounded(aberration_given);" in made.text
    assert "aberration_counted" not in made.text
    assert "@location(0) aberration_place: vec2f" in made.text


def test_textures_that_nothing_names_go() -> None:
    text = """@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler;
@group(0) @binding(2) var<uniform> u: vec4f; @group(0) @binding(3) var<uniform> unused: vec4f;
@vertex fn v() -> @builtin(position) vec4f { return u + textureLoad(t, vec2u(), 0); }"""
    made = points_of("wgsl", text).text
    assert "var t: texture_2d<f32>;" in made
    assert "var<uniform> unused: vec4f;" in made
    assert "sampler" not in made


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("@fragment fn f() {}", "expected a module with a @vertex function"),
        (
            "@vertex fn aberration_x() -> @builtin(position) vec4f { return vec4f(); }",
            "names that begin with aberration_",
        ),
        (
            "enable f16; @vertex fn f(@location(0) a: vec2h) -> @builtin(position) vec4f "
            "{ return vec4f(f32(a.x)); }",
            "the attribute a is of type f16vec2",
        ),
        (
            "@vertex fn f(@location(15) a: f32, @location(16) b: f32) -> @builtin(position) vec4f "
            "{ return vec4f(a); }",
            "its attributes take locations up to 16",
        ),
    ],
)
def test_what_is_refused_by_name(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        points_of("wgsl", text)
