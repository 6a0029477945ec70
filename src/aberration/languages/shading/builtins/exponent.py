"""Powers, exponentials, logarithms and roots."""

from __future__ import annotations

import math
from typing import Final

from . import meanings as m
from .accuracy import Bound, bound_of
from .row import Builtin, Hazard, both, wgsl

_FLOATS: Final = "FHA"
_EXP: Final = Bound("ulp", 3.0, slope=2.0)
_LOG: Final = Bound("absolute", 2.0**-21, low=0.5, high=2.0, outside=3.0)
_NOT_POSITIVE: Final = (Hazard("x <= 0", lambda x: x <= 0.0),)
_ONE: Final = (*both("T: T", "F"), wgsl("T: T", _FLOATS))
_ROOT: Final = (*both("T: T", "F", gl_over="FD"), wgsl("T: T", _FLOATS))

ROWS: Final = (
    Builtin(
        "pow",
        "exponent",
        (*both("T: T T", "F"), wgsl("T: T T", _FLOATS)),
        m.power,
        hazards=(
            Hazard("x < 0", lambda x, _y: x < 0.0),
            Hazard("x = 0 and y <= 0", lambda x, y: x == 0.0 and y <= 0.0),
        ),
        bound=bound_of("exp2(y * log2(x))"),
    ),
    Builtin("exp", "exponent", _ONE, m.quiet(math.exp), bound=_EXP),
    Builtin("exp2", "exponent", _ONE, m.exp2, bound=_EXP),
    Builtin("log", "exponent", _ONE, m.quiet(math.log), hazards=_NOT_POSITIVE, bound=_LOG),
    Builtin("log2", "exponent", _ONE, m.quiet(math.log2), hazards=_NOT_POSITIVE, bound=_LOG),
    Builtin(
        "sqrt",
        "exponent",
        _ROOT,
        m.quiet(math.sqrt),
        hazards=(Hazard("x < 0", lambda x: x < 0.0),),
        bound=bound_of("1.0 / inversesqrt(x)"),
    ),
    Builtin(
        "inversesqrt",
        "exponent",
        (*both("T: T", "F", gl_over="FD"), wgsl("T: T", _FLOATS, name="inverseSqrt")),
        m.inverse_sqrt,
        hazards=_NOT_POSITIVE,
        bound=Bound("ulp", 2.0),
    ),
)
