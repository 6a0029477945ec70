"""Declared textures and samplers, and pictures for them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.textures import Sampler, Texture
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.sampled.declared import (
    DeclaredTexture,
    complete,
    declared_textures,
)
from aberration.languages.shading.sampled.given import GivenTextures
from aberration.languages.shading.tree import LanguageName

FAMILY = """#version 460
layout(set = 2, binding = 1 + 2) uniform sampler2D one;
uniform usampler3D two, three;
uniform sampler2DMS many;
uniform float plain;
void main() {}
"""
WGSL = """
@group(1) @binding(4) var one: texture_2d_array<i32>;
@group(0) @binding(5) var two: sampler;
@group(0) @binding(6) var depth: texture_depth_2d;
@group(0) @binding(7) var compares: sampler_comparison;
@group(0) @binding(8) var stored: texture_storage_2d<rgba8unorm, write>;
@fragment fn main() {}
"""


def declared_in(text: str, language: LanguageName) -> tuple[DeclaredTexture, ...]:
    shader = read(text, language)
    return declared_textures(check(shader.module, "fragment", shader.source))


def test_textures_have_kinds_and_places() -> None:
    found = declared_in(FAMILY, "glsl")
    assert [one.name for one in found] == ["one", "two", "three", "many"]
    assert [one.kind for one in found] == [("float", "2D"), ("uint", "3D"), ("uint", "3D"), None]
    assert [(one.group, one.binding) for one in found] == [(2, 3), (0, None), (0, None), (0, None)]


def test_samplers_stand_alone_in_wgsl() -> None:
    found = declared_in(WGSL, "wgsl")
    kinds = [("int", "2DArray"), None, ("float", "2DShadow"), None, None]
    assert [one.kind for one in found] == kinds
    assert [one.is_sampler for one in found] == [False, True, False, True, False]
    assert [one.compares for one in found] == [False, False, False, True, False]


def test_pictures_are_numbered_and_placed() -> None:
    given = GivenTextures((Texture("two", "3D", "uint", (2, 3, 4), 99, "clamp", 8),))
    assert complete(declared_in(FAMILY, "glsl"), ["one", "two", "three"], given) == GivenTextures(
        (
            Texture("one", "2D", "float", (16, 16, 1), 1, binding=3, descriptor_set=2),
            Texture("two", "3D", "uint", (2, 3, 4), 99, "clamp", 8),
            Texture("three", "3D", "uint", (16, 16, 4), 3),
        )
    )
    assert complete(declared_in(WGSL, "wgsl"), ["one", "two"], GivenTextures()) == GivenTextures(
        (Texture("one", "2DArray", "int", (16, 16, 4), 1, binding=4, descriptor_set=1),),
        (Sampler("two", binding=5),),
    )


def test_a_linear_filter_stays() -> None:
    given = GivenTextures((Texture("one", filter="linear"),), (Sampler("two", filter="linear"),))
    (one,) = complete(declared_in(FAMILY, "glsl"), ["one"], given).textures
    assert one == Texture("one", filter="linear", binding=3, descriptor_set=2)
    wgsl = complete(declared_in(WGSL, "wgsl"), ["two"], replace(given, textures=()))
    assert wgsl.samplers == (Sampler("two", binding=5, filter="linear"),)


@pytest.mark.parametrize(
    ("names", "given", "says"),
    [
        (["many"], GivenTextures(), "many: no textures are made of its type"),
        (
            ["one"],
            GivenTextures((Texture("one", "3D"),)),
            "shape 2D of float, but one of 3D of float came",
        ),
    ],
)
def test_other_types_are_refused(names: list[str], given: GivenTextures, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        complete(declared_in(FAMILY, "glsl"), names, given)


def test_a_sampler_that_compares_gets_one_that_does() -> None:
    found = complete(declared_in(WGSL, "wgsl"), ["depth", "compares"], GivenTextures())
    assert found.textures == (Texture("depth", "2DShadow", number=1, binding=6),)
    assert found.samplers == (Sampler("compares", binding=7, compare="lequal"),)
    for other in (Sampler("two", compare="less"), Sampler("compares")):
        with pytest.raises(BadInput, match="one compares"):
            complete(declared_in(WGSL, "wgsl"), [other.name], GivenTextures((), (other,)))


def test_stores_have_no_pictures() -> None:
    with pytest.raises(BadInput, match="stored: no textures are made"):
        complete(declared_in(WGSL, "wgsl"), ["stored"], GivenTextures())
    texture = GivenTextures((Texture("two"),))
    with pytest.raises(BadInput, match="two: expected a sampler"):
        complete(declared_in(WGSL, "wgsl"), ["two"], texture)


def test_entry_points_of_wgsl_with_textures_at_one_place_get_no_pictures() -> None:
    text = WGSL.replace("@binding(6) var depth: texture_depth_2d", "@binding(5) var again: sampler")
    declared = declared_in(text, "wgsl")
    with pytest.raises(BadInput, match="again: it shares its place with two"):
        complete(declared, ["two", "again"], GivenTextures())
    assert complete(declared, ["again"], GivenTextures()).samplers == (Sampler("again", binding=5),)
