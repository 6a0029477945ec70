"""Propose blocks that are never executed, behind conditions that no compiler can decide."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpBranch
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.conditions import condition_before
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_block import can_hold_dead_block
from aberration.methods.transform.transformations.add_false_block import AddFalseBlock


@fuzzer_pass(
    chance=(0.2, 0.7),
    followed_by=(
        "add_function_calls",
        "add_loads",
        "add_stores",
        "replace_branches_from_dead_blocks_with_exits",
    ),
)
def add_false_blocks(draw: Draw) -> Transformation | None:
    """One attempt: after any block that ends in OpBranch."""
    branch = draw.instruction((OpBranch,))
    block = None if branch is None else branch.block
    if block is None or not can_hold_dead_block(draw.module, block):
        return None
    condition = condition_before(draw, block.terminator)
    return None if condition is None else AddFalseBlock(draw.fresh(), block.id, condition)
