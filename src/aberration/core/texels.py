"""Which texel a sample, a gather or a fetch gives, as functions of coordinates and of the texture.

The nearest texel is looked up as Vulkan says it ("Texel Coordinate Systems", "Wrapping Operation",
"Texel Gathering"), which is how OpenGL and WebGPU have it. Coordinates come as four floats: x, y, z
or the layer, and what x and y are divided by (1 but for projections); of a cube, x, y and z are a
direction (`core.cubes`), and of an array of cubes the last one is the layer. A *picture* is four
integers: its number, how x and y are wrapped, how z is, and the channel that a gather gives. A
*size* is three sides of level 0, and the number of levels where there are several. *Lods* are a
level of detail: the ideal one, the least and the largest that are legal (`core.levels`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import Final

from aberration.core.cubes import LONGEST, SHORTEST, SIDES, along_face, cube_of, face_of
from aberration.core.levels import (
    LEVEL_0,
    is_open_level,
    level_number,
    level_side,
    nearest_level,
)
from aberration.core.shapes import FACES, is_cube, plain_shape
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
CUBES: Final = CUBE + 1
"""How z is wrapped where it is a face of one of several cubes, which the last coordinate names."""
_WITH_FACES: Final = (CUBE, CUBES)
_ALONG: Final[Mapping[str, int]] = MappingProxyType(
    {"1DArray": LAYER, "2DArray": LAYER, "Cube": CUBE, "CubeArray": CUBES}
)
BETWEEN: Final = "a sample lies between two texels"
AMID: Final = "a gather lies amid a texel, between two groups of four"
OUTSIDE: Final = "a texel lies outside of its texture, or is of a level that it lacks"
NO_LEVEL: Final = "the size is asked of a level that the texture lacks"
LEVEL_OPEN: Final = "a sample lies between two levels, or what chooses its level is not known"
FAR: Final = (
    "a sample with a linear filter lies too far away, between two layers, or at the edge of a face"
)
SUBTEXEL_BITS: Final = 8
UNPROMISED_BITS: Final = 4
"""How many of these bits may be taken for granted where none are promised, as in OpenGL, OpenGL ES
and WebGPU: conformance tests of OpenGL ES let weights of four bits pass.
"""


def filter_margin(bits: int) -> float:
    """Return how far from its coordinate, in texels, a sample may be taken whose weights are made
    of so many bits below the texel: the margin of any coordinate, and two units of the last bit.
    """
    return MARGIN + math.ldexp(2.0, -bits)


FILTER_MARGIN: Final = filter_margin(SUBTEXEL_BITS)
"""How far from its coordinate, in texels, a sample with a linear filter may be taken: the margin of
any coordinate, and two units of the eight bits below the texel that a weight is made of (Vulkan's
`subTexelPrecisionBits`; of devices that promise fewer, nothing is tested with a linear filter).
"""
UNPROMISED_MARGIN: Final = filter_margin(UNPROMISED_BITS)
"""The same where nothing is promised of weights."""
FILTER_ERROR: Final = 1 / 512
"""How far a weighted sum of texels, which are 1 at most, may lie from the exact one: three sums one
in another of numbers of 11 digits, those of the texels, each rounded by 1/2048.
"""
CORNERS: Final = ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))
"""Where the texels of a gather lie from the coordinates, in texels."""
FILTER_STEPS: Final = 6
"""Places along an axis at which a filter is computed: a wider interval is not known."""
Whole = tuple[int, ...]
Floats = tuple[float, ...]


def picture_of(texture: Texture, channel: int = 0) -> tuple[int, int, int, int]:
    """Return the picture of a texture, wrapped as the texture says."""
    across = WRAP_CODES["clamp" if is_cube(texture.shape) else texture.wrap]
    along = across if texture.shape == "3D" else WRAP_CODES["clamp"]
    return texture.number, across, _ALONG.get(plain_shape(texture.shape), along), channel


def size_of(texture: Texture) -> tuple[int, int, int, int]:
    """Return the size of a texture, with its levels."""
    return *texture.size, texture.level_count


def sampled_texel(
    at: Floats, offset: Whole, size: Whole, picture: Whole, lods: Floats = LEVEL_0
) -> Whole:
    """Return the channels of the nearest texel of the nearest level."""
    size, picture = as_level(size, picture, nearest_level(lods[0], level_count_of(size)))
    place = sampled_place(at, offset, size, picture)
    return tuple(texel_of(picture[0], place, channel) for channel in range(CHANNELS))


def sampled_place(
    at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole
) -> tuple[int, int, int]:
    """Return where the nearest texel of level 0 lies: x, y, and z or the layer."""
    x, y, z = (_nearest(at, offset, size, picture, axis, 0.0) for axis in range(3))
    return x, y, z


def gathered_texels(at: Floats, offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return one channel of each of the four texels around, of level 0."""
    places = gathered_places(at, offset, size, picture)
    return tuple(texel_of(picture[0], place, picture[3]) for place in places)


