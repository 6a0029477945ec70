"""Flattening a selection takes its guard away: the side that has something to do is always executed."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Block, Instruction, Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks, boolean

_FLATTEN = 1


def rewrite(module: Module) -> None:
    """Always take the first side that is not empty and does not leave the selection."""
    for block in all_blocks(module):
        merge = module.merge_instruction(block)
        if merge is None or merge.op != opcodes.OpSelectionMerge or not merge.ops[1] & _FLATTEN:
            continue
        if block.terminator.op == opcodes.OpBranchConditional:
            _flatten(module, block.terminator, merge.ops[0])


def _flatten(module: Module, branch: Instruction, merge_id: int) -> None:
    for taken, label in ((True, branch.ops[1]), (False, branch.ops[2])):
        side = module.block(label)
        if label != merge_id and side is not None and _stays_inside(module, side, merge_id):
            module.set_operand(branch, 0, boolean(module, branch.ops[0], taken))
            return


def _stays_inside(module: Module, side: Block, merge_id: int) -> bool:
    """Say whether a side goes on to the merge block, or to a construct of its own."""
    if module.merge_instruction(side) is not None:
        return True
    return side.terminator.op == opcodes.OpBranch and side.terminator.ops[0] == merge_id


MUTANT = Mutant("flatten-guard", "if-conversion that does not guard side effects", ("SetSelectionControl",), rewrite)
