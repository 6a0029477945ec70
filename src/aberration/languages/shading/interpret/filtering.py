"""Samples with a linear filter, rounded in other legal ways: any number from the least to the
largest one that the filter may give (`core.texels.filter_bounds`).
"""

from __future__ import annotations

from collections.abc import Callable

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
    level, and gives four channels. Neither OpenGL nor WebGPU promises how exact weights are.
    """

    def filtered_texel_by(
        at: Floats, offset: Whole, size: Whole, picture: Whole, lod: float = 0.0
    ) -> Floats:
        # The size of the texture may be multiplied into the terms of the sum that a coordinate is.
        slack = [ulp(scale_of(one)) if one else 0.0 for one in at]
        lo = tuple(float(one) - more for one, more in zip(at, slack, strict=True))
        hi = tuple(float(one) + more for one, more in zip(at, slack, strict=True))
        bounds = filter_bounds(lo, hi, offset, size, picture, UNPROMISED_MARGIN, lod)
        if bounds is None:
            raise Undefined("domain", _WIDE)
        exact = filtered_texel(at, offset, size, picture, lod)
        return tuple(map(rounding.between, bounds[0], exact, bounds[1]))

    return filtered_texel_by
