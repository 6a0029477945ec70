"""Propose other orders of functions."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpFunction
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.swap_two_functions import SwapTwoFunctions


@fuzzer_pass(chance=(0.1, 0.9), final=True, sites=(OpFunction,))
def swap_functions(draw: Draw) -> Transformation | None:
    """One attempt: any two functions."""
    functions = draw.module.functions
    return SwapTwoFunctions(draw.rng.choose(functions).id, draw.rng.choose(functions).id)
