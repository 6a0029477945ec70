"""A branch on a constant is inverted when the side not taken is a merge block that begins with a
phi or a load.

The test of a loop (the block right after the header whose merge block it branches to) is left
alone.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.blocks import is_merge_block, merge_instruction
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import constant_branches, invert


def rewrite(module: Module) -> None:
    """Break out of the construct."""
    for block, _, other in constant_branches(module):
        if merge_instruction(block) is not None or _is_loop_test(module, block, other):
            continue
        # The block after it begins with reading what the paths to it left behind.
        if is_merge_block(module, other) and (
            other.instructions[0].op in (opcodes.OpPhi, opcodes.OpLoad)
        ):
            invert(module, block)


def _is_loop_test(module: Module, block: Block, after: Block) -> bool:
    merges = [merge_instruction(predecessor) for predecessor in module.predecessors(block)]
    return any(merge is not None and merge.ops[0] == after.id for merge in merges)


MUTANT = Mutant(
    "dead-break", "a branch inverted when the merge block has a phi", ("AddDeadBreak",), rewrite
)
