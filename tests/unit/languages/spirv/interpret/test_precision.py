"""The table of error bounds, and that the interpreter itself keeps to it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import pytest
from helpers.float_promises import (
    CORRECT,
    EXTENDED,
    INSTRUCTIONS,
    largest_error,
    ulp,
)
from helpers.interpret import bits, number, values
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.interpret.scalar import arithmetic, extended

DIRECT: Final[dict[str, tuple[int, Callable[[float], float], float, float]]] = {
    "Exp": (GlslStd450.EXP, math.exp, -80.0, 80.0),
    "Exp2": (GlslStd450.EXP2, lambda x: 2.0**x, -120.0, 120.0),
    "Log": (GlslStd450.LOG, math.log, 1e-30, 1e30),
    "Log2": (GlslStd450.LOG2, math.log2, 0.25, 4.0),
    "Sin": (GlslStd450.SIN, math.sin, -3.0, 3.0),
    "Cos": (GlslStd450.COS, math.cos, -3.0, 3.0),
    "Atan": (GlslStd450.ATAN, math.atan, -1e5, 1e5),
    "InverseSqrt": (GlslStd450.INVERSE_SQRT, lambda x: 1.0 / math.sqrt(x), 1e-30, 1e30),
}


@pytest.mark.parametrize("name", DIRECT)
def test_the_interpreter_keeps_the_bounds(name: str) -> None:
    opcode, exact, low, high = DIRECT[name]
    body = f"%r = OpExtInst %float %glsl {name} %xf\nWRITE 0 %r float"

    @settings(max_examples=15, deadline=None)
    @given(st.floats(low, high, width=32) if low == math.floor(low) else st.floats(low, high))
    def check(x: float) -> None:
        x = number(bits(x))
        got = number(values(body, [(bits(x), 0, 0)])[0])
        assert abs(got - exact(x)) <= min(
            largest_error(EXTENDED[opcode], exact(x), x), ulp(exact(x))
        )

    check()


def test_every_float_instruction_has_a_bound() -> None:
    floats = set(arithmetic.FLOAT) | set(arithmetic.FLOAT_COMPARISONS)
    assert floats <= set(INSTRUCTIONS)
    assert set(extended.SINGLE) <= set(EXTENDED)


def test_bounds_depend_on_the_operand() -> None:
    division = INSTRUCTIONS[opcodes.OpFDiv]
    assert largest_error(division, 1.0, 3.0) == 2.5 * 2.0**-23
    assert largest_error(division, 1.0, 1e-40) == math.inf
    assert largest_error(EXTENDED[GlslStd450.EXP], 1.0, -2.0) == 7.0 * 2.0**-23
    assert largest_error(EXTENDED[GlslStd450.LOG], 0.0, 1.0) == 2.0**-21
    assert largest_error(EXTENDED[GlslStd450.LOG], 1.5, 4.5) == 3.0 * 2.0**-23
    assert largest_error(CORRECT, 1.0, 0.0) == 2.0**-23


@pytest.mark.parametrize(
    ("exact", "unit"), [(1.0, 2.0**-23), (1.99, 2.0**-23), (2.0, 2.0**-22), (0.0, 2.0**-149)]
)
def test_units_in_the_last_place(exact: float, unit: float) -> None:
    assert ulp(exact) == unit
