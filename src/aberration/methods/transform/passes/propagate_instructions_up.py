"""Propose to compute values in the predecessors of their blocks."""

from __future__ import annotations

from typing import Final

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.propagate_instruction_up import (
    PropagateInstructionUp,
    can_precompute,
)

MOST_PREDECESSORS: Final = 8


@fuzzer_pass(chance=(0.2, 0.7))
def propagate_instructions_up(draw: Draw) -> Transformation | None:
    """One attempt: any block that has few predecessors."""
    block = draw.block()
    if block is None or not can_precompute(draw.module, block):
        return None
    predecessors = draw.module.predecessors(block)
    if len(predecessors) > MOST_PREDECESSORS:
        return None
    return PropagateInstructionUp(block.id, tuple((each.id, draw.fresh()) for each in predecessors))
