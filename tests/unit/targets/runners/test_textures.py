"""Programs with textures that a runner does not bind are refused, unasked; others are bound where
a module has its images.
"""

from __future__ import annotations

from helpers.plain_runners import PlainRunner

from aberration.core.inputs import Inputs
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.core.textures import Sampler, Texture
from aberration.languages.spirv.declared_images import DeclaredImage, ImageType, elements_of
from aberration.targets.runners.interface import Interface
from aberration.targets.runners.textures import (
    TextureSlot,
    missing_image,
    plan_textures,
    texture_refusal,
    unknown_textures,
)


class Binding(PlainRunner):
    """A runner that binds flat ones."""

    texture_shapes = frozenset({"2D"})


def test_what_a_runner_does_not_bind_is_refused() -> None:
    flat = Program("essl", "fragment", b"", Inputs(textures=(Texture("flat"),)))
    deep = Program("essl", "fragment", b"", Inputs(textures=(Texture("deep", "3D"),)))
    assert unknown_textures(PlainRunner(), Program("essl", "fragment", b"", Inputs())) is None
    assert unknown_textures(Binding(), flat) is None
    for runner, program in ((PlainRunner(), flat), (Binding(), deep)):
        refused = unknown_textures(runner, program)
        assert refused is not None
        assert refused.unasked
        assert program.inputs.textures[0].name in refused.message


def interface(*images: DeclaredImage) -> Interface:
    return Interface(b"main", {}, False, (1,), (1, 1, 1), "", images=images)


FLAT = ImageType("texture")


def test_each_element_of_an_array_has_a_slot() -> None:
    array = DeclaredImage("many", (0, 4), FLAT)
    asked = interface(*elements_of(array, 2))
    first, second = Texture("many[0]", wrap="clamp"), Texture("z[1]", binding=4)
    planned = (
        TextureSlot(0, 4, "texture", first, "clamp"),
        TextureSlot(0, 4, "texture", second, "repeat", element=1),
    )
    assert plan_textures(asked, Inputs(textures=(first, second))) == planned
    assert not missing_image(asked, planned)
    assert "set 0 binding 4 is an image or sampler" in missing_image(asked, planned[:1])


def test_textures_are_planned_by_place_and_else_by_name() -> None:
    asked = interface(
        DeclaredImage("b", (1, 0), FLAT),
        DeclaredImage("a", (0, 2), ImageType("image", "3D", "int")),
        DeclaredImage("s", (0, 3), ImageType("sampler")),
    )
    deep = Texture("b", "3D", "int", binding=2)
    flat, other = Texture("b", wrap="mirror"), Texture("other", binding=5)
    inputs = Inputs(
        textures=(deep, flat, other),
        samplers=(Sampler("t", "clamp", 3, filter="linear", mip="linear"),),
    )
    planned = (
        TextureSlot(0, 2, "image", deep, "repeat"),
        TextureSlot(0, 3, "sampler", None, "clamp", "linear", mip="linear"),
        TextureSlot(1, 0, "texture", flat, "mirror"),
    )
    assert plan_textures(asked, inputs) == planned
    assert not missing_image(asked, planned)
    assert not texture_refusal(asked, inputs)
    assert "set 0 binding 3 is an image or sampler" in missing_image(asked, planned[::2])


def test_what_no_code_names_gives_way_to_another_image() -> None:
    asked = interface(
        DeclaredImage("unused", (0, 0), ImageType("texture", "3D"), used=False),
        DeclaredImage("a", (0, 0), FLAT),
    )
    texture = Texture("a")
    given = Inputs(textures=(texture, Texture("unused", "3D")))
    assert plan_textures(asked, given) == (TextureSlot(0, 0, "texture", texture, "repeat"),)


def test_images_that_are_not_what_the_inputs_give_are_refused() -> None:
    one = DeclaredImage("a", (0, 4), FLAT)
    for texture, given in (
        (Texture("a", "3D"), "a 3D image of float numbers"),
        (Texture("a", numbers="uint"), "a 2D image of uint numbers"),
    ):
        refused = plan_textures(interface(one), Inputs(textures=(texture,)))
        assert isinstance(refused, Rejected)
        assert refused.unasked
        assert refused.message == (
            f"set 0 binding 4 is a 2D image of float numbers, and the texture a is {given}"
        )
    two = interface(one, DeclaredImage("b", (0, 4), FLAT))
    same = Inputs(textures=(Texture("x", binding=4),))
    assert not texture_refusal(two, same)
    differing = Inputs(textures=(Texture("a"), Texture("b", number=1)))
    assert "two images or samplers" in texture_refusal(two, differing)
