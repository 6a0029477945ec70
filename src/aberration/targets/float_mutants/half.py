"""Numbers rounded to floats of 16 bits (IEEE 754, binary16), as a compiler that mixes up the
widths keeps them.
"""

from __future__ import annotations

import math
from typing import Final

from aberration.languages.spirv.floats import bits_of_float, float_of_bits

_WIDTH: Final = 16
_LARGEST: Final = 65504.0


def nearest_half(value: float) -> float:
    """Return the nearest float of 16 bits, the largest one for what lies beyond; NaN and
    infinities as they are.
    """
    if not math.isfinite(value):
        return value
    return float_of_bits(bits_of_float(max(-_LARGEST, min(value, _LARGEST)), _WIDTH), _WIDTH)
