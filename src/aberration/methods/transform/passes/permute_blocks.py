"""Propose other orders of blocks."""

from __future__ import annotations

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.move_block_down import MoveBlockDown


@fuzzer_pass(chance=(0.2, 0.5))
def permute_blocks(draw: Draw) -> Transformation | None:
    """One attempt: any block."""
    block = draw.block()
    return None if block is None else MoveBlockDown(block.id)
