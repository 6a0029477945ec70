"""Which texel a sample, a gather or a fetch gives, as functions of coordinates and of the texture.

The nearest texel is looked up as Vulkan says it ("Texel Coordinate Systems", "Wrapping Operation",
"Texel Gathering"), which is how OpenGL and WebGPU have it. Coordinates come as four floats: x, y, z
or the layer, and what x and y are divided by (1 but for projections); of a cube, x, y and z are a
direction (`core.cubes`). A *picture* is four integers: its number, how x and y are wrapped, how z
is, and the channel that a gather gives.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from aberration.core.cubes import along_face, face_of
from aberration.core.textures import CHANNELS, MODULUS, WRAPS, Texture, Wrap, texel_of

MARGIN: Final = 1 / 64
"""How near to the border of two texels, in texels, it is open which one is taken: of a coordinate
eight bits below the texel are promised, and drivers lose some more on the way to it.
"""
FARTHEST: Final = 8192.0
"""How far from the texture, in texels, a coordinate may lie: beyond it, floats of 32 bits have too
few bits below the texel.
"""
WRAP_CODES: Final[Mapping[Wrap, int]] = MappingProxyType({wrap: k for k, wrap in enumerate(WRAPS)})
LAYER: Final = len(WRAPS)
"""How z is wrapped where it is a layer: rounded to a whole one, and clamped."""
CUBE: Final = LAYER + 1
"""How z is wrapped where it is a face, which the direction chooses: at its edges, texels are open.
"""
BETWEEN: Final = "a sample lies between two texels"
AMID: Final = "a gather lies amid a texel, between two groups of four"
OUTSIDE: Final = "a texel lies outside of its texture, or is of another level than 0"
FAR: Final = (
    "a sample with a linear filter lies too far away, between two layers, or at the edge of a face"
)
SUBTEXEL_BITS: Final = 8
FILTER_MARGIN: Final = MARGIN + 2 / 2**SUBTEXEL_BITS
"""How far from its coordinate, in texels, a sample with a linear filter may be taken: the margin of
any coordinate, and two units of the eight bits below the texel that a weight is made of (Vulkan's
`subTexelPrecisionBits`; of devices that promise fewer, nothing is tested with a linear filter).
"""
FILTER_ERROR: Final = 1 / 512
"""How far a weighted sum of texels, which are 1 at most, may lie from the exact one: three sums one
in another of numbers of 11 digits, those of the texels, each rounded by 1/2048.
"""
_CORNERS: Final = ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))
"""Where the texels of a gather lie from the coordinates, in texels."""
Whole = tuple[int, ...]


def picture_of(texture: Texture, channel: int = 0) -> tuple[int, int, int, int]:
    """Return the picture of a texture, wrapped as the texture says."""
    across = WRAP_CODES["clamp" if texture.shape == "Cube" else texture.wrap]
    along = {"2D": WRAP_CODES["clamp"], "3D": across, "2DArray": LAYER, "Cube": CUBE}
    shape = texture.shape.removesuffix("Shadow")
    return texture.number, across, along[shape], channel


def sampled_texel(at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return the channels of the nearest texel."""
    x, y, z = (_nearest(at, offset, size, picture, axis, 0.0) for axis in range(3))
    return tuple(texel_of(picture[0], (x, y, z), channel) for channel in range(CHANNELS))


