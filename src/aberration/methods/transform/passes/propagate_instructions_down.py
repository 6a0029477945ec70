"""Propose to compute values in the successors of their blocks."""

from __future__ import annotations

from typing import Final

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.propagate_instruction_down import (
    PropagateInstructionDown,
    movable_down,
)

MOST_SUCCESSORS: Final = 8
TRIES: Final = 4


@fuzzer_pass(chance=(0.2, 0.7), followed_by=("apply_id_synonyms", "replace_irrelevant_ids"))
def propagate_instructions_down(draw: Draw) -> Transformation | None:
    """One attempt: any block that has few successors."""
    for _ in range(TRIES):
        block = draw.block()
        if block is not None and movable_down(draw.module, block) is not None:
            break
    else:
        return None
    successors = draw.module.successors(block)
    if not 0 < len(successors) <= MOST_SUCCESSORS:
        return None
    phi = draw.fresh()
    return PropagateInstructionDown(
        block.id, phi, tuple((each.id, draw.fresh()) for each in successors)
    )
