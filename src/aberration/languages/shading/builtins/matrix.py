"""Functions of matrices."""

from __future__ import annotations

from typing import Final

from . import meanings as m
from .accuracy import CORRECT, EXACT, UNDEFINED
from .row import Builtin, Hazard, both, essl, glsl, wgsl

_SINGULAR: Final = Hazard("the matrix is singular", lambda x: m.determinant(x) == 0.0)

ROWS: Final = (
    Builtin(
        "matrixCompMult",
        "matrix",
        (glsl("T: T T", "FD/m"), essl("T: T T", "F/q", until=300), essl("T: T T", "F/m", 300)),
        m.multiply_components,
        False,
        bound=CORRECT,
    ),
    Builtin(
        "outerProduct",
        "matrix",
        both("T: column row", "F/m", 120, 300, gl_over="FD/m"),
        m.outer_product,
        False,
        bound=CORRECT,
    ),
    Builtin(
        "transpose",
        "matrix",
        (*both("transposed: T", "F/m", 120, 300, gl_over="FD/m"), wgsl("transposed: T", "FHA/m")),
        m.transpose,
        False,
        bound=EXACT,
    ),
    Builtin(
        "determinant",
        "matrix",
        (*both("e: T", "F/q", 150, 300, gl_over="FD/q"), wgsl("e: T", "FHA/q")),
        m.determinant,
        False,
        bound=UNDEFINED,
    ),
    Builtin(
        "inverse",
        "matrix",
        both("T: T", "F/q", 140, 300, gl_over="FD/q"),
        m.inverse,
        False,
        (_SINGULAR,),
        UNDEFINED,
    ),
)
