"""The images and samplers that a SPIR-V module declares, those that textures can be bound to, and
which textures these are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from aberration.core.shapes import Shape
from aberration.core.texture_arrays import element_name, number_in_array
from aberration.core.textures import NO_BINDING, Numbers, Sampler, Texture

ImageKind = Literal["texture", "image", "sampler"]
"""A "texture" is an image with its sampler, as in GLSL; the others stand alone, as in WGSL."""

_INT, _FLOAT, _IMAGE, _SAMPLER, _SAMPLED_IMAGE, _ARRAY = 21, 22, 25, 26, 27, 28
DECLARATIONS: Final = frozenset({_INT, _FLOAT, _IMAGE, _SAMPLER, _SAMPLED_IMAGE, _ARRAY})
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
    names it. `element` is its number where it is one of an array, all of whose elements lie at one
    place; the name of each ends in it then.
    """

    name: str
    place: tuple[int, int]
    type: ImageType
    used: bool = True
    element: int | None = None


def element_type(types: Declared, type_id: int) -> tuple[int, int]:
    """Return the type of the elements of an array, and the id of their number; of another type,
    this type and 0.
    """
    opcode, operands = types.get(type_id, (0, ()))
    return (operands[0], operands[1]) if opcode == _ARRAY else (type_id, 0)


def elements_of(image: DeclaredImage, count: int) -> tuple[DeclaredImage, ...]:
    """Return the elements of an array of so many images or samplers, which is like `image`."""
    return tuple(
        msgspec.structs.replace(
            image, name=element_name(image.name, number) if image.name else "", element=number
        )
        for number in range(count)
    )


def image_type(types: Declared, type_id: int) -> ImageType | None:
    """Return what a type is, or None if no texture can be bound to it: arrays of cubes of depths,
    images without a sampler, arrays.
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
        elif _is_at(image, texture):
            return texture
    return named


def _is_at(image: DeclaredImage, given: Texture | Sampler) -> bool:
    """Whether something given lies at the place of an image: of an array, as its element."""
    if (given.descriptor_set, given.binding) != image.place:
        return False
    return image.element in (None, number_in_array(given.name))


def sampler_for(image: DeclaredImage, samplers: Sequence[Sampler]) -> Sampler | None:
    """Return the sampler of the place of one that stands alone."""
    return next((one for one in samplers if _is_at(image, one)), None)
