"""Floats that stay exact: rounding, products of vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from aberration.languages.shading.types import FLOAT, INT, UINT

from ..values import on_grid
from .row import Row, call

_F: Final = (FLOAT,)


def _dot(x: Sequence[Any], y: Sequence[Any]) -> Any:
    return sum(a * b for a, b in zip(x, y, strict=True))


def _exact(x: Sequence[float], y: Sequence[float]) -> bool:
    """Whether each product is exact, so that also sums of them are."""
    return all(on_grid(a * b) for a in x for b in y)


def _cross(x: Sequence[float], y: Sequence[float]) -> tuple[float, ...]:
    turns = ((1, 2), (2, 0), (0, 1))
    return tuple(x[j] * y[k] - x[k] * y[j] for j, k in turns)


ROWS: Final = (
    Row("floor", _F, "T", "T", lambda x: float(math.floor(x)), call("floor"), call("floor")),
    Row("ceil", _F, "T", "T", lambda x: float(math.ceil(x)), call("ceil"), call("ceil")),
    Row("trunc", _F, "T", "T", lambda x: float(math.trunc(x)), call("trunc"), call("trunc")),
    Row("fract", _F, "T", "T", lambda x: x - math.floor(x), call("fract"), call("fract")),
    Row("step", _F, "TT", "T", lambda edge, x: 1.0 if edge <= x else 0.0, call("step"),
        call("step")),
    Row("fma", _F, "TTT", "T", lambda x, y, z: x * y + z, call("fma"), call("fma"),
        defined=lambda x, y, z: on_grid(x * y), glsl_since=400, essl_since=320),
    Row("dot", _F, "TT", "e", _dot, call("dot"), call("dot"), sizes=(2, 3, 4), defined=_exact,
        whole=True),
    Row("dot of integers", (INT, UINT), "TT", "e", _dot, None, call("dot"), sizes=(2, 3, 4),
        whole=True),
    Row("cross", _F, "TT", "T", _cross, call("cross"), call("cross"), sizes=(3,), defined=_exact,
        whole=True),
)  # fmt: skip
