"""Arithmetic on lanes: floats of 32 bits.

The basic operations are NumPy's own. Functions are computed in 64 bits, as the scalar engine does, and rounded;
where libraries may disagree about the last bit of that, the scalar engine's function decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from .integers import SIGNED, UNSIGNED, Lanes

SINGLE: Final = np.float32
_DOUBLE: Final = np.float64
_MIDDLE: Final = np.int64(1 << 28)
_TAIL: Final = np.int64((1 << 29) - 1)
_DOUBT: Final = np.int64(16)
_LEAST: Final = 2.0**-125
_DEGREE: Final = math.pi / 180.0
ONE: Final = SINGLE(1.0)
Scalar = Callable[..., float]


def not_numbers(*values: Lanes) -> Lanes:
    """Say where any value is not a number."""
    found = values[0] != values[0]
    for value in values[1:]:
        found = found | (value != value)
    return found


def is_infinite(a: Lanes) -> Lanes:
    return np.abs(a) == SINGLE(np.inf)


def least(a: Lanes, b: Lanes) -> Lanes:
    """Return `a` where it is less than `b`, else `b`."""
    return choose(a < b, a, b)


def greatest(a: Lanes, b: Lanes) -> Lanes:
    """Return `a` where it is greater than `b`, else `b`."""
    return choose(a > b, a, b)


def choose(condition: Lanes, new: Lanes, old: Lanes) -> Lanes:
    """Return `new` where the condition holds, else `old`."""
    if condition.ndim == 0:
        return new if condition else old
    wide = np.negative(condition.view(np.int8)).astype(SIGNED)
    kept = old.view(SIGNED)
    return (kept ^ ((kept ^ new.view(SIGNED)) & wide)).view(SINGLE)


# ---- conversions


def to_signed(a: Lanes) -> Lanes:
    """Return int32 lanes, rounded towards zero; what does not fit gives anything."""
    return a.astype(np.int64).astype(SIGNED)


def to_unsigned(a: Lanes) -> Lanes:
    """Return uint32 lanes, rounded towards zero; what does not fit gives anything."""
    return a.astype(np.int64).astype(UNSIGNED)


def signed_fails(a: Lanes) -> Lanes:
    """Say which floats int32 cannot hold."""
    return ~(np.abs(a) < SINGLE(2147483648.0)) & (a != SINGLE(-2147483648.0))


def unsigned_fails(a: Lanes) -> Lanes:
    """Say which floats uint32 cannot hold; those between -1 and 0 too, where drivers differ."""
    return ~((a >= SINGLE(0.0)) & (a < SINGLE(4294967296.0)))


# ---- functions through 64 bits


def settle(found: Lanes, exact: Scalar, *operands: Lanes) -> Lanes:
    """Round float64 lanes to float32 as if each came from `exact`.

    Results of two good libraries differ by a few units in the last place of 64 bits: that shows in 32 bits only
    next to the middle between two floats, and these lanes are asked again.
    """
    if found.ndim == 0:
        return SINGLE(_ask(exact, tuple(float(operand) for operand in operands), float(found)))
    size = np.abs(found)
    doubtful = np.abs((found.view(np.int64) & _TAIL) - _MIDDLE) <= _DOUBT
    doubtful |= ~((size > _LEAST) & (size < 1e38)) & (found != 0)
    if doubtful.any():
        wide = [np.broadcast_to(operand, found.shape) for operand in operands]
        for lane in np.flatnonzero(doubtful):
            found[lane] = _ask(exact, tuple(float(operand[lane]) for operand in wide), found[lane])
    return found.astype(SINGLE)


def _ask(exact: Scalar, operands: tuple[float, ...], otherwise: float) -> float:
    try:
        return exact(*operands)
    except (ValueError, ArithmeticError):
        return otherwise


def unary(function: Callable[[Lanes], Lanes], exact: Scalar, a: Lanes) -> Lanes:
    """Apply a function of 64 bits to float32 lanes."""
    wide = a.astype(_DOUBLE)
    return settle(function(wide), exact, wide)


def binary(function: Callable[[Lanes, Lanes], Lanes], exact: Scalar, a: Lanes, b: Lanes) -> Lanes:
    """Apply a function of 64 bits to float32 lanes."""
    wide, other = a.astype(_DOUBLE), b.astype(_DOUBLE)
    return settle(function(wide, other), exact, wide, other)


def sin(a: Lanes) -> Lanes:
    return unary(np.sin, math.sin, a)


def cos(a: Lanes) -> Lanes:
    return unary(np.cos, math.cos, a)


def tan(a: Lanes) -> Lanes:
    return unary(np.tan, math.tan, a)


def asin(a: Lanes) -> Lanes:
    return unary(np.arcsin, math.asin, a)


def acos(a: Lanes) -> Lanes:
    return unary(np.arccos, math.acos, a)


def atan(a: Lanes) -> Lanes:
    return unary(np.arctan, math.atan, a)


def sinh(a: Lanes) -> Lanes:
    return unary(np.sinh, math.sinh, a)


def cosh(a: Lanes) -> Lanes:
    return unary(np.cosh, math.cosh, a)


def tanh(a: Lanes) -> Lanes:
    return unary(np.tanh, math.tanh, a)


def asinh(a: Lanes) -> Lanes:
    return unary(np.arcsinh, math.asinh, a)


def acosh(a: Lanes) -> Lanes:
    return unary(np.arccosh, math.acosh, a)


def atanh(a: Lanes) -> Lanes:
    return unary(np.arctanh, math.atanh, a)


def atan2(a: Lanes, b: Lanes) -> Lanes:
    return binary(np.arctan2, math.atan2, a, b)


def power(a: Lanes, b: Lanes) -> Lanes:
    return binary(np.power, math.pow, a, b)


def exp(a: Lanes) -> Lanes:
    return unary(np.exp, math.exp, a)


def exp2(a: Lanes) -> Lanes:
    return unary(np.exp2, _exp2, a)


def _exp2(x: float) -> float:
    return math.pow(2.0, x)


def log(a: Lanes) -> Lanes:
    return unary(np.log, math.log, a)


def log2(a: Lanes) -> Lanes:
    return unary(np.log2, math.log2, a)


def inverse_sqrt(a: Lanes) -> Lanes:
    return (1.0 / np.sqrt(a.astype(_DOUBLE))).astype(SINGLE)


def radians(a: Lanes) -> Lanes:
    return (a.astype(_DOUBLE) * _DEGREE).astype(SINGLE)


def degrees(a: Lanes) -> Lanes:
    return (a.astype(_DOUBLE) / _DEGREE).astype(SINGLE)


# ---- by formula, each step rounded


def fsign(a: Lanes) -> Lanes:
    """Return 1, -1, or the zero itself."""
    return choose(a != 0, np.copysign(ONE, a), a)


def frem(a: Lanes, b: Lanes) -> Lanes:
    return a - b * (np.trunc(a / b) + SINGLE(0.0))


def fmod(a: Lanes, b: Lanes) -> Lanes:
    return a - b * np.floor(a / b)


def fclamp(a: Lanes, low: Lanes, high: Lanes) -> Lanes:
    return choose(a < low, low, choose(a > high, high, a))


def smooth_step(low: Lanes, high: Lanes, a: Lanes) -> Lanes:
    t = fclamp((a - low) / (high - low), SINGLE(0.0), ONE)
    return (t * t) * (SINGLE(3.0) - SINGLE(2.0) * t)


def dot(a: list[Lanes], b: list[Lanes]) -> Lanes:
    total = a[0] * b[0]
    for x, y in zip(a[1:], b[1:], strict=True):
        total = total + x * y
    return total


def length(a: list[Lanes]) -> Lanes:
    return np.sqrt(dot(a, a)) if len(a) > 1 else np.abs(a[0])


def distance(a: list[Lanes], b: list[Lanes]) -> Lanes:
    return length([x - y for x, y in zip(a, b, strict=True)])


def normalize(a: list[Lanes]) -> list[Lanes]:
    size = length(a)
    return [x / size for x in a]


def cross(a: list[Lanes], b: list[Lanes]) -> list[Lanes]:
    return [a[i] * b[j] - b[i] * a[j] for i, j in ((1, 2), (2, 0), (0, 1))]


def face_forward(normal: list[Lanes], incident: list[Lanes], reference: list[Lanes]) -> list[Lanes]:
    behind = dot(reference, incident) < 0
    return [choose(behind, x, -x) for x in normal]


def reflect(incident: list[Lanes], normal: list[Lanes]) -> list[Lanes]:
    twice = SINGLE(2.0) * dot(normal, incident)
    return [x - twice * y for x, y in zip(incident, normal, strict=True)]


def refract(incident: list[Lanes], normal: list[Lanes], eta: list[Lanes]) -> list[Lanes]:
    ratio = eta[0]
    angle = dot(normal, incident)
    k = ONE - ratio * ratio * (ONE - angle * angle)
    factor = ratio * angle + np.sqrt(np.abs(k))
    bent = [ratio * x - factor * y for x, y in zip(incident, normal, strict=True)]
    return [choose(k < 0, SINGLE(0.0), x) for x in bent]
