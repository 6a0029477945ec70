"""The images and samplers that a SPIR-V module declares, those that textures can be bound to, and
which textures these are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from aberration.core.shapes import Shape
from aberration.core.textures import NO_BINDING, Numbers, Sampler, Texture

ImageKind = Literal["texture", "image", "sampler"]
"""A "texture" is an image with its sampler, as in GLSL; the others stand alone, as in WGSL."""

_INT, _FLOAT, _IMAGE, _SAMPLER, _SAMPLED_IMAGE = 21, 22, 25, 26, 27
DECLARATIONS: Final = frozenset({_INT, _FLOAT, _IMAGE, _SAMPLER, _SAMPLED_IMAGE})
"""Opcodes of the types that are looked at."""
_NUMBERS: Final[Mapping[tuple[int, tuple[int, ...]], Numbers]] = MappingProxyType(
    {(_FLOAT, (32,)): "float", (_INT, (32, 1)): "int", (_INT, (32, 0)): "uint"}
)
_SHAPES: Final[Mapping[tuple[int, int], Shape]] = MappingProxyType(
    {
        (0, 0): "1D",
        (0, 1): "1DArray",
        (1, 0): "2D",
        (1, 1): "2DArray",
        (2, 0): "3D",
        (3, 0): "Cube",
        (3, 1): "CubeArray",
    }
)
"""By dimension, and whether there are layers."""
_SHADOWS: Final[Mapping[Shape, Shape]] = MappingProxyType(
    {
        "1D": "1DShadow",
        "1DArray": "1DArrayShadow",
        "2D": "2DShadow",
        "2DArray": "2DArrayShadow",
        "Cube": "CubeShadow",
    }
)
_DEPTH: Final = 1
_WITH_SAMPLER: Final = 1

Declared = Mapping[int, tuple[int, tuple[int, ...]]]
"""By id of a type: its opcode, and its operands."""


class ImageType(msgspec.Struct, frozen=True):
    """What an image or sampler is; of a sampler only the kind counts."""

    kind: ImageKind
    shape: Shape = "2D"
    numbers: Numbers = "float"


class DeclaredImage(msgspec.Struct, frozen=True):
    """An image or sampler by its name in the module, at (set, binding). It is `used` where code
    names it.
    """

    name: str
    place: tuple[int, int]
    type: ImageType
    used: bool = True


def image_type(types: Declared, type_id: int) -> ImageType | None:
    """Return what a type is, or None if no texture can be bound to it: arrays of cubes of depths,
    images without a sampler, arrays of images.
    """
    opcode, operands = types.get(type_id, (0, ()))
    if opcode == _SAMPLER:
        return ImageType("sampler")
    if opcode == _SAMPLED_IMAGE:
        found = image_type(types, operands[0])
        return msgspec.structs.replace(found, kind="texture") if found else None
    if opcode != _IMAGE:
        return None
    number, dimension, depth, layers, samples, sampled = operands[:6]
    shape, numbers = _shape(dimension, layers, depth), _NUMBERS.get(types.get(number, (0, ())))
    if shape is None or numbers is None or samples or sampled != _WITH_SAMPLER:
        return None
    return ImageType("image", shape, numbers)


def _shape(dimension: int, layers: int, depth: int) -> Shape | None:
    found = _SHAPES.get((dimension, layers))
    return _SHADOWS.get(found) if found and depth == _DEPTH else found


def texture_for(image: DeclaredImage, textures: Sequence[Texture]) -> Texture | None:
    """Return the texture for an image: that of its place, else one without a binding by name; none
    for a sampler that stands alone.
    """
    if image.type.kind == "sampler":
        return None
    named = None
    for texture in textures:
        if texture.binding == NO_BINDING:
            named = texture if texture.name == image.name else named
        elif (texture.descriptor_set, texture.binding) == image.place:
            return texture
    return named


def sampler_for(image: DeclaredImage, samplers: Sequence[Sampler]) -> Sampler | None:
    """Return the sampler of the place of one that stands alone."""
    here = (one for one in samplers if (one.descriptor_set, one.binding) == image.place)
    return next(here, None)
