"""What passes need to find and prepare regions with one way in and one way out."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.blocks import phis
from aberration.languages.spirv.instruction import Block
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.transformations.add_loop_preheader import (
    AddLoopPreheader,
    blocks_before_loop,
)

FARTHEST: Final = 12
"""Dominators of a region's end that are looked at for its beginning."""


def dominators_of(draw: Draw, end: Block) -> list[Block]:
    """Return blocks that dominate a block, itself included, shuffled; the nearest ones only."""
    found: list[Block] = []
    current: Block | None = end
    while current is not None and len(found) < FARTHEST:
        found.append(current)
        current = draw.module.immediate_dominator(current)
    return draw.rng.shuffled(found)


def preheader_for(draw: Draw, header: Block) -> AddLoopPreheader:
    """Return the step that puts a new block before a loop; not applicable where that cannot be
    done.
    """
    outside = blocks_before_loop(draw.module, header)
    block_phis = phis(header) if len(outside) > 1 else []
    return AddLoopPreheader(header.id, draw.fresh(), tuple(draw.fresh() for _ in block_phis))
