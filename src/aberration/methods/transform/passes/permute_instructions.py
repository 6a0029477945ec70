"""Propose other orders of instructions."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.move_instruction_down import MoveInstructionDown

FARTHEST: Final = 6


@fuzzer_pass(chance=(0.2, 0.7))
def permute_instructions(draw: Draw) -> Transformation | None:
    """One attempt: any instruction, some places down, as far as it goes."""
    module = draw.module
    instruction = draw.any_instruction()
    if instruction is None:
        return None
    for _ in range(draw.rng.below(FARTHEST)):
        if not draw.apply(MoveInstructionDown(Place.of(module, instruction))):
            return None
    return MoveInstructionDown(Place.of(module, instruction))
