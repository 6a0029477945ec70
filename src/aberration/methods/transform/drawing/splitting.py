"""Blocks split where a pass needs one to begin or end."""

from __future__ import annotations

from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.transformations.split_block import SplitBlock


def split_before(draw: Draw, anchor: Instruction) -> Block | None:
    """Return the block that begins with an instruction after a split; None if that is refused."""
    step = SplitBlock(Place.of(draw.module, anchor), draw.fresh())
    return draw.module.block(step.fresh) if draw.apply(step) else None
