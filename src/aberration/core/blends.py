"""Samples of two levels: what is between them is a weighted sum of a sample of each (Vulkan, "Image
Level(s) Selection" and "Texel Filtering"; OpenGL 4.6, 8.14.3).

Coordinates, offsets, sizes, pictures and lods are those of `core.texels`; the channel of a picture
says here which filter the levels have: 0 is the nearest texel, `BY_FILTER` a linear one.
"""

from __future__ import annotations

import math
from typing import Final

from aberration.core.levels import LEVEL_0, LEVEL_MARGIN
from aberration.core.texels import (
    FILTER_ERROR,
    Floats,
    Whole,
    as_level,
    filter_bounds,
    filtered_texel,
    is_between,
    is_filtered_nowhere,
    level_count_of,
    picture_of,
    sampled_place,
    sampled_texel,
)
from aberration.core.textures import LINEAR, MODULUS, Texture

BY_FILTER: Final = 1
UNBLENDED: Final = (
    "what chooses the levels of a sample is not known, or a sample of one of them is open"
)
Bounds = tuple[Floats, Floats]


def blending_picture(texture: Texture) -> tuple[int, int, int, int]:
    """Return the picture of a texture whose levels are blended."""
    return picture_of(texture, BY_FILTER if texture.filter == LINEAR else 0)


def blended_texel(
    at: Floats, offset: Whole, size: Whole, picture: Whole, lods: Floats = LEVEL_0
) -> Floats:
    """Return the channels, from 0 to 1: the exact weighted sum at the ideal level of detail."""
    place = _inside(lods[0], size)
    first = math.floor(place)
    weight = place - first
    rows = [
        _sample_of_level(at, offset, *as_level(size, picture, level))
        for level in (first, first + 1)
    ]
    return tuple(one + weight * (other - one) for one, other in zip(*rows, strict=True))


def is_blended_nowhere(
    at: Floats, offset: Whole, size: Whole, picture: Whole, lods: Floats = LEVEL_0
) -> bool:
    """Whether the level of detail is not known, or a sample of a level that counts is open."""
    ends = _ends(size, lods)
    if ends is None:
        return True
    levels = range(math.floor(ends[0]), math.ceil(ends[1]) + 1)
    is_open = is_filtered_nowhere if picture[3] == BY_FILTER else is_between
    return any(is_open(at, offset, *as_level(size, picture, level)) for level in levels)


def blend_bounds(
    lo: Floats,
    hi: Floats,
    offset: Whole,
    size: Whole,
    picture: Whole,
    margin: float,
    lods: Floats = LEVEL_0,
) -> Bounds | None:
    """Return the least and the largest channels that are legal where coordinates lie from `lo` to
    `hi`, with the margin of a linear filter (in texels) and of a level on both sides; None where
    that is not known.
    """
    ends = _ends(size, lods)
    if ends is None:
        return None
    first, last = math.floor(ends[0]), math.ceil(ends[1])
    levels: list[Bounds] = []
    for level in range(first, last + 1):
        found = _bounds(lo, hi, offset, *as_level(size, picture, level), margin)
        if found is None:
            return None
        levels.append(found)
    places = [ends[0], *map(float, range(first + 1, last)), ends[1]]
    rows = [_at(levels, place - first) for place in places]
    error = 0.0 if first == last else FILTER_ERROR
    least = tuple(min(column) - error for column in zip(*(row[0] for row in rows), strict=True))
    return least, tuple(
        max(column) + error for column in zip(*(row[1] for row in rows), strict=True)
    )


def _inside(lod: float, size: Whole) -> float:
    """Return a level of detail as one between the first level and the last."""
    return min(lod, float(level_count_of(size) - 1)) if lod > 0.0 else 0.0


def _ends(size: Whole, lods: Floats) -> tuple[float, float] | None:
    """Return from where to where a sample may be taken, in levels; None where that is open."""
    _, least, most = lods
    if not least <= most:
        return None
    return _inside(least - LEVEL_MARGIN, size), _inside(most + LEVEL_MARGIN, size)


def _sample_of_level(at: Floats, offset: Whole, size: Whole, picture: Whole) -> Floats:
    """Return the channels of a sample of one level."""
    if picture[3] == BY_FILTER:
        return filtered_texel(at, offset, size, picture)
    return tuple(one / (MODULUS - 1) for one in sampled_texel(at, offset, size, picture))


def _bounds(
    lo: Floats, hi: Floats, offset: Whole, size: Whole, picture: Whole, margin: float
) -> Bounds | None:
    """Return the bounds of a sample of one level."""
    if picture[3] == BY_FILTER:
        return filter_bounds(lo, hi, offset, size, picture, margin)
    if any(is_between(one, offset, size, picture) for one in (lo, hi)):
        return None
    if sampled_place(lo, offset, size, picture) != sampled_place(hi, offset, size, picture):
        return None
    exact = _sample_of_level(lo, offset, size, picture)
    return exact, exact


def _at(levels: list[Bounds], place: float) -> Bounds:
    """Return the bounds between two levels, of which the first stands at 0."""
    first = math.floor(place)
    weight = place - first
    one, other = levels[first], levels[min(first + 1, len(levels) - 1)]
    least, most = (
        tuple(a + weight * (b - a) for a, b in zip(*pair, strict=True))
        for pair in zip(one, other, strict=True)
    )
    return least, most
