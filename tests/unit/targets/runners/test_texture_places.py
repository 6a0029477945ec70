"""Textures of the inputs where a module has them."""

from __future__ import annotations

from aberration.core.inputs import Inputs
from aberration.core.textures import Texture
from aberration.languages.spirv.declared_images import DeclaredImage, ImageType, texture_for
from aberration.targets.runners.texture_places import (
    texture_named,
    texture_of_vulkan,
    with_named_textures,
    with_placed_textures,
)

FLAT = ImageType("texture")
A, B = DeclaredImage("a", (0, 0), FLAT), DeclaredImage("b", (0, 1), FLAT)


def inputs(*textures: Texture) -> Inputs:
    return Inputs(textures=textures)


def test_in_a_text_names_count() -> None:
    given = inputs(Texture("b", binding=0), Texture("a"), Texture("elsewhere", binding=0))
    placed = inputs(Texture("a", binding=0), Texture("b", binding=1))
    for find in (texture_named, texture_of_vulkan):
        assert with_placed_textures((A, B), given, find) == placed


def test_places_count_where_the_text_states_all_of_them() -> None:
    given = inputs(Texture("z", binding=1), Texture("a", binding=4))
    assert with_placed_textures((A, B), given, texture_named) == inputs(Texture("a", binding=0))
    assert with_placed_textures((A, B), given, texture_of_vulkan) == inputs(
        Texture("a", binding=0), Texture("z", binding=1)
    )


def test_in_a_module_places_count() -> None:
    given = inputs(Texture("a", binding=1), Texture("b", binding=0), Texture("z", binding=7))
    placed = inputs(given.textures[1], given.textures[0])
    assert with_placed_textures((A, B), given, texture_for) == placed


def test_a_texture_without_a_binding_gets_the_one_of_its_name() -> None:
    given = inputs(Texture("b", number=4), Texture("a", number=5, binding=0))
    assert with_placed_textures((A, B), given, texture_for) == inputs(
        given.textures[1], Texture("b", number=4, binding=1)
    )


def test_opengl_is_given_the_names_of_the_module() -> None:
    given = inputs(Texture("b", binding=0), Texture("x", number=3, binding=1))
    assert with_named_textures((A, B), given) == inputs(
        Texture("a", binding=0), Texture("b", number=3, binding=1)
    )


def test_samplers_that_stand_alone_have_no_texture() -> None:
    alone = DeclaredImage("a", (0, 0), ImageType("sampler"))
    for find in (texture_named, texture_for):
        assert with_placed_textures((alone,), inputs(Texture("a")), find) == inputs()
