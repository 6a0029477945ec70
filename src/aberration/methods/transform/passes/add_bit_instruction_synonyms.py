"""Propose to compute bitwise operations bit by bit."""

from __future__ import annotations

from typing import Final

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_bit_instruction_synonym import (
    BITWISE,
    WIDTH,
    AddBitInstructionSynonym,
    can_be_taken_apart,
    ids_needed,
)

ONE_IN: Final = 4
"""Attempts of which one goes on: each success adds about a hundred instructions."""
LARGEST_BOUND: Final = 12_000
"""In a larger module it is not attempted."""


@fuzzer_pass(chance=(0.05, 0.2), followed_by=("apply_id_synonyms",))
def add_bit_instruction_synonyms(draw: Draw) -> Transformation | None:
    """One attempt of four: any bitwise instruction; the constants that number the bits are made."""
    if draw.rng.below(ONE_IN) or draw.module.bound > LARGEST_BOUND:
        return None
    instruction = draw.instruction(BITWISE)
    if instruction is None or not can_be_taken_apart(draw.module, instruction):
        return None
    unsigned = draw.int_type(WIDTH, signed=False)
    for bit in range(WIDTH):
        if not draw.int_constant(unsigned, bit):
            return None
    count = ids_needed(instruction)
    first = draw.fresh_range(count)
    return AddBitInstructionSynonym(instruction.result_id, tuple(range(first, first + count)))
