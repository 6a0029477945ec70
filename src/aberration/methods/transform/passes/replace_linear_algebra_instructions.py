"""Propose to compute transpositions and products component by component."""

from __future__ import annotations

from aberration.methods.transform.analysis.products import SUMS
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_linear_algebra_instruction import (
    REPLACED,
    ReplaceLinearAlgebraInstruction,
    can_be_expanded,
    ids_needed,
)


@fuzzer_pass(chance=(0.1, 0.9))
def replace_linear_algebra_instructions(draw: Draw) -> Transformation | None:
    """One attempt: any transposition or product; of those that are sums, only exact ones are
    taken.
    """
    instruction = draw.instruction((*REPLACED, *SUMS))
    if instruction is None or not can_be_expanded(draw.module, instruction):
        return None
    count = ids_needed(draw.module, instruction)
    first = draw.fresh_range(count)
    return ReplaceLinearAlgebraInstruction(
        instruction.result_id, tuple(range(first, first + count))
    )
