"""Attributes of vertex shaders: which there are, where they lie, what they are made of."""

from __future__ import annotations

import pytest

from aberration.core.attributes import Attribute
from aberration.core.errors import BadInput
from aberration.languages.shading.checker import check
from aberration.languages.shading.points.attributes import (
    PLACE,
    AskedAttribute,
    asked_attributes,
    with_locations,
)
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.types import BOOL, DOUBLE, FLOAT, INT, UINT, Type, matrix, vector


def asked(language: LanguageName, text: str) -> list[tuple[str, str, int | None]]:
    shader = read(text, language)
    found = asked_attributes(check(shader.module, "vertex", shader.source))
    return [(one.name, one.type.glsl, one.location) for one in found]


def test_those_of_each_language_in_the_order_of_the_text() -> None:
    main = "void main() { gl_Position = vec4(0.0); }"
    old = f"attribute mat2 a; attribute float b; varying vec2 c; {main}"
    assert asked("essl", old) == [("a", "mat2", None), ("b", "float", None)]
    new = f"#version 330\nlayout(location = 4) in ivec3 a; in float b; out vec2 c; {main}"
    assert asked("glsl", new) == [("a", "ivec3", 4), ("b", "float", None)]
    wgsl = """const n = 3; struct In { @builtin(vertex_index) i: u32, @location(n) a: vec2u };
@vertex fn v(in: In, @location(0) b: f32) -> @builtin(position) vec4f { return vec4f(b); }"""
    assert asked("wgsl", wgsl) == [("a", "uvec2", 3), ("b", "float", 0)]


def test_a_part_of_a_location_is_refused() -> None:
    text = "#version 460\nlayout(location = 0, component = 1) in float a; void main() {}"
    with pytest.raises(BadInput, match=r"part of a location \(component\)"):
        asked("glsl", text)


def test_own_locations_are_kept_and_others_go_around_them() -> None:
    given = (
        AskedAttribute("a", vector(FLOAT, 3)),
        AskedAttribute("b", vector(INT, 2), 1),
        AskedAttribute("c", matrix(FLOAT, 3, 2)),
        AskedAttribute("d", UINT),
        PLACE,
    )
    assert with_locations(given) == (
        Attribute("a", 0, "float", 3, 1, 1),
        Attribute("b", 1, "int", 2, 1, 2),
        Attribute("c", 2, "float", 2, 3, 3),
        Attribute("d", 5, "uint", 1, 1, 4),
        Attribute("aberration_place", 6, "float", 2, place=True),
    )


@pytest.mark.parametrize("type", [vector(FLOAT, 2).array(2), DOUBLE, BOOL, matrix(DOUBLE, 2, 2)])
def test_types_of_which_none_is_made_are_refused_by_name(type: Type) -> None:
    with pytest.raises(BadInput, match=r"the attribute a is of type .*, and none is made of it"):
        with_locations((AskedAttribute("a", type),))


def test_too_many_are_refused() -> None:
    most = [AskedAttribute(f"a{k}", matrix(FLOAT, 3, 3)) for k in range(5)]
    assert with_locations((*most, PLACE))[-1].location == 15
    with pytest.raises(BadInput, match="its attributes take locations up to 16, and 16 are there"):
        with_locations((*most, AskedAttribute("b", FLOAT), PLACE))


def test_two_of_one_name_are_refused() -> None:
    with pytest.raises(BadInput, match="two of its attributes are called a: rename one"):
        with_locations((AskedAttribute("a", FLOAT), AskedAttribute("a", FLOAT)))


def test_the_place_is_of_two_floats() -> None:
    with pytest.raises(BadInput, match="aberration_place: expected two floats, but vec3 came"):
        with_locations((AskedAttribute("aberration_place", vector(FLOAT, 3)),))
