"""Lengths, products and directions of vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from . import meanings as m
from .accuracy import EXACT, Bound, bound_of
from .row import Builtin, Form, Hazard, both, wgsl

_FLOATS: Final = "FHA"


def _row(
    name: str,
    signature: str,
    meaning: Callable[..., Any],
    bound: Bound,
    *more: Form,
    in_wgsl: str = "",
    hazards: tuple[Hazard, ...] = (),
) -> Builtin:
    """A row over scalars and vectors in GLSL; `in_wgsl` are the types of WGSL, where it has
    them of its own.
    """
    own = (wgsl(signature, in_wgsl),) if in_wgsl else ()
    forms = (*both(signature, "F", gl_over="FD"), *own, *more)
    return Builtin(name, "geometric", forms, meaning, False, hazards, bound)


_ZERO: Final = Hazard("x is the zero vector", lambda x: not any(m.components(x)))

ROWS: Final = (
    _row("length", "e: T", m.length, bound_of("sqrt(dot(x, x))"), in_wgsl=_FLOATS),
    _row("distance", "e: T T", m.distance, bound_of("length(x - y)"), in_wgsl=_FLOATS),
    _row("dot", "e: T T", m.dot, bound_of("sum of x[i] * y[i], in any order"), in_wgsl="FHA/v"),
    Builtin(
        "dot of integers",
        "geometric",
        (wgsl("e: T T", "IUN/v", name="dot"),),
        m.dot_integers,
        False,
    ),
    Builtin(
        "cross",
        "geometric",
        (*both("T: T T", "F/3", gl_over="FD/3"), wgsl("T: T T", "FHA/3")),
        m.cross,
        False,
        bound=bound_of("x[i] * y[j] - y[i] * x[j]"),
    ),
    _row(
        "normalize",
        "T: T",
        m.normalize,
        bound_of("x / length(x)"),
        in_wgsl="FHA/v",
        hazards=(_ZERO,),
    ),
    _row(
        "faceforward",
        "T: T T T",
        m.face_forward,
        EXACT,
        wgsl("T: T T T", "FHA/v", name="faceForward"),
    ),
    _row("reflect", "T: T T", m.reflect, bound_of("I - 2.0 * dot(N, I) * N"), in_wgsl="FHA/v"),
    _row(
        "refract",
        "T: T T e",
        m.refract,
        bound_of("k < 0.0 ? 0.0 : eta * I - (eta * dot(N, I) + sqrt(k)) * N"),
        in_wgsl="FHA/v",
    ),
)
