"""Move a block one place down in the layout of its function (catalogue: MoveBlockDown)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation


class MoveBlockDown(Transformation, frozen=True, gc=False):
    """Precondition: the block is reachable, neither the first nor the last of its function, and
    does not dominate the one after it.
    Effect: the two change places in the text.
    Facts: none used, none added.
    """

    block: int

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        if block is None or not module.reachable(block):
            return False
        index = module.layout_index(block)
        blocks = block.function.blocks
        if index == 0 or index + 1 == len(blocks):
            return False
        return not module.dominates(block, blocks[index + 1])

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        module.swap_blocks(block.function, module.layout_index(block))
