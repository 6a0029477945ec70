"""Unrolling a loop loses the values that leave it: computations and stores after the loop read zero.

These are the loop's phis and what the block after the loop loads first.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Block, Instruction, Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import computes, forget, instructions

_UNROLL = 1


def rewrite(module: Module) -> None:
    """Forget the exit values of loops to unroll."""
    for merge in instructions(module, opcodes.OpLoopMerge):
        after = module.block(merge.ops[0])
        if merge.block is not None and after is not None and merge.ops[2] & _UNROLL:
            _forget_exits(module, merge.block, after)


def _forget_exits(module: Module, header: Block, after: Block) -> None:
    def wanted(user: Instruction) -> bool:
        return user.block is after and (computes(user) or user.op == opcodes.OpStore)

    for value in (*module.phis(header), *_first_load(after)):
        forget(module, value, wanted)


def _first_load(block: Block) -> list[Instruction]:
    return [instruction for instruction in block.instructions if instruction.op == opcodes.OpLoad][:1]


MUTANT = Mutant("unroll-exit-value", "an unroller that loses an exit value", ("SetLoopControl",), rewrite)
