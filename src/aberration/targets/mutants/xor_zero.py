"""x ^ 0 and x | 0 are taken for x ^ x and give 0 where the result is computed with."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import computes, instructions, is_scalar_constant, null, redirect


def rewrite(module: Module) -> None:
    """Fold to zero."""
    for instruction in instructions(module, opcodes.OpBitwiseXor, opcodes.OpBitwiseOr):
        if any(is_scalar_constant(module, operand, 0) for operand in instruction.ops):
            redirect(module, instruction.result_id, null(module, instruction.type_id), computes)


MUTANT = Mutant("xor-zero", "an algebraic fold that confuses two identities", ("AddSynonym",), rewrite)
