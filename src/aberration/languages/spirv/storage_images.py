"""The storage images and texel buffers that a SPIR-V module declares, and the formats of them that
are known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.setters import ScalarType
from aberration.core.storage_images import (
    ImageShape,
    StorageImage,
    TexelFormat,
    scalar_of_format,
)

from .declared_images import Declared

_INT, _FLOAT, _IMAGE, _SAMPLED_IMAGE = 21, 22, 25, 27
_FORMATS: Final[Mapping[int, TexelFormat]] = MappingProxyType(
    {1: "rgba32f", 3: "r32f", 21: "rgba32i", 24: "r32i", 30: "rgba32ui", 33: "r32ui"}
)
"""SPIR-V, "Image Format"."""
_SHAPES: Final[Mapping[tuple[int, int], ImageShape]] = MappingProxyType(
    {(1, 0): "2D", (2, 0): "3D", (1, 1): "2DArray", (5, 0): "Buffer"}
)
"""By dimension, and whether there are layers."""
_SCALARS: Final[Mapping[tuple[int, tuple[int, ...]], ScalarType]] = MappingProxyType(
    {(_FLOAT, (32,)): "float", (_INT, (32, 1)): "int", (_INT, (32, 0)): "uint"}
)
_SAMPLED_ONES: Final[Mapping[ScalarType, TexelFormat]] = MappingProxyType(
    {"float": "r32f", "int": "r32i", "uint": "r32ui"}
)
_UNKNOWN: Final = 0
_WITH_SAMPLER, _STORED = 1, 2
_BUFFER: Final = 5
_DEPTH: Final = 1


class StorageType(msgspec.Struct, frozen=True):
    """What a storage image is. One that is `sampled` is a uniform texel buffer, which is only read:
    its format says what its numbers are, and the inputs say how many a texel has.
    """

    format: TexelFormat
    shape: ImageShape
    sampled: bool = False

    def takes(self, given: StorageImage) -> bool:
        """Say whether an image of the inputs is of this type."""
        if self.sampled:
            return (given.scalar, given.shape) == (scalar_of_format(self.format), self.shape)
        return (given.format, given.shape) == (self.format, self.shape)

    def __str__(self) -> str:
        numbers = scalar_of_format(self.format) if self.sampled else self.format
        return f"{numbers} {self.shape}"


class DeclaredStorage(msgspec.Struct, frozen=True):
    """A storage image by its name in the module, at (set, binding). It is `read_only` or
    `write_only` where the variable is declared so.
    """

    name: str
    place: tuple[int, int]
    type: StorageType
    read_only: bool = False
    write_only: bool = False

    @property
    def title(self) -> str:
        """Return what to call it."""
        return self.name or f"at set {self.place[0]} binding {self.place[1]}"


def is_stored(types: Declared, type_id: int) -> bool:
    """Say whether a type is an image without a sampler or a texel buffer, of whatever format."""
    operands = _image(types, type_id)
    return bool(operands) and (operands[5] == _STORED or operands[1] == _BUFFER)


def _image(types: Declared, type_id: int) -> tuple[int, ...]:
    """Return the operands of an image's type, nothing for another one; GLSL's `samplerBuffer` may
    be one with a sampler.
    """
    opcode, operands = types.get(type_id, (0, ()))
    if opcode == _SAMPLED_IMAGE:
        opcode, operands = types.get(operands[0], (0, ()))
        return operands if opcode == _IMAGE and operands[1] == _BUFFER else ()
    return operands if opcode == _IMAGE else ()


def storage_type(types: Declared, type_id: int) -> StorageType | None:
    """Return what a type is, or None if it is no storage image or one of a kind that is not known:
    of another format or none, of several samples, of one dimension, a cube, one of depths.
    """
    if not is_stored(types, type_id):
        return None
    number, dimension, depth, layers, samples, sampled, written = _image(types, type_id)[:7]
    shape, texels = _SHAPES.get((dimension, layers)), _FORMATS.get(written)
    scalar = _SCALARS.get(types.get(number, (0, ())))
    if sampled == _WITH_SAMPLER:
        # One that states a format has to be bound in it, and none is written so.
        texels = _SAMPLED_ONES[scalar] if scalar and written == _UNKNOWN else None
    if depth == _DEPTH or samples or shape is None or texels is None:
        return None
    if scalar != scalar_of_format(texels):
        return None
    return StorageType(texels, shape, sampled == _WITH_SAMPLER)


def storage_refusal(image: DeclaredStorage, inputs: Inputs) -> str:
    """Return why the inputs do not give a storage image, or nothing."""
    given = inputs.storage_images.get(image.place)
    if given is None:
        return f"the storage image {image.title}, which the inputs do not give"
    if not image.type.takes(given):
        came = StorageType(given.format, given.shape)
        return f"the storage image {image.title} is {image.type}, and {came} is given"
    return ""


def given_image(image: DeclaredStorage, inputs: Inputs) -> StorageImage:
    """Return what the inputs give for an image that they do give."""
    return inputs.storage_images[image.place]
