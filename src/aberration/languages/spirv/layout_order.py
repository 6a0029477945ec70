"""The order of blocks in the text of a function, as numbers with gaps: an inserted block needs
one in between. And the places of instructions in a block.
"""

from __future__ import annotations

from .dominators import GAP
from .instruction import Block, Function


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
    # Behind the last block there is no end: new numbers as wide apart as the first ones.
    high = blocks[index].order if index < len(blocks) else low + (len(inserted) + 1) * GAP
    step = (high - low) // (len(inserted) + 1)
    for place, block in enumerate(inserted):
        block.order = low + (place + 1) * step
    return step > 0


def number_layout(function: Function) -> None:
    """Give each block of a function its index and a new number."""
    for index, block in enumerate(function.blocks):
        block.index = index
        block.order = (index + 1) * GAP
    function.layout_valid = function.order_valid = True


def put_in_layout(function: Function, index: int, blocks: list[Block]) -> None:
    """Put blocks at `index` of the layout."""
    if function.order_valid:
        function.order_valid = give_order(function.blocks, index, blocks)
    function.blocks[index:index] = blocks
    function.layout_valid = False


def number_instructions(block: Block) -> None:
    """Give each instruction of a block its position."""
    for position, instruction in enumerate(block.instructions):
        instruction.position = position
    block.positions_valid = True
