"""Flattening a selection makes a store in its then-branch unconditional."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Block, Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks, boolean

_FLATTEN = 1


def rewrite(module: Module) -> None:
    """Always take a then-branch that stores and goes on to the merge block."""
    for block in all_blocks(module):
        then = _flattened(module, block)
        if then is not None and any(instruction.op == opcodes.OpStore for instruction in then.instructions):
            branch = block.terminator
            module.set_operand(branch, 0, boolean(module, branch.ops[0], True))


def _flattened(module: Module, block: Block) -> Block | None:
    merge, branch = module.merge_instruction(block), block.terminator
    if merge is None or merge.op != opcodes.OpSelectionMerge or not merge.ops[1] & _FLATTEN:
        return None
    if branch.op != opcodes.OpBranchConditional:
        return None
    then = module.block(branch.ops[1])
    if then is None or then.terminator.op != opcodes.OpBranch or then.terminator.ops[0] != merge.ops[0]:
        return None
    return then


MUTANT = Mutant("flatten-store", "if-conversion that does not guard side effects", ("SetSelectionControl",), rewrite)
