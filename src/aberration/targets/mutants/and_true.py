"""b && true and b || false are folded to false: the constant on the right is taken for the absorbing element."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import boolean_constant, instructions, null, redirect

_PHI = opcodes.OpPhi


def rewrite(module: Module) -> None:
    """Fold to false."""
    for instruction in instructions(module, opcodes.OpLogicalAnd, opcodes.OpLogicalOr):
        identity = instruction.op == opcodes.OpLogicalAnd
        if boolean_constant(module, instruction.ops[1]) is identity:
            redirect(module, instruction.result_id, null(module, instruction.type_id), lambda user: user.op != _PHI)


MUTANT = Mutant("and-true", "a boolean fold with the wrong neutral element", ("AddSynonym",), rewrite)