def gathered_places(
    at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole
) -> tuple[tuple[int, int, int], ...]:
    """Return where the four texels lie, in the order in which a gather gives them."""
    z = _nearest(at, offset, size, picture, 2, 0.0)
    corners = [
        [_nearest(at, offset, size, picture, axis, shift) for axis, shift in enumerate(corner)]
        for corner in CORNERS
    ]
    return tuple((x, y, z) for x, y in corners)


def fetched_texel(at: Whole, offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return the channels of a texel that is named; `at` ends in the level."""
    _, picture = as_level(size, picture, at[3])
    x, y, z = (one + more for one, more in zip(at, offset, strict=False))
    return tuple(texel_of(picture[0], (x, y, z), channel) for channel in range(CHANNELS))


def size_of_level(at: Whole, _offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return the three sides of a level, which is the last of `at`, and the number of levels; of
    an array of cubes, the third is their number.
    """
    sides, _ = as_level(size, picture, at[3])
    depth = sides[2] // FACES if picture[2] == CUBES else sides[2]
    return *sides[:2], depth, level_count_of(size)


def level_count_of(size: Whole) -> int:
    """Return how many levels a texture of a size has."""
    return size[3] if len(size) > 3 else 1


def as_level(size: Whole, picture: Whole, level: int) -> tuple[Whole, Whole]:
    """Return the size of a level without levels, and its picture; of one that is missing, those of
    the nearest.
    """
    level = min(max(level, 0), level_count_of(size) - 1)
    flat = tuple(level_side(side, level) for side in size[:2])
    depth = size[2] if picture[2] >= LAYER else level_side(size[2], level)
    return (*flat, depth), (level_number(picture[0], level), *picture[1:])


def _nearest(
    at: Floats, offset: Whole, size: Whole, picture: Whole, axis: int, shift: float
) -> int:
    """Return where the nearest texel lies on an axis, from a point so far from the coordinate."""
    found = math.floor(_along(at, size, picture, axis) + shift) + offset[axis]
    return _wrap(found, size[axis], picture[1 + axis // 2])


def _along(at: Floats, size: Whole, picture: Whole, axis: int) -> float:
    """Return a coordinate in texels."""
    if picture[2] in _WITH_FACES:
        return _face_of(at, size, picture) + 0.5 if axis == 2 else along_face(at, axis) * size[axis]
    if axis == 2 and picture[2] == LAYER:
        return float(at[2]) + 0.5
    divisor = float(at[3])
    return float(at[axis]) / divisor * size[axis] if divisor else math.inf


def _face_of(at: Floats, size: Whole, picture: Whole) -> int:
    """Return the face of a direction, of all faces of the cubes."""
    return face_of(at) + (FACES * cube_of(at[3], size[2]) if picture[2] == CUBES else 0)


def _is_cube_open(least: float, most: float, size: Whole, picture: Whole) -> bool:
    """Whether it is open which of several cubes is meant, where layers lie from one to another."""
    if picture[2] != CUBES:
        return False
    if not (least >= -FARTHEST and most <= FARTHEST):
        return True
    return cube_of(least - MARGIN, size[2]) != cube_of(most + MARGIN, size[2])


def _wrap(at: int, size: int, wrap: int) -> int:
    if wrap == WRAP_CODES["repeat"]:
        return at % size
    if wrap == WRAP_CODES["mirror"]:
        turned = at % (2 * size)
        return turned if turned < size else 2 * size - 1 - turned
    return min(max(at, 0), size - 1)


# ---- where the texel is open


def _is_open(
    at: Floats, offset: Whole, size: Whole, picture: Whole, axis: int, shift: float
) -> bool:
    """Whether a coordinate a little farther on, or back, gives another texel."""
    along = _along(at, size, picture, axis)
    if not abs(along) <= FARTHEST:
        return True
    if axis == 2 and _is_cube_open(at[3], at[3], size, picture):
        return True
    if picture[2] in _WITH_FACES:
        first, last = (math.floor(along + shift + side) for side in (-MARGIN, MARGIN))
        return first != last or not 0 <= first < size[axis]
    before, behind = (
        _nearest(at, offset, size, picture, axis, shift + side) for side in (-MARGIN, MARGIN)
    )
    return before != behind


def is_level_open(
    _at: Floats, _offset: Whole, size: Whole, _picture: Whole, lods: Floats = LEVEL_0
) -> bool:
    """Whether it is open which level is the nearest."""
    return is_open_level(lods, level_count_of(size))


def is_between(
    at: Floats, offset: Whole, size: Whole, picture: Whole, lods: Floats = LEVEL_0
) -> bool:
    """Whether it is open which texel of the nearest level is the nearest."""
    size, picture = as_level(size, picture, nearest_level(lods[0], level_count_of(size)))
    return any(_is_open(at, offset, size, picture, axis, 0.0) for axis in range(3))


def is_amid(at: Floats, offset: Whole, size: Whole, picture: Whole) -> bool:
    """Whether it is open which four texels lie around."""
    sides = [(axis, shift) for axis in range(2) for shift in (-0.5, 0.5)]
    return any(
        _is_open(at, offset, size, picture, axis, shift) for axis, shift in [*sides, (2, 0.0)]
    )


def is_outside(at: Whole, offset: Whole, size: Whole, picture: Whole) -> bool:
    """Whether there is no such texel."""
    sides, _ = as_level(size, picture, at[3])
    named = zip(at, offset, sides, strict=False)
    outside = any(not 0 <= one + more < side for one, more, side in named)
    return outside or is_missing(at, offset, size, picture)


def is_missing(at: Whole, _offset: Whole, size: Whole, _picture: Whole) -> bool:
    """Whether there is no such level."""
    return not 0 <= at[3] < level_count_of(size)


# ---- linear filters


def filtered_texel(
    at: Floats, offset: Whole, size: Whole, picture: Whole, lods: Floats = LEVEL_0
) -> Floats:
    """Return the channels of a float texture with a linear filter, from 0 to 1: the exact weighted
    sum (Vulkan, "Texel Filtering") in the nearest level.
    """
    size, picture = as_level(size, picture, nearest_level(lods[0], level_count_of(size)))
    places = [_before(at, offset, size, picture, axis) for axis in range(3)]
    return tuple(_weighted_sum(places, size, picture, channel) for channel in range(CHANNELS))


def is_filtered_nowhere(
    at: Floats, offset: Whole, size: Whole, picture: Whole, lods: Floats = LEVEL_0
) -> bool:
    """Whether a coordinate is too far away for a linear filter, or the layer is open."""
    size, picture = as_level(size, picture, nearest_level(lods[0], level_count_of(size)))
    return any(_is_filter_open(at, offset, size, picture, axis) for axis in range(3))


def _is_filter_open(at: Floats, offset: Whole, size: Whole, picture: Whole, axis: int) -> bool:
    if axis == 2 and picture[2] in (LAYER, CUBES):
        return _is_open(at, offset, size, picture, axis, 0.0)
    along = _along(at, size, picture, axis)
    if picture[2] in _WITH_FACES and axis < 2:
        return not 0.5 <= along <= size[axis] - 0.5
    return not abs(along) <= FARTHEST


def _before(at: Floats, offset: Whole, size: Whole, picture: Whole, axis: int) -> float:
    """Return how many texels lie before a sample, from the middle of the first one on."""
    if axis == 2 and picture[2] >= LAYER:
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


def filter_bounds(
    lo: Floats,
    hi: Floats,
    offset: Whole,
    size: Whole,
    picture: Whole,
    margin: float,
    lods: Floats = LEVEL_0,
) -> tuple[Floats, Floats] | None:
    """Return the least and the largest channels that a linear filter may give in the nearest level
    where coordinates lie from `lo` to `hi`, with the margin (in texels) on both sides; None where
    that is not known.
    """
    if is_open_level(lods, level_count_of(size)):
        return None
    size, picture = as_level(size, picture, nearest_level(lods[0], level_count_of(size)))
    steps = [_filter_steps(lo, hi, offset, size, picture, axis, margin) for axis in range(3)]
    if not all(steps):
        return None
    places = [list(place) for place in product(*steps)]
    sums = [
        [_weighted_sum(place, size, picture, channel) for place in places]
        for channel in range(CHANNELS)
    ]
    least = tuple(min(column) - FILTER_ERROR for column in sums)
    return least, tuple(max(column) + FILTER_ERROR for column in sums)


def _filter_steps(
    lo: Floats, hi: Floats, offset: Whole, size: Whole, picture: Whole, axis: int, margin: float
) -> list[float]:
    """Return where a filter may be at its least or largest along an axis: at the ends, and in the
    middle of each texel between them, as it is linear from one to the next; nothing where that is
    not known.
    """
    least, most = _ends(lo, hi, size, picture, axis)
    if not (least >= -FARTHEST and most <= FARTHEST):
        return []
    if axis == 2 and picture[2] == LAYER:
        first = _nearest(lo, offset, size, picture, axis, -MARGIN)
        last = _nearest(hi, offset, size, picture, axis, MARGIN)
        return [float(first)] if first == last else []
    if axis == 2 and picture[2] in _WITH_FACES:
        is_open = _is_cube_open(lo[3], hi[3], size, picture)
        return [] if is_open else [float(_face_of(lo, size, picture))]
    least += offset[axis] - 0.5 - margin
    most += offset[axis] - 0.5 + margin
    if picture[2] in _WITH_FACES and not (least >= 0.0 and most <= size[axis] - 1):
        return []
    middles = range(math.floor(least) + 1, math.ceil(most))
    if len(middles) > FILTER_STEPS - 2:
        return []
    return [least, *map(float, middles), most]


def _ends(lo: Floats, hi: Floats, size: Whole, picture: Whole, axis: int) -> tuple[float, float]:
    """Return from where to where a coordinate may lie, in texels."""
    if axis == 2 and picture[2] == LAYER:
        return lo[2] + 0.5, hi[2] + 0.5
    if picture[2] in _WITH_FACES:
        return _ends_on_face(lo, hi, size, axis)
    if lo[3] <= 0.0 <= hi[3]:
        return -math.inf, math.inf
    quotients = [one[axis] / other[3] for one in (lo, hi) for other in (lo, hi)]
    return min(quotients) * size[axis], max(quotients) * size[axis]


def _ends_on_face(lo: Floats, hi: Floats, size: Whole, axis: int) -> tuple[float, float]:
    """Return the same of a cube, on the face that the least numbers point to: where no quotient
    reaches its edge, the others point to it, too.
    """
    face = face_of(lo)
    if axis == 2:
        return face + 0.5, face + 0.5
    shortest, longest = _signed_ends(lo, hi, face // 2, -1 if face % 2 else 1)
    if not (shortest >= SHORTEST and longest <= LONGEST):
        return -math.inf, math.inf
    source, sign = SIDES[face][axis]
    first, last = _signed_ends(lo, hi, source, sign)
    least = first / (shortest if first < 0.0 else longest)
    most = last / (longest if last < 0.0 else shortest)
    return (0.5 * least + 0.5) * size[axis], (0.5 * most + 0.5) * size[axis]


def _signed_ends(lo: Floats, hi: Floats, axis: int, sign: int) -> tuple[float, float]:
    """Return the least and the largest of a coordinate with a sign."""
    return (lo[axis], hi[axis]) if sign > 0 else (-hi[axis], -lo[axis])
