"""A subtraction with borrow subtracts the wrong way round."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions


def rewrite(module: Module) -> None:
    """Exchange the operands."""
    for subtraction in instructions(module, opcodes.OpISubBorrow):
        left, right = subtraction.ops
        module.set_operands(subtraction, [right, left])


MUTANT = Mutant(
    "borrow",
    "a rarely used instruction expanded wrongly",
    ("ReplaceAddSubMulWithCarryingExtended",),
    rewrite,
)
