"""Flattening a selection makes the side that stores unconditional; in SSA form, the side that feeds the phi."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Block, Instruction, Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks, boolean

_FLATTEN = 1


def rewrite(module: Module) -> None:
    """Always take the first side that goes straight on to the merge block and has an effect there."""
    for block in all_blocks(module):
        merge = module.merge_instruction(block)
        if merge is None or merge.op != opcodes.OpSelectionMerge or not merge.ops[1] & _FLATTEN:
            continue
        if block.terminator.op == opcodes.OpBranchConditional:
            _flatten(module, block.terminator, merge.ops[0])


def _flatten(module: Module, branch: Instruction, merge_id: int) -> None:
    after = module.block(merge_id)
    joined = after is not None and after.instructions[0].op == opcodes.OpPhi
    for taken, label in ((True, branch.ops[1]), (False, branch.ops[2])):
        side = module.block(label)
        if side is not None and side is not after and _goes_to(side, merge_id) and (joined or _stores(side)):
            module.set_operand(branch, 0, boolean(module, branch.ops[0], taken))
            return


def _goes_to(side: Block, merge_id: int) -> bool:
    return side.terminator.op == opcodes.OpBranch and side.terminator.ops[0] == merge_id


def _stores(side: Block) -> bool:
    return any(instruction.op == opcodes.OpStore for instruction in side.instructions)


MUTANT = Mutant("flatten-store", "if-conversion that does not guard side effects", ("SetSelectionControl",), rewrite)
