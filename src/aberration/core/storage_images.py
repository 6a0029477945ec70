"""Storage images and texel buffers: images that a program reads and writes by texel.

One is a storage buffer to all but shaders and runners: its texels are the words of a
`aberration.core.inputs.Buffer`, row after row and layer after layer, before the run and after it.
A texel buffer (`imageBuffer`, `samplerBuffer`) has one row, and the shape "Buffer".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, get_args

import msgspec

from aberration.core.errors import BadInput
from aberration.core.setters import ScalarType

TexelFormat = Literal["r32i", "r32ui", "r32f", "rgba32i", "rgba32ui", "rgba32f"]
"""GLSL's words for formats (4.4.7 "Format Layout Qualifiers"): these hold words as they are."""
ImageShape = Literal["2D", "3D", "2DArray", "Buffer"]
WGSL_FORMATS: Final[Mapping[str, TexelFormat]] = MappingProxyType(
    {
        "r32sint": "r32i",
        "r32uint": "r32ui",
        "r32float": "r32f",
        "rgba32sint": "rgba32i",
        "rgba32uint": "rgba32ui",
        "rgba32float": "rgba32f",
    }
)
"""By WGSL's words ("Storage Texel Formats")."""

FORMATS: Final[tuple[TexelFormat, ...]] = get_args(TexelFormat)
IMAGE_SHAPES: Final[tuple[ImageShape, ...]] = get_args(ImageShape)
WORD: Final = 4
"""Bytes of a channel."""
LARGEST_SIDE: Final = 64
LARGEST_BUFFER: Final = 4096
"""Texels of a texel buffer."""
_SCALARS: Final[Mapping[str, ScalarType]] = MappingProxyType(
    {"i": "int", "ui": "uint", "f": "float"}
)
_SIDES: Final[Mapping[ImageShape, int]] = MappingProxyType(
    {"2D": 2, "3D": 3, "2DArray": 3, "Buffer": 1}
)
_WORDS: Final = ("format", "shape", "size")


class StorageImage(msgspec.Struct, frozen=True):
    """What the words of a buffer are where it is an image; `size` is width, height (1 for
    "Buffer"), and depth or layers (1 for "2D" and "Buffer").
    """

    format: TexelFormat
    size: tuple[int, int, int]
    shape: ImageShape = "2D"

    @property
    def scalar(self) -> ScalarType:
        """Return the type of a channel."""
        return scalar_of_format(self.format)

    @property
    def channels(self) -> int:
        """Return how many channels a texel has: 1 or 4."""
        return channels_of_format(self.format)

    @property
    def words(self) -> int:
        """Return how many 32-bit words all texels are."""
        return math.prod(self.size) * self.channels

    @property
    def sides(self) -> tuple[int, ...]:
        """Return the size as the shader sees it: two numbers for "2D", one for "Buffer"."""
        return self.size[: _SIDES[self.shape]]


ImageOrNone = StorageImage | msgspec.UnsetType
"""Unset: the buffer is no image. It is in no digest of a program then."""


def scalar_of_format(texels: TexelFormat) -> ScalarType:
    """Return the type of a channel of a format."""
    return _SCALARS[texels.partition("32")[2]]


def channels_of_format(texels: TexelFormat) -> int:
    """Return how many channels a texel of a format has."""
    return 4 if texels.startswith("rgba") else 1


# ---- in the file beside a shader


def read_storage_image(given: object, where: str) -> StorageImage:
    """Return what a file says of a buffer that is an image; raise `BadInput` for what it may not
    say.
    """
    if not isinstance(given, dict) or not {*given} <= {*_WORDS}:
        raise _fault(f"expected 'image' to be an object with {', '.join(_WORDS)}", given, where)
    shape = next((one for one in IMAGE_SHAPES if given.get("shape", "2D") == one), None)
    if shape is None:
        raise _fault(f"expected 'shape' to be {', '.join(IMAGE_SHAPES)}", given["shape"], where)
    texels = next((one for one in FORMATS if given.get("format") == one), None)
    if texels is None:
        raise _fault(
            f"expected 'format' to be {', '.join(FORMATS)}", given.get("format", "nothing"), where
        )
    return StorageImage(texels, _size(given.get("size"), shape, where), shape)


def storage_image_entry(image: StorageImage) -> dict[str, object]:
    """Return what a file says of an image, so that `read_storage_image` gives it back."""
    return {"format": image.format, "shape": image.shape, "size": list(image.sides)}


def _size(given: object, shape: ImageShape, where: str) -> tuple[int, int, int]:
    wanted = _SIDES[shape]
    largest = LARGEST_BUFFER if shape == "Buffer" else LARGEST_SIDE
    sides: Sequence[object] = given if isinstance(given, list) else ()
    found = [
        one
        for one in sides
        if isinstance(one, int) and not isinstance(one, bool) and 1 <= one <= largest
    ]
    if len(sides) != wanted or len(found) != wanted:
        raise _fault(f"expected 'size' of {wanted} numbers from 1 to {largest}", given, where)
    width, height, depth = (*found, 1, 1)[:3]
    return width, height, depth


def _fault(expected: str, given: object, where: str) -> BadInput:
    return BadInput(f"$compute: {expected}, but {given!r} came", where=where)
