"""What WGSL leaves open at run time.

Sources: WGSL specification, 8.7 "Arithmetic Expressions", 8.9 "Bit Expressions", 15.7.6 "Floating
Point Conversion".
"""

from __future__ import annotations

from typing import Final

from ..semantics import Semantics

WGSL: Final = Semantics(
    zero_initialised=True,
    ordered=True,
    integer_division="defined",
    negative_remainder="defined",
    shift="defined",
    conversion="defined",
    hazards="wgsl",
    discard_returns=False,
    inexact_precisions=False,
)
