"""Which levels of detail the slopes of coordinates allow: those that a shader gives, or the
derivatives of a sample in a fragment shader.

The ideal one is the logarithm of the longer of two lengths, of how far a step to the right and one
down lead in texels of level 0 (Vulkan, "Scale Factor Operation"; OpenGL 4.6, 8.14.1). Lengths may
be approximated: Vulkan allows what lies between the largest component and sqrt(2) times their sum,
OpenGL and OpenGL ES what lies between the largest component of both and the sum over the axes of
the larger one. Slopes are six numbers, three to the right and three down, of coordinates that are 1
at the end of a texture; those of layers are 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from aberration.core.levels import OPEN_LODS, Lods

ROUGH_LOD: Final = 1 / 8
"""How far from the logarithm a level of detail may lie where nothing is promised, as in OpenGL,
OpenGL ES and WebGPU: the exponent of a float with its mantissa behind it, which is a usual
approximation, is at most 0.0861 away. Vulkan promises `mipmapPrecisionBits` of it.
"""
SURE_BIAS: Final = 2.0
"""The bias that all devices add: a larger one may be clamped to it (Vulkan's `maxSamplerLodBias`,
OpenGL's MAX_TEXTURE_LOD_BIAS).
"""
NO_BIAS: Final[Lods] = (0.0, 0.0, 0.0)
AXES: Final = 3
FARTHEST_LOD: Final = 2048.0
"""The level of detail of slopes without an end; that of no slopes at all is as far below 0."""


def lods_of_slopes(
    at: Sequence[float],
    lo: Sequence[float],
    hi: Sequence[float],
    size: Sequence[int],
    bias: Sequence[float] = NO_BIAS,
    *,
    is_promised: bool,
) -> Lods:
    """Return the level of detail of slopes that lie from `lo` to `hi`, in a texture whose level 0
    has this size; a bias is three numbers like the result. `is_promised` says that it is Vulkan's.
    """
    is_known = all(first <= last for first, last in zip(lo, hi, strict=True))
    if not is_known or not bias[1] <= bias[2]:
        return OPEN_LODS
    sizes = [float(side) for side in size[:AXES]] * 2
    ideal = [abs(one) * side for one, side in zip(at, sizes, strict=True)]
    ends = [_ends(*row) for row in zip(lo, hi, sizes, strict=True)]
    most = _longest([last for _, last in ends], is_promised=is_promised)
    least = max(first for first, _ in ends)
    length = max(math.hypot(*ideal[:AXES]), math.hypot(*ideal[AXES:]))
    rough = 0.0 if is_promised else ROUGH_LOD
    return (
        _log2(length) + bias[0],
        _log2(least) - rough + min(bias[1], SURE_BIAS),
        _log2(most) + rough + max(bias[2], -SURE_BIAS),
    )


def _ends(first: float, last: float, size: float) -> tuple[float, float]:
    """Return the least and the largest of a slope without its sign, in texels."""
    largest = max(abs(first), abs(last)) * size
    if first <= 0.0 <= last:
        return 0.0, largest
    return min(abs(first), abs(last)) * size, largest


def _longest(most: Sequence[float], *, is_promised: bool) -> float:
    """Return the largest length that components of at most so much may be taken for."""
    right, down = most[:AXES], most[AXES:]
    longest = math.sqrt(2.0) * max(sum(right), sum(down))
    if is_promised:
        return longest
    return max(longest, sum(max(one, other) for one, other in zip(right, down, strict=True)))


def _log2(number: float) -> float:
    if not number > 0.0:
        return -FARTHEST_LOD
    return math.log2(number) if number < math.inf else FARTHEST_LOD
