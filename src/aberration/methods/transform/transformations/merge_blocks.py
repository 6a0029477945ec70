"""Append a block to its only predecessor (catalogue: MergeBlocks)."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import (
    is_continue_target,
    is_header,
    is_merge_block,
    merge_instruction,
    phis,
)
from aberration.languages.spirv.enums import ExecutionMode
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpBranchConditional,
    OpExecutionMode,
    OpName,
    OpSwitch,
)
from aberration.methods.transform.transformation import Transformation

AFTER_LOOP_MERGE: Final = (OpBranch, OpBranchConditional)


class MergeBlocks(Transformation, frozen=True, gc=False):
    """Precondition: the block has one predecessor, which is reachable, as dead as the block, and
    ends in OpBranch; its OpPhis are not decorated. Not both are merge blocks or continue targets.
    The predecessor heads no construct, or a loop of which the block is not the merge block, is no
    header, ends in OpBranch or OpBranchConditional, and is the continue target only if it branches
    back. A merge block or continue target does not become a case of an OpSwitch, nor a merge block
    anything else under maximal reconvergence.
    Effect: the block's instructions follow those of the predecessor, whose label replaces its
    label; its OpPhis are replaced by their values.
    Facts: none used, none added.
    """

    block: int

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        upper = only_predecessor(module, block) if block is not None else None
        if block is None or upper is None or upper.dead != block.dead:
            return False
        if not _labels_may_be_one(module, upper, block) or not _fits_header(module, upper, block):
            return False
        # Each OpPhi gives way to its one value, which does not have its decorations.
        return all(
            len(phi.ops) == 2 and not module.is_decorated(phi.result_id) for phi in phis(block)
        )

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        upper = must_exist(only_predecessor(module, block))
        for phi in phis(block):
            _remove_names(module, phi.result_id)
            module.replace_uses(phi.result_id, phi.ops[0])
            module.remove(phi)
        _remove_names(module, block.id)
        merge = merge_instruction(upper)
        if merge is not None:
            module.move(merge, block, len(block.instructions) - 1)
        module.join(upper, block)


def only_predecessor(module: Module, block: Block) -> Block | None:
    """Return the only predecessor of a block, if it is reachable and leads nowhere else."""
    before = module.predecessors(block)
    if len(before) != 1 or before[0] is block or before[0].terminator.op != OpBranch:
        return None
    return before[0] if module.reachable(before[0]) else None


def _labels_may_be_one(module: Module, upper: Block, block: Block) -> bool:
    ends_construct = is_merge_block(module, block)
    if not ends_construct and not is_continue_target(module, block):
        return True
    if is_merge_block(module, upper) or is_continue_target(module, upper):
        return False
    if any(user.op == OpSwitch for user in module.users(upper.id)):
        return False
    maximal = ExecutionMode.MAXIMALLY_RECONVERGES_KHR
    modes = [mode.ops[1] for mode in module.by_opcode(OpExecutionMode)]
    return not ends_construct or maximal not in modes


def _fits_header(module: Module, upper: Block, block: Block) -> bool:
    """A header that ends in OpBranch heads a loop: its merge instruction goes along."""
    merge = merge_instruction(upper)
    if merge is None:
        return True
    if block.id == merge.ops[0] or is_header(block) or block.terminator.op not in AFTER_LOOP_MERGE:
        return False
    return not is_continue_target(module, block) or upper in module.successors(block)


def _remove_names(module: Module, named_id: int) -> None:
    for user in list(module.users(named_id)):
        if user.op == OpName:
            module.remove(user)
