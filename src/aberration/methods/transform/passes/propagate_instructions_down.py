"""Propose to compute values in the successors of their blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.languages.spirv.instruction import Block
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
    block = next(
        (each for each in _blocks(draw) if movable_down(draw.module, each) is not None), None
    )
    if block is None:
        return None
    successors = draw.module.successors(block)
    if not 0 < len(successors) <= MOST_SUCCESSORS:
        return None
    phi = draw.fresh()
    return PropagateInstructionDown(
        block.id, phi, tuple((each.id, draw.fresh()) for each in successors)
    )


def _blocks(draw: Draw) -> Iterator[Block]:
    """Yield some blocks."""
    for _ in range(TRIES):
        block = draw.block()
        if block is not None:
            yield block
