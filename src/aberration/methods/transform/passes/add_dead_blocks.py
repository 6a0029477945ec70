"""Propose dead blocks."""

from __future__ import annotations

from aberration.languages.spirv.opcodes import OpBranch
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_dead_block import (
    AddDeadBlock,
    can_hold_dead_block,
)


@fuzzer_pass(
    chance=(0.2, 0.9),
    followed_by=(
        "add_function_calls",
        "add_loads",
        "add_stores",
        "obfuscate_constants",
        "replace_branches_from_dead_blocks_with_exits",
    ),
)
def add_dead_blocks(draw: Draw) -> Transformation | None:
    """One attempt: after any block that ends in OpBranch."""
    branch = draw.instruction((OpBranch,))
    block = None if branch is None else branch.block
    if block is None or not can_hold_dead_block(draw.module, block):
        return None
    value = bool(draw.rng.bits() & 1)
    draw.bool_constant(value)
    return AddDeadBlock(draw.fresh(), block.id, value)