def gathered_texels(at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return one channel of each of the four texels around."""
    z = _nearest(at, offset, size, picture, 2, 0.0)
    corners = [
        [_nearest(at, offset, size, picture, axis, shift) for axis, shift in enumerate(corner)]
        for corner in _CORNERS
    ]
    return tuple(texel_of(picture[0], (x, y, z), picture[3]) for x, y in corners)


def fetched_texel(at: Whole, offset: Whole, _size: Whole, picture: Whole) -> Whole:
    """Return the channels of a texel that is named; `at` ends in the level."""
    x, y, z = (one + more for one, more in zip(at, offset, strict=False))
    return tuple(texel_of(picture[0], (x, y, z), channel) for channel in range(CHANNELS))


def _nearest(
    at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole, axis: int, shift: float
) -> int:
    """Return where the nearest texel lies on an axis, from a point so far from the coordinate."""
    found = math.floor(_along(at, size, picture, axis) + shift) + offset[axis]
    return _wrap(found, size[axis], picture[1 + axis // 2])


def _along(at: tuple[float, ...], size: Whole, picture: Whole, axis: int) -> float:
    """Return a coordinate in texels."""
    if picture[2] == CUBE:
        return face_of(at) + 0.5 if axis == 2 else along_face(at, axis) * size[axis]
    if axis == 2 and picture[2] == LAYER:
        return float(at[2]) + 0.5
    divisor = float(at[3])
    return float(at[axis]) / divisor * size[axis] if divisor else math.inf


def _wrap(at: int, size: int, wrap: int) -> int:
    if wrap == WRAP_CODES["repeat"]:
        return at % size
    if wrap == WRAP_CODES["mirror"]:
        turned = at % (2 * size)
        return turned if turned < size else 2 * size - 1 - turned
    return min(max(at, 0), size - 1)


# ---- where the texel is open


def _is_open(
    at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole, axis: int, shift: float
) -> bool:
    """Whether a coordinate a little farther on, or back, gives another texel."""
    along = _along(at, size, picture, axis)
    if not abs(along) <= FARTHEST:
        return True
    if picture[2] == CUBE:
        first, last = (math.floor(along + shift + side) for side in (-MARGIN, MARGIN))
        return first != last or not 0 <= first < size[axis]
    before, behind = (
        _nearest(at, offset, size, picture, axis, shift + side) for side in (-MARGIN, MARGIN)
    )
    return before != behind


def is_between(at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole) -> bool:
    """Whether it is open which texel is the nearest."""
    return any(_is_open(at, offset, size, picture, axis, 0.0) for axis in range(3))


def is_amid(at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole) -> bool:
    """Whether it is open which four texels lie around."""
    sides = [(axis, shift) for axis in range(2) for shift in (-0.5, 0.5)]
    return any(
        _is_open(at, offset, size, picture, axis, shift) for axis, shift in [*sides, (2, 0.0)]
    )


def is_outside(at: Whole, offset: Whole, size: Whole, _picture: Whole) -> bool:
    """Whether there is no such texel."""
    named = zip(at, offset, size, strict=False)
    return at[3] != 0 or any(not 0 <= one + more < side for one, more, side in named)


# ---- linear filters


def filtered_texel(
    at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole
) -> tuple[float, ...]:
    """Return the channels of a float texture with a linear filter, from 0 to 1: the exact weighted
    sum (Vulkan, "Texel Filtering").
    """
    places = [_before(at, offset, size, picture, axis) for axis in range(3)]
    return tuple(_weighted_sum(places, size, picture, channel) for channel in range(CHANNELS))


def is_filtered_nowhere(at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole) -> bool:
    """Whether a coordinate is too far away for a linear filter, or the layer is open."""
    return any(_is_filter_open(at, offset, size, picture, axis) for axis in range(3))


def _is_filter_open(
    at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole, axis: int
) -> bool:
    if axis == 2 and picture[2] == LAYER:
        return _is_open(at, offset, size, picture, axis, 0.0)
    along = _along(at, size, picture, axis)
    if picture[2] == CUBE and axis < 2:
        return not 0.5 <= along <= size[axis] - 0.5
    return not abs(along) <= FARTHEST


def _before(at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole, axis: int) -> float:
    """Return how many texels lie before a sample, from the middle of the first one on."""
    if axis == 2 and picture[2] in (LAYER, CUBE):
        return float(_nearest(at, offset, size, picture, axis, 0.0))
    return _along(at, size, picture, axis) - 0.5 + offset[axis]


def _weighted_sum(places: list[float], size: Whole, picture: Whole, channel: int) -> float:
    """Return the weighted sum of the eight texels around, of which some count nothing."""
    total = 0.0
    for corner in range(8):
        weight, found = 1.0, []
        for axis, place in enumerate(places):
            first, side = math.floor(place), corner >> axis & 1
            weight *= place - first if side else 1.0 - (place - first)
            found.append(_wrap(first + side, size[axis], picture[1 + axis // 2]))
        x, y, z = found
        total += weight * texel_of(picture[0], (x, y, z), channel)
    return total / (MODULUS - 1)
