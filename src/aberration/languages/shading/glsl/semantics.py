"""What GLSL and ESSL leave open at run time.

Sources: GLSL 4.60 and ESSL 3.20, 5.9 "Expressions", 5.4.1 "Conversion and Scalar Constructors", 6.1
"Function Definitions", 4.7.1 "Range and Precision".
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ..semantics import Semantics

GLSL: Final = Semantics(
    zero_initialised=False,
    ordered=False,
    integer_division="undefined",
    negative_remainder="undefined",
    shift="undefined",
    conversion="undefined",
    hazards="glsl",
    discard_returns=True,
    inexact_precisions=False,
)
ESSL: Final = replace(GLSL, inexact_precisions=True)
