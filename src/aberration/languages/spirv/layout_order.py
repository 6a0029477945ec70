"""The order of blocks in the text of a function, as numbers with gaps: an inserted block needs
one in between.
"""

from __future__ import annotations

from .dominators import GAP
from .instruction import Block


def index_by_order(blocks: list[Block], order: int) -> int:
    """Return the index of the block with this number."""
    low, high = 0, len(blocks) - 1
    while low < high:
        middle = (low + high) >> 1
        if blocks[middle].order < order:
            low = middle + 1
        else:
            high = middle
    return low


def give_order(blocks: list[Block], index: int, inserted: list[Block]) -> bool:
    """Give numbers to blocks that are about to be inserted at `index`; false if there are too
    few between.
    """
    low = blocks[index - 1].order if index > 0 else 0
    high = blocks[index].order if index < len(blocks) else low + (len(inserted) + 1) * GAP
    step = (high - low) // (len(inserted) + 1)
    for place, block in enumerate(inserted):
        block.order = low + (place + 1) * step
    return step > 0
