"""The common functions: sizes, signs, rounding, bounds, mixing, parts of floats."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from . import meanings as m
from .accuracy import CORRECT, EXACT, Bound, bound_of
from .row import Builtin, Form, Hazard, both, essl, glsl, wgsl
from .values import is_subnormal

_FLOATS: Final = "FHA"
_NUMBERS: Final = "FHIUAN"


def _float(
    name: str,
    meaning: Callable[[float], float],
    es: int = 0,
    in_wgsl: str = "*",
    *,
    gl: int = 0,
    **more: Any,
) -> Builtin:
    spelled = name if in_wgsl == "*" else in_wgsl
    own: tuple[Form, ...] = (wgsl("T: T", _FLOATS, name=spelled),) if spelled else ()
    return Builtin(
        name, "common", (*both("T: T", "F", gl, es, gl_over="FD"), *own), meaning, **more
    )


def _bounds(name: str, meaning: Callable[..., Any], hazards: tuple[Hazard, ...]) -> Builtin:
    """`min` and `max`: two of a type, or a vector and a scalar."""
    forms = (
        *both("T: T T", "F", gl_over="FD"),
        *both("T: T e", "F", gl_over="FD"),
        *both("T: T T", "IU", 130, 300),
        *both("T: T e", "IU", 130, 300),
        wgsl("T: T T", _NUMBERS),
    )
    return Builtin(name, "common", forms, meaning, hazards=hazards)


def _nan(*values: float) -> bool:
    return any(value != value for value in values)


_HALFWAY: Final = Hazard(
    "x is halfway between two integers", lambda x: abs(x) % 1.0 == 0.5, wgsl="defined"
)
_ORDER: Final = Hazard(
    "low > high", lambda _x, low, high: low > high, wgsl="error in constants", asks=(1, 2)
)
_FLOAT_ORDER: Final = Hazard("low > high", lambda _x, low, high: low > high, asks=(1, 2))
"""WGSL gives `min(max(x, low), high)` or the median of the three, as the implementation chooses."""
_ANY_NAN: Final = Hazard("an argument is NaN", _nan)
_SAME_EDGES: Final = Hazard("edge0 = edge1", lambda low, high, _x: low == high, asks=(0, 1))
_EDGES: Final = Hazard(
    "edge0 > edge1",
    lambda low, high, _x: low > high,
    wgsl="indeterminate at run time",
    asks=(0, 1),
    # WGSL allows it since the end of 2024; compilers of before hand it to languages where it is
    # undefined
)
_DIVISOR: Final = Hazard("y = 0", lambda _x, y: y == 0.0)
_NOT_FINITE: Final = Hazard("x is infinite or NaN", lambda x: not math.isfinite(x))

ROWS: Final = (
    Builtin(
        "abs",
        "common",
        (*both("T: T", "F", gl_over="FD"), *both("T: T", "I", 130, 300), wgsl("T: T", _NUMBERS)),
        m.absolute,
    ),
    Builtin(
        "sign",
        "common",
        (*both("T: T", "F", gl_over="FD"), *both("T: T", "I", 130, 300), wgsl("T: T", "FHIAN")),
        m.sign,
        hazards=(_ANY_NAN,),
    ),
    _float("floor", m.floor),
    _float("trunc", m.trunc, 300, gl=130),
    _float("round", m.round_even, 300, gl=130, hazards=(_HALFWAY,)),
    _float("roundEven", m.round_even, 300, "", gl=130),
    _float("ceil", m.ceil),
    _float("fract", m.fract, bound=CORRECT, wgsl_bound=bound_of("x - floor(x)")),
    Builtin("saturate", "common", (wgsl("T: T", _FLOATS),), m.saturate),
    Builtin(
        "mod",
        "common",
        (*both("T: T T", "F", gl_over="FD"), *both("T: T e", "F", gl_over="FD")),
        m.modulo,
        hazards=(_DIVISOR,),
        bound=bound_of("x - y * floor(x / y)"),
    ),
    _bounds("min", m.smaller, (_ANY_NAN,)),
    _bounds("max", m.larger, (_ANY_NAN,)),
    Builtin(
        "clamp",
        "common",
        (
            *both("T: T T T", "F", gl_over="FD"),
            *both("T: T e e", "F", gl_over="FD"),
            *both("T: T T T", "IU", 130, 300),
            *both("T: T e e", "IU", 130, 300),
            wgsl("T: T T T", "IUN"),
        ),
        m.clamp,
        hazards=(_ORDER, _ANY_NAN),
    ),
    Builtin(
        "clamp of floats",
        "common",
        (wgsl("T: T T T", _FLOATS, name="clamp"),),
        m.clamp,
        hazards=(_FLOAT_ORDER, _ANY_NAN),
    ),
    Builtin(
        "mix",
        "common",
        (
            *both("T: T T T", "F", gl_over="FD"),
            *both("T: T T e", "F", gl_over="FD"),
            wgsl("T: T T T", _FLOATS),
            wgsl("T: T T e", _FLOATS),
        ),
        m.mix,
        bound=bound_of("x * (1.0 - a) + y * a"),
    ),
    Builtin(
        "mix by bool",
        "common",
        (
            glsl("T: T T b", "FD", 130, name="mix"),
            glsl("T: T T b", "IUB", 450, name="mix"),
            essl("T: T T b", "F", 300, name="mix"),
            essl("T: T T b", "IUB", 310, name="mix"),
            wgsl("T: T T b", "FHIUBAN", name="select"),
            wgsl("T: T T bool", "FHIUBAN", name="select"),
        ),
        m.choose,
    ),
    Builtin(
        "step",
        "common",
        (
            *both("T: T T", "F", gl_over="FD"),
            *both("T: e T", "F", gl_over="FD"),
            wgsl("T: T T", _FLOATS),
        ),
        m.step,
        hazards=(_ANY_NAN,),
    ),
    Builtin(
        "smoothstep",
        "common",
        (
            *both("T: T T T", "F", gl_over="FD"),
            *both("T: e e T", "F", gl_over="FD"),
            wgsl("T: T T T", _FLOATS),
        ),
        m.smoothstep,
        hazards=(_SAME_EDGES, _EDGES, _ANY_NAN),
        bound=bound_of(
            "t * t * (3.0 - 2.0 * t), t = clamp((x - edge0) / (edge1 - edge0), 0.0, 1.0)"
        ),
    ),
    Builtin("isnan", "common", both("b: T", "F", 130, 300, gl_over="FD"), lambda x: x != x),
    Builtin("isinf", "common", both("b: T", "F", 130, 300, gl_over="FD"), math.isinf),
    Builtin(
        "fma",
        "common",
        (*both("T: T T T", "F", 400, 320), wgsl("T: T T T", _FLOATS)),
        m.fused_multiply_add,
        bound=bound_of("x * y + z"),
    ),
    Builtin("fma of doubles", "common", (glsl("T: T T T", "D", 400, name="fma"),), m.fused_double),
    Builtin(
        "modf",
        "common",
        (*both("T: T out:T", "F", 130, 300, gl_over="FD"), wgsl("modf_result: T", _FLOATS)),
        m.modf,
        hazards=(_NOT_FINITE,),
        bound=EXACT,
        constant=True,
    ),
    Builtin(
        "frexp",
        "common",
        (
            *both("T: T out:i", "F", 400, 310, gl_over="FD"),
            wgsl("frexp_result: T", _FLOATS),
        ),
        m.frexp,
        hazards=(_NOT_FINITE, Hazard("x is too small to be normal", is_subnormal, wgsl="defined")),
    ),
    Builtin(
        "ldexp",
        "common",
        (
            *both("T: T i", "F", 400, 310, gl_over="FD"),
            wgsl("T: T i", "FH"),
            wgsl("T: T n", "A"),
        ),
        m.ldexp,
        hazards=(
            Hazard("the exponent is above 128", lambda _x, exponent: exponent > 128, asks=(1,)),
            Hazard(
                "the result is too small to be normal",
                lambda x, exponent: is_subnormal(m.ldexp(x, exponent)),
                wgsl="defined",
            ),
        ),
        bound=CORRECT,
    ),
    Builtin(
        "quantizeToF16",
        "common",
        (wgsl("T: T", "F"),),
        m.quantize_half,
        hazards=(
            Hazard("|x| is beyond the largest 16-bit float", lambda x: abs(x) > 65504.0),
            Hazard("x is too small to be a normal 16-bit float", lambda x: 0.0 < abs(x) < 2.0**-14),
        ),
        bound=Bound("exact"),
    ),
)
