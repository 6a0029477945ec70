"""Angles and trigonometry."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

from . import meanings as m
from .accuracy import UNDEFINED, Bound, bound_of
from .row import Builtin, Hazard, both, wgsl

_DEGREE: Final = math.pi / 180.0
_FLOATS: Final = "FHA"
_SINE: Final = Bound("absolute", 2.0**-11, low=-math.pi, high=math.pi)
_ARC: Final = Bound("ulp", 4096.0)


def _row(
    name: str,
    meaning: Callable[..., Any],
    bound: Bound,
    *,
    hazards: tuple[Hazard, ...] = (),
    wgsl_bound: Bound | None = None,
    es: int = 0,
) -> Builtin:
    forms = (*both("T: T", "F", 130 if es else 0, es), wgsl("T: T", _FLOATS))
    return Builtin(name, "trigonometry", forms, meaning, True, hazards, bound, wgsl_bound)


_BEYOND_ONE: Final = (Hazard("|x| > 1", lambda x: abs(x) > 1.0),)
_ORIGIN: Final = (Hazard("x = y = 0", lambda y, x: x == 0.0 and y == 0.0, wgsl="defined"),)

ROWS: Final = (
    _row("radians", lambda x: x * _DEGREE, bound_of("x * (pi / 180)")),
    _row("degrees", lambda x: x / _DEGREE, bound_of("x * (180 / pi)")),
    _row("sin", m.quiet(math.sin), UNDEFINED, wgsl_bound=_SINE),
    _row("cos", m.quiet(math.cos), UNDEFINED, wgsl_bound=_SINE),
    _row("tan", m.quiet(math.tan), UNDEFINED, wgsl_bound=bound_of("sin(x) / cos(x)")),
    _row(
        "asin",
        math.asin,
        UNDEFINED,
        hazards=_BEYOND_ONE,
        wgsl_bound=Bound("absolute", 6.77e-5, low=-1.0, high=1.0),
    ),
    _row(
        "acos",
        math.acos,
        UNDEFINED,
        hazards=_BEYOND_ONE,
        wgsl_bound=Bound("absolute", 6.77e-5, low=-1.0, high=1.0),
    ),
    _row("atan", math.atan, UNDEFINED, wgsl_bound=_ARC),
    Builtin(
        "atan2",
        "trigonometry",
        (*both("T: T T", "F", name="atan"), wgsl("T: T T", _FLOATS)),
        math.atan2,
        True,
        _ORIGIN,
        UNDEFINED,
        _ARC,
    ),
    _row(
        "sinh",
        m.quiet(math.sinh),
        UNDEFINED,
        wgsl_bound=bound_of("(exp(x) - exp(-x)) * 0.5"),
        es=300,
    ),
    _row(
        "cosh",
        m.quiet(math.cosh),
        UNDEFINED,
        wgsl_bound=bound_of("(exp(x) + exp(-x)) * 0.5"),
        es=300,
    ),
    _row("tanh", math.tanh, UNDEFINED, wgsl_bound=bound_of("sinh(x) / cosh(x)"), es=300),
    _row(
        "asinh",
        math.asinh,
        UNDEFINED,
        wgsl_bound=bound_of("log(x + sqrt(x * x + 1.0))"),
        es=300,
    ),
    _row(
        "acosh",
        math.acosh,
        UNDEFINED,
        hazards=(Hazard("x < 1", lambda x: x < 1.0),),
        wgsl_bound=bound_of("log(x + sqrt(x * x - 1.0))"),
        es=300,
    ),
    _row(
        "atanh",
        math.atanh,
        UNDEFINED,
        hazards=(Hazard("|x| >= 1", lambda x: abs(x) >= 1.0),),
        wgsl_bound=bound_of("log((1.0 + x) / (1.0 - x)) * 0.5"),
        es=300,
    ),
)
