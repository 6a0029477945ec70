"""Which images of a module a texture can be bound to."""

from __future__ import annotations

import pytest

from aberration.core.program import Program
from aberration.core.textures import Texture
from aberration.languages.spirv.declared_images import DeclaredImage, ImageType, texture_for
from aberration.targets.front_end import compile_glsl
from aberration.targets.runners.interface import Interface, read_interface


def interface_of(declarations: str, body: str) -> Interface:
    text = (
        f"#version 450\n{declarations}\nlayout(location = 0) out vec4 colour;\n"
        f"void main() {{ {body} }}"
    )
    return read_interface(compile_glsl(Program("glsl", "fragment", text.encode())).source)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("sampler2D", ImageType("texture", "2D", "float")),
        ("isampler3D", ImageType("texture", "3D", "int")),
        ("usampler2DArray", ImageType("texture", "2DArray", "uint")),
        ("utexture3D", ImageType("image", "3D", "uint")),
        ("sampler", ImageType("sampler")),
    ],
)
def test_images_are_read_with_place_and_name(word: str, expected: ImageType) -> None:
    interface = interface_of(f"layout(set = 2, binding = 7) uniform {word} one;", "")
    assert interface.images == (DeclaredImage("one", (2, 7), expected, used=False),)
    assert not interface.unsupported


@pytest.mark.parametrize(
    "word",
    [
        "samplerCubeArrayShadow",
        "sampler2DMS",
        "sampler2DMSArray",
        "layout(rgba8) writeonly image2D",
    ],
)
def test_others_are_not_supplied(word: str) -> None:
    *layout, kind = word.split(" ", 1) if "layout" in word else [word]
    more = ", rgba8" if layout else ""
    interface = interface_of(f"layout(binding = 7{more}) uniform {kind} one;", "")
    assert not interface.images
    assert interface.unsupported == "set 0 binding 7 is an image or sampler, and none is supplied"


def test_an_array_of_samplers_has_elements_at_one_place() -> None:
    interface = interface_of("layout(binding = 7) uniform sampler2D many[2];", "")
    assert not interface.unsupported
    assert [(one.name, one.place, one.element) for one in interface.images] == [
        ("many[0]", (0, 7), 0),
        ("many[1]", (0, 7), 1),
    ]
    first, second = interface.images
    given = (Texture("many[1]", binding=7), Texture("many[0]"), Texture("other", binding=7))
    assert texture_for(first, given) == given[2]
    assert texture_for(first, given[:2]) == given[1]
    assert texture_for(second, given) == given[0]
    assert texture_for(second, given[1:]) is None


BLOCK = "layout(binding = 3) uniform Block { float number; };"
SAMPLER = "layout(binding = 3) uniform sampler2D picture;"
FETCHED = "colour = texelFetch(picture, ivec2(0), 0)"


def test_what_no_code_names_gives_way() -> None:
    block = interface_of(BLOCK + SAMPLER, "colour = vec4(number);")
    assert block.blocks == {(0, 3): "uniform"}
    assert not block.images
    picture = interface_of(BLOCK + SAMPLER, f"{FETCHED};")
    assert not picture.blocks
    assert [image.place for image in picture.images] == [(0, 3)]
    assert not block.unsupported + picture.unsupported


def test_two_things_at_one_place_are_refused() -> None:
    both = interface_of(BLOCK + SAMPLER, f"{FETCHED} * number;")
    assert both.unsupported == "set 0 binding 3 is a block and an image or sampler, one in Vulkan"
