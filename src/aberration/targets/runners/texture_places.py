"""Where a front end or an optimiser has put the textures of a program.

Vulkan knows textures by set and binding only. In the shading languages the name of the sampler
counts, as in the files of GraphicsFuzz, for a binding may be left away there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.textures import Texture
from aberration.languages.spirv.declared_images import DeclaredImage, texture_for

Find = Callable[[DeclaredImage, Sequence[Texture]], Texture | None]
"""What says which texture an image is, such as `texture_for`: that is the rule of modules."""


def texture_named(image: DeclaredImage, textures: Sequence[Texture]) -> Texture | None:
    """Return the texture that has the name of an image: the rule of the shading languages."""
    return next((one for one in textures if one.name == image.name), None)


def texture_of_vulkan(image: DeclaredImage, textures: Sequence[Texture]) -> Texture | None:
    """Return the texture of an image in a text for Vulkan, where each states its place: by name,
    else by place.
    """
    return texture_named(image, textures) or texture_for(image, textures)


def with_placed_textures(images: Sequence[DeclaredImage], inputs: Inputs, find: Find) -> Inputs:
    """Return the inputs with every texture at the place of its image; what has none is left out."""
    textures = [
        msgspec.structs.replace(texture, descriptor_set=image.place[0], binding=image.place[1])
        for image, texture in _pairs(images, inputs, find)
    ]
    return msgspec.structs.replace(inputs, textures=tuple(dict.fromkeys(textures)))


def with_named_textures(images: Sequence[DeclaredImage], inputs: Inputs) -> Inputs:
    """Return the inputs with every texture under the name and at the place of its image in a
    module, for OpenGL knows no more than the name; what has no image is left out.
    """
    textures = [
        msgspec.structs.replace(
            texture, name=image.name, descriptor_set=image.place[0], binding=image.place[1]
        )
        for image, texture in _pairs(images, inputs, texture_for)
    ]
    return msgspec.structs.replace(inputs, textures=tuple(textures))


def _pairs(
    images: Sequence[DeclaredImage], inputs: Inputs, find: Find
) -> list[tuple[DeclaredImage, Texture]]:
    """Return the images that have a texture with it; samplers that stand alone have none."""
    found = [(one, find(one, inputs.textures)) for one in images if one.type.kind != "sampler"]
    return [(image, texture) for image, texture in found if texture is not None]
