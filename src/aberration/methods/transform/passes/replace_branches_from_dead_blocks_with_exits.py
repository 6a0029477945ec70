"""Propose exits from dead blocks."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.opcodes import OpKill, OpReturn, OpReturnValue, OpUnreachable
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_branch_from_dead_block_with_exit import (
    ReplaceBranchFromDeadBlockWithExit,
    can_lose_branch,
)

EXITS: Final = (OpKill, OpReturn, OpReturnValue, OpUnreachable)


@fuzzer_pass(chance=(0.05, 0.3), followed_by=("replace_irrelevant_ids",))
def replace_branches_from_dead_blocks_with_exits(draw: Draw) -> Transformation | None:
    """One attempt: any dead block, any exit; the chance is low, as other passes live on dead
    blocks, too.
    """
    block = draw.dead_block()
    if block is None or not can_lose_branch(draw.module, block):
        return None
    leave = draw.rng.choose(EXITS)
    value = 0
    if leave == OpReturnValue:
        value = draw.available_id(block.function.definition.type_id, block.terminator)
    return ReplaceBranchFromDeadBlockWithExit(block.id, leave, value)
