"""Levels of textures: how large each is, which picture it is, and which one a sample takes.

A sample takes the nearest level, as Vulkan says it ("Image Level(s) Selection"), which is how
OpenGL and WebGPU have it; what a shader names is clamped to the levels there are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

LEVEL_STEP: Final = 29
"""How much farther on the number of the picture is at each level: texels of the same place differ
from one level to the next.
"""
LEVEL_MARGIN: Final = 2 / 2**4
"""How near to the middle of two levels a sample's level may be for it to be open which one is
taken: two units of the four bits below a level that are promised (Vulkan's `mipmapPrecisionBits`,
"Required Limits"). In the middle itself both are legal.
"""
Lods = tuple[float, float, float]
"""A level of detail: the ideal one, and the least and the largest that are legal."""
LEVEL_0: Final[Lods] = (0.0, 0.0, 0.0)
OPEN_LODS: Final[Lods] = (0.0, 1.0, 0.0)
"""A level of detail of which nothing is known: the least is more than the largest."""


def most_levels(size: Sequence[int], *, is_deep: bool) -> int:
    """Return how many levels a texture may have: until all sides are 1. A depth counts where the
    texture `is_deep`, layers do not.
    """
    return max(size[: 3 if is_deep else 2]).bit_length()


def level_side(side: int, level: int) -> int:
    """Return a side of a level, half of that of the one before it (Vulkan, "Image Mip Level
    Sizing").
    """
    return max(1, side >> level)


def level_number(number: int, level: int) -> int:
    """Return the number of the picture that a level of a picture is."""
    return number + LEVEL_STEP * level


def exactly(lod: float) -> Lods:
    """Return a level of detail that a shader names."""
    return lod, lod, lod


def nearest_level(lod: float, count: int) -> int:
    """Return the nearest of so many levels; 0 for what is no number."""
    return math.floor(min(lod, count - 1) + 0.5) if lod > 0.0 else 0


def is_open_level(lods: Sequence[float], count: int) -> bool:
    """Whether it is open which of so many levels is the nearest; `lods` are three numbers."""
    _, least, most = lods
    if count == 1:
        return False
    if not least <= most:
        return True
    return nearest_level(least - LEVEL_MARGIN, count) != nearest_level(most + LEVEL_MARGIN, count)
