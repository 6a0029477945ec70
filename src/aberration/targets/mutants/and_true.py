"""b && true and b || false are folded to false, the absorbing element; b after them in the
block is, too.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import (
    boolean_constant,
    follows,
    forget,
    instructions,
    is_constant,
)


def rewrite(module: Module) -> None:
    """Fold to false; value numbering takes the operand along."""
    for fold in instructions(module, opcodes.OpLogicalAnd, opcodes.OpLogicalOr):
        if boolean_constant(module, fold.ops[1]) is (fold.op == opcodes.OpLogicalAnd):
            forget(module, fold, _is_no_phi)
            _forget_operand(module, fold)


def _forget_operand(module: Module, fold: Instruction) -> None:
    source = module.definition(fold.ops[0])
    if source is None or is_constant(module, fold.ops[0]) or source.type_id != fold.type_id:
        return
    forget(module, source, lambda user: _is_no_phi(user) and follows(module, user, fold))


def _is_no_phi(user: Instruction) -> bool:
    return user.op != opcodes.OpPhi


MUTANT = Mutant(
    "and-true", "a boolean fold with the wrong neutral element", ("AddSynonym",), rewrite
)
