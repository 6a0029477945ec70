"""A loop with a hint to unroll it, or not to, loses the values that leave it: what follows the loop
reads zero.

These are the loop's phis and what the block after the loop loads.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import computes, forget, instructions

_HINTS = 3


def rewrite(module: Module) -> None:
    """Forget the exit values of loops with a hint."""
    for merge in instructions(module, opcodes.OpLoopMerge):
        after = module.block(merge.ops[0])
        if merge.block is not None and after is not None and merge.ops[2] & _HINTS:
            _forget_exits(module, merge.block, after)


def _forget_exits(module: Module, header: Block, after: Block) -> None:
    def is_wanted(user: Instruction) -> bool:
        if user.block is None or not module.dominates(after, user.block):
            return False
        return computes(user) or user.op == opcodes.OpStore

    loads = [instruction for instruction in after.instructions if instruction.op == opcodes.OpLoad]
    for value in (*phis(header), *loads):
        forget(module, value, is_wanted)


MUTANT = Mutant(
    "unroll-exit-value", "an unroller that loses an exit value", ("SetLoopControl",), rewrite
)
