"""Derivatives, and interpolation at another place: fragment shaders only."""

from __future__ import annotations

from typing import Final

from .accuracy import UNDEFINED
from .row import FRAGMENT, NEVER, Builtin, Form, both, wgsl

_NAMES: Final = (("dFdx", "dpdx"), ("dFdy", "dpdy"), ("fwidth", "fwidth"))


def _row(name: str, forms: tuple[Form, ...]) -> Builtin:
    return Builtin(name, "derivative", forms, bound=UNDEFINED, constant=False)


def _derivatives(name: str, in_wgsl: str, kind: str, gl: int, es: int) -> Builtin:
    forms = (
        *both("T: T", "F", gl, es, name=f"{name}{kind}", stages=FRAGMENT),
        wgsl("T: T", "F", name=f"{in_wgsl}{kind}", stages=FRAGMENT),
    )
    return _row(f"{name}{kind}", forms)


ROWS: Final = (
    *(_derivatives(name, in_wgsl, "", 0, 300) for name, in_wgsl in _NAMES),
    *(
        _derivatives(name, in_wgsl, kind, 450, NEVER)
        for name, in_wgsl in _NAMES
        for kind in ("Fine", "Coarse")
    ),
    _row("interpolateAtCentroid", both("T: T", "F", 400, 320, stages=FRAGMENT)),
    _row("interpolateAtSample", both("T: T int", "F", 400, 320, stages=FRAGMENT)),
    _row("interpolateAtOffset", both("T: T vec2", "F", 400, 320, stages=FRAGMENT)),
)
