"""How far a driver's float results may lie from the exact ones: the error bounds of the Vulkan
specification.

Source: Vulkan specification, appendix "Vulkan Environment for SPIR-V", section "Precision and
Operation of SPIR-V Instructions" (`spirvenv-precision-operation`): the tables of the core
instructions and of GLSL.std.450, column "Single precision", for results not decorated
RelaxedPrecision. One ULP is the distance of the two neighbours around the exact result. Denormals
may be flushed to zero, and infinities and NaN need not be kept.
"""

from __future__ import annotations

import math
from typing import Final, Literal

import msgspec

from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.enums import GlslStd450 as G

BoundKind = Literal["correctly rounded", "ulp", "absolute", "inherited", "none"]


class Bound(msgspec.Struct, frozen=True):
    """`error` in ULP or absolute, plus `slope` times the size of the operand.

    It holds for operands in `low` .. `high` (of FDiv: the size of the divisor); `outside` is the
    bound in ULP elsewhere, infinite where nothing is promised. `formula` is what an inherited bound
    follows from.
    """

    kind: BoundKind
    error: float = 0.0
    slope: float = 0.0
    low: float = -math.inf
    high: float = math.inf
    outside: float = math.inf
    formula: str = ""


CORRECT: Final = Bound("correctly rounded")


def _inherited(formula: str) -> Bound:
    return Bound("inherited", formula=formula)


INSTRUCTIONS: Final[dict[int, Bound]] = {
    **dict.fromkeys((op.OpFAdd, op.OpFSub, op.OpFMul, op.OpFNegate), CORRECT),
    **dict.fromkeys((op.OpVectorTimesScalar, op.OpMatrixTimesScalar, op.OpOuterProduct), CORRECT),
    **dict.fromkeys(
        (op.OpConvertSToF, op.OpConvertUToF, op.OpConvertFToS, op.OpConvertFToU, op.OpFConvert),
        CORRECT,
    ),
    **dict.fromkeys(range(op.OpFOrdEqual, op.OpFUnordGreaterThanEqual + 1), CORRECT),
    op.OpQuantizeToF16: CORRECT,
    op.OpFDiv: Bound("ulp", 2.5, low=2.0**-126, high=2.0**126),
    op.OpFRem: _inherited("x - y * trunc(x / y)"),
    op.OpFMod: _inherited("x - y * floor(x / y)"),
    **dict.fromkeys(
        (op.OpDot, op.OpMatrixTimesVector, op.OpVectorTimesMatrix, op.OpMatrixTimesMatrix),
        _inherited("sum of x[i] * y[i], in any order"),
    ),
    **dict.fromkeys(range(op.OpDPdx, op.OpFwidthCoarse + 1), Bound("none")),
}
"""By opcode."""

_EXP: Final = Bound("ulp", 3.0, slope=2.0)
_LOG: Final = Bound("absolute", 2.0**-21, low=0.5, high=2.0, outside=3.0)
_SINE: Final = Bound("absolute", 2.0**-11, low=-math.pi, high=math.pi)
_ARC: Final = Bound("ulp", 4096.0)
EXTENDED: Final[dict[int, Bound]] = {
    **dict.fromkeys(
        (G.ROUND, G.ROUND_EVEN, G.TRUNC, G.FLOOR, G.CEIL, G.FRACT, G.F_ABS, G.F_SIGN),
        CORRECT,
    ),
    **dict.fromkeys((G.F_MIN, G.F_MAX, G.F_CLAMP, G.N_MIN, G.N_MAX, G.N_CLAMP, G.STEP), CORRECT),
    **dict.fromkeys((G.MODF, G.MODF_STRUCT, G.FREXP, G.FREXP_STRUCT, G.LDEXP), CORRECT),
    G.FMA: _inherited("x * y + z"),
    G.EXP: _EXP,
    G.EXP2: _EXP,
    G.LOG: _LOG,
    G.LOG2: _LOG,
    G.POW: _inherited("exp2(y * log2(x))"),
    G.SQRT: _inherited("1.0 / inversesqrt(x)"),
    G.INVERSE_SQRT: Bound("ulp", 2.0),
    G.RADIANS: _inherited("x * (pi / 180, correctly rounded)"),
    G.DEGREES: _inherited("x * (180 / pi, correctly rounded)"),
    G.SIN: _SINE,
    G.COS: _SINE,
    G.TAN: _inherited("sin(x) / cos(x)"),
    G.ASIN: _inherited("atan2(x, sqrt(1.0 - x * x))"),
    G.ACOS: _inherited("atan2(sqrt(1.0 - x * x), x)"),
    G.ATAN: _ARC,
    G.ATAN2: _ARC,
    G.SINH: _inherited("(exp(x) - exp(-x)) * 0.5"),
    G.COSH: _inherited("(exp(x) + exp(-x)) * 0.5"),
    G.TANH: _inherited("sinh(x) / cosh(x)"),
    G.ASINH: _inherited("log(x + sqrt(x * x + 1.0))"),
    G.ACOSH: _inherited("log(x + sqrt(x * x - 1.0))"),
    G.ATANH: _inherited("log((1.0 + x) / (1.0 - x)) * 0.5"),
    G.F_MIX: _inherited("x * (1.0 - a) + y * a"),
    G.SMOOTH_STEP: _inherited(
        "t * t * (3.0 - 2.0 * t), t = clamp((x - edge0) / (edge1 - edge0), 0.0, 1.0)"
    ),
    G.LENGTH: _inherited("sqrt(dot(x, x))"),
    G.DISTANCE: _inherited("length(x - y)"),
    G.CROSS: _inherited("x[i] * y[j] - x[j] * y[i]"),
    G.NORMALIZE: _inherited("x / length(x)"),
    G.FACE_FORWARD: _inherited("dot(Nref, I) < 0.0 ? N : -N"),
    G.REFLECT: _inherited("I - 2.0 * dot(N, I) * N"),
    G.REFRACT: _inherited("k < 0.0 ? 0.0 : eta * I - (eta * dot(N, I) + sqrt(k)) * N"),
    G.DETERMINANT: Bound("none"),
    G.MATRIX_INVERSE: Bound("none"),
}
"""By number in GLSL.std.450. The packing functions are not floats' business: their results
round as they say.
"""


def ulp(exact: float) -> float:
    """Return the unit in the last place of a 32-bit float near a number."""
    if exact == 0.0 or not math.isfinite(exact):
        return 2.0**-149
    return max(2.0 ** (math.frexp(exact)[1] - 24), 2.0**-149)


def largest_error(bound: Bound, exact: float, operand: float) -> float:
    """Return how far a result may lie from the exact one; infinite where the table gives no
    number.
    """
    if bound.kind == "correctly rounded":
        return ulp(exact)
    if bound.kind == "inherited" or bound.kind == "none":
        return math.inf
    if not bound.low <= operand <= bound.high:
        return bound.outside * ulp(exact) if bound.outside < math.inf else math.inf
    unit = ulp(exact) if bound.kind == "ulp" else 1.0
    return (bound.error + bound.slope * abs(operand)) * unit
