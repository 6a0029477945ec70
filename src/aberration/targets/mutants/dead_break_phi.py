"""A branch on a constant is inverted when one side is a merge block with a phi."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Block, Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import constant_branches, invert


def rewrite(module: Module) -> None:
    """Break out of the construct."""
    for block, _, other in constant_branches(module):
        if module.merge_instruction(block) is None and _has_phi(other) and module.is_merge_block(other):
            invert(module, block)


def _has_phi(block: Block) -> bool:
    return block.instructions[0].op == opcodes.OpPhi


MUTANT = Mutant("dead-break-phi", "a branch inverted when the merge block has a phi", ("AddDeadBreak",), rewrite)
