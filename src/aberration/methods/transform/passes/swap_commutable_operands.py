"""Propose swaps of commutative operands."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.grammar import COMMUTATIVE
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.swap_commutable_operands import (
    SwapCommutableOperands,
)

OPCODES: Final = tuple(sorted(COMMUTATIVE))


@fuzzer_pass(chance=(0.1, 0.5), final=True, sites=OPCODES)
def swap_commutable_operands(draw: Draw) -> Transformation | None:
    """One attempt: any commutative instruction of different operands."""
    instruction = draw.instruction(OPCODES)
    if instruction is None or instruction.block is None or instruction.ops[0] == instruction.ops[1]:
        return None
    return SwapCommutableOperands(Place.of(draw.module, instruction))
