"""Propose splits of blocks."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.split_block import SplitBlock


@fuzzer_pass(
    chance=(0.4, 0.95), followed_by=("add_dead_breaks", "add_dead_continues", "add_dead_blocks")
)
def split_blocks(draw: Draw) -> Transformation | None:
    """One attempt: before any instruction."""
    instruction = draw.any_instruction()
    if instruction is None:
        return None
    return SplitBlock(Place.of(draw.module, instruction), draw.fresh())
