"""Flattening a selection exchanges its sides, if neither leaves the selection: the mask is the
wrong way round.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.blocks import merge_instruction
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks

_FLATTEN = 1


def rewrite(module: Module) -> None:
    """Exchange the sides."""
    for block in all_blocks(module):
        merge = merge_instruction(block)
        if merge is None or merge.op != opcodes.OpSelectionMerge or not merge.ops[1] & _FLATTEN:
            continue
        if block.terminator.op == opcodes.OpBranchConditional:
            _flatten(module, block.terminator, merge.ops[0])


def _flatten(module: Module, branch: Instruction, merge_id: int) -> None:
    after, sides = module.block(merge_id), [module.block(label) for label in branch.ops[1:3]]
    if after is not None and all(
        side is not None and module.post_dominates(after, side) for side in sides
    ):
        condition, first, second = branch.ops[:3]
        module.set_operands(branch, [condition, second, first])


MUTANT = Mutant(
    "flatten-mask", "if-conversion with an inverted mask", ("SetSelectionControl",), rewrite
)
