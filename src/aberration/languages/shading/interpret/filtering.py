"""Samples with a linear filter, and of two levels, rounded in other legal ways: any number that may
be given, from the least to the largest (`core.texels.filter_bounds`, `core.blends.blend_bounds`).
"""

from __future__ import annotations

from collections.abc import Callable

from aberration.core.blends import blend_bounds, blended_texel
from aberration.core.levels import LEVEL_0
from aberration.core.texels import (
    UNPROMISED_MARGIN,
    Floats,
    Whole,
    filter_bounds,
    filtered_texel,
)

from ..builtins.accuracy import ulp
from .rounding import Rounding, scale_of
from .trap import Undefined

_WIDE = "rounded another way, a sample with a linear filter lies over too many texels"


def filtered_by(rounding: Rounding) -> Callable[..., Floats]:
    """Return the filter as a rounding has it: it takes coordinates, offset, size, picture and
    level of detail, and gives four channels. Neither OpenGL nor WebGPU promises how exact weights
    are.
    """
    return _within(rounding, filter_bounds, filtered_texel)


def blended_by(rounding: Rounding) -> Callable[..., Floats]:
    """Return the same of a sample of two levels."""
    return _within(rounding, blend_bounds, blended_texel)


def _within(
    rounding: Rounding,
    bounds_of: Callable[..., tuple[Floats, Floats] | None],
    exactly: Callable[..., Floats],
) -> Callable[..., Floats]:
    def texel_by(
        at: Floats, offset: Whole, size: Whole, picture: Whole, lods: Floats = LEVEL_0
    ) -> Floats:
        # The size of the texture may be multiplied into the terms of the sum that a coordinate is.
        slack = [ulp(scale_of(one)) if one else 0.0 for one in at]
        lo = tuple(float(one) - more for one, more in zip(at, slack, strict=True))
        hi = tuple(float(one) + more for one, more in zip(at, slack, strict=True))
        bounds = bounds_of(lo, hi, offset, size, picture, UNPROMISED_MARGIN, lods)
        if bounds is None:
            raise Undefined("domain", _WIDE)
        exact = exactly(at, offset, size, picture, lods)
        return tuple(map(rounding.between, bounds[0], exact, bounds[1]))

    return texel_by
