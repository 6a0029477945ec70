"""Propose other hints for functions."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.enums import FunctionControl
from aberration.languages.spirv.opcodes import OpFunction
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.set_function_control import (
    PROMISES,
    SetFunctionControl,
)

INLININGS: Final = (FunctionControl.NONE, FunctionControl.INLINE, FunctionControl.DONT_INLINE)


@fuzzer_pass(chance=(0.3, 0.9), final=True, sites=(OpFunction,))
def adjust_function_controls(draw: Draw) -> Transformation | None:
    """One attempt: any function; each promise that it makes is kept or dropped."""
    functions = draw.module.functions
    if not functions:
        return None
    function = draw.rng.choose(functions)
    old = function.definition.ops[0]
    kept = old & PROMISES & draw.rng.bits()
    controls = [inlining | kept for inlining in INLININGS if inlining | kept != old]
    return SetFunctionControl(function.id, draw.rng.choose(controls))
