"""Unrolling a loop loses what the first store after the loop should have stored."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import forget_first_store, instructions

_UNROLL = 1


def rewrite(module: Module) -> None:
    """Zero the first store of a computed value in the merge block of loops to unroll."""
    for merge in instructions(module, opcodes.OpLoopMerge):
        exit_block = module.block(merge.ops[0]) if merge.ops[2] & _UNROLL else None
        if exit_block is not None:
            forget_first_store(module, exit_block)


MUTANT = Mutant("unroll-exit-store", "an unroller that loses an exit value", ("SetLoopControl",), rewrite)
