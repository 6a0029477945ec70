"""x ^ 0 and x | 0 are taken for x ^ x: where the result, or x after it in the block, is
computed with, it is 0.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import (
    computes,
    follows,
    forget,
    instructions,
    is_constant,
    is_scalar_constant,
    reads_zero_well,
)


def rewrite(module: Module) -> None:
    """Fold to zero; value numbering takes the operand along."""
    for fold in instructions(module, opcodes.OpBitwiseXor, opcodes.OpBitwiseOr):
        if any(is_scalar_constant(module, operand, 0) for operand in fold.ops):
            forget(module, fold, reads_zero_well)
            _forget_operand(module, fold)


def _forget_operand(module: Module, fold: Instruction) -> None:
    source = module.definition(fold.ops[0])
    if source is None or is_constant(module, fold.ops[0]) or source.type_id != fold.type_id:
        return
    forget(
        module,
        source,
        lambda user: user is not fold and computes(user) and follows(module, user, fold),
    )


MUTANT = Mutant(
    "xor-zero", "an algebraic fold that confuses two identities", ("AddSynonym",), rewrite
)
