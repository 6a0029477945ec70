"""What a comparison of a depth texture gives: 1 where the reference stands to the nearest texel as
the compare function says, else 0 (OpenGL 4.6, 8.23.1; Vulkan, "Depth Compare Operation"; WebGPU,
GPUCompareFunction).

Coordinates come as four floats: x, y, the layer, and the reference. The channel of a *picture*
(`core.texels`) is the code of its compare function here: a depth texture has channel 0 alone.
Results are 0 or `MODULUS - 1`, which is what 1 is of floats.
"""

from __future__ import annotations

from typing import Final

from aberration.core.texels import (
    Whole,
    gathered_texels,
    is_amid,
    is_between,
    picture_of,
    sampled_texel,
)
from aberration.core.textures import COMPARES, LEQUAL, MODULUS, Sampler, Texture

REFERENCE_MARGIN: Final = 1 / 1024
"""How near to a texel a reference may not come: a depth may be stored in 16 bits, and both be
rounded on their way to the comparison.
"""
NEAR: Final = "a comparison lies between two texels, or its reference too near to the texel's depth"
NEAR_FOUR: Final = "a gathered comparison lies amid a texel, or its reference too near to a depth"
_LESS, _GREATER, _ALL = 1, 4, 7
"""Of a compare function's code: it holds for a lesser reference, a greater one, and any."""


def comparing_picture(texture: Texture, how: Texture | Sampler) -> tuple[int, int, int, int]:
    """Return the picture of a depth texture that is compared as `how` says."""
    return picture_of(texture, COMPARES.index(how.compare or LEQUAL))


def compared_texel(at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole) -> Whole:
    """Return the result of a comparison with the nearest texel, and three zeros."""
    (depth, *_) = sampled_texel((*at[:3], 1.0), offset, size, picture)
    return _result(depth, at[3], picture[3]), 0, 0, 0


def is_comparison_open(at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole) -> bool:
    """Whether it is open which texel is the nearest, or what the comparison gives."""
    place = (*at[:3], 1.0)
    if is_between(place, offset, size, picture):
        return True
    return _is_near(sampled_texel(place, offset, size, picture)[0], at[3], picture[3])


def gathered_comparisons(
    at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole
) -> Whole:
    """Return the results of comparisons with the four texels around."""
    depths = gathered_texels((*at[:3], 1.0), offset, size, (*picture[:3], 0))
    return tuple(_result(depth, at[3], picture[3]) for depth in depths)


def are_comparisons_open(at: tuple[float, ...], offset: Whole, size: Whole, picture: Whole) -> bool:
    """Whether it is open which four texels lie around, or what one of the comparisons gives."""
    place = (*at[:3], 1.0)
    if is_amid(place, offset, size, picture):
        return True
    depths = gathered_texels(place, offset, size, (*picture[:3], 0))
    return any(_is_near(depth, at[3], picture[3]) for depth in depths)


def _result(depth: int, reference: float, code: int) -> int:
    holds = code & (_LESS if reference * (MODULUS - 1) < depth else _GREATER)
    return MODULUS - 1 if holds else 0


def _is_near(depth: int, reference: float, code: int) -> bool:
    """Whether a reference is too near: also where it is clamped to 0 and 1, as it is for depths of
    fixed point.
    """
    if reference != reference:
        return True
    clamped, stored = min(max(reference, 0.0), 1.0), depth / (MODULUS - 1)
    least, most = min(reference, clamped), max(reference, clamped)
    apart = most + REFERENCE_MARGIN < stored or least - REFERENCE_MARGIN > stored
    return not apart and code not in (0, _ALL)
