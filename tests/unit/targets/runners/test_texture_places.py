"""Textures of the inputs where a module has them."""

from __future__ import annotations

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.textures import Texture
from aberration.targets.runners.declared_images import DeclaredImage, ImageType
from aberration.targets.runners.texture_places import (
    bound_samplers,
    with_named_textures,
    with_placed_textures,
)

FLAT = ImageType("texture")
A, B = DeclaredImage("a", (0, 0), FLAT), DeclaredImage("b", (0, 1), FLAT)


def inputs(*textures: Texture) -> Inputs:
    return Inputs(textures=textures)


def test_samplers_that_state_their_bindings_are_read() -> None:
    text = b"""#version 310 es
layout(binding = 3) uniform highp sampler2D one;
layout(location = 1, binding=4)uniform usampler2DArray two;
// layout(binding = 5) uniform sampler2D comment;
layout(location = 2) uniform sampler2D three;
layout(binding = 6) uniform Block { float x; };
uniform sampler2D four;
"""
    assert bound_samplers(Program("essl", "fragment", text)) == {"one", "two"}


def test_where_bindings_are_stated_they_count() -> None:
    given = inputs(Texture("a", binding=1), Texture("b", binding=0), Texture("z", binding=7))
    placed = inputs(given.textures[1], given.textures[0])
    assert with_placed_textures((A, B), given, None) == placed
    assert with_placed_textures((A, B), given, frozenset("ab")) == placed


def test_where_they_are_not_names_count() -> None:
    given = inputs(Texture("b", binding=0), Texture("a"), Texture("elsewhere", binding=0))
    assert with_placed_textures((A, B), given, frozenset()) == inputs(
        Texture("a", binding=0), Texture("b", binding=1)
    )
    assert with_placed_textures((A,), inputs(Texture("z", binding=0)), frozenset()) == inputs()


def test_a_texture_without_a_binding_gets_the_one_of_its_name() -> None:
    given = inputs(Texture("b", number=4), Texture("a", number=5, binding=0))
    assert with_placed_textures((A, B), given, None) == inputs(
        given.textures[1], Texture("b", number=4, binding=1)
    )


def test_opengl_is_given_the_names_of_the_module() -> None:
    given = inputs(Texture("b", binding=0), Texture("x", number=3, binding=1))
    assert with_named_textures((A, B), given) == inputs(
        Texture("a", binding=0), Texture("b", number=3, binding=1)
    )
