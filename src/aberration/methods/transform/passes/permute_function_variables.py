"""Propose other orders of local variables."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpVariable
from aberration.methods.transform.draw import TRIES, Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.swap_function_variables import (
    SwapFunctionVariables,
)


@fuzzer_pass(chance=(0.3, 0.9), final=True, sites=(OpVariable,))
def permute_function_variables(draw: Draw) -> Transformation | None:
    """One attempt: any local variable and any other one of its function."""
    for _ in range(TRIES):
        first = draw.instruction((OpVariable,))
        if first is None or first.block is None:
            continue
        second = draw.rng.choose(first.block.instructions)
        if second.op == OpVariable and second is not first:
            return SwapFunctionVariables(first.result_id, second.result_id)
    return None
