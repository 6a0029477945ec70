"""Add a block that is never executed, which only an execution of the original shows."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.known_conditions import KnownCondition
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.add_dead_block import (
    can_hold_dead_block,
    hang_dead_block,
)


class AddFalseBlock(Transformation, frozen=True, gc=False):
    """Precondition: the condition compares, at the end of the block, values of the original, or one
    to a constant, and always has the same value, as their ranges say; a constant that it needs
    exists and is relevant. The block can be given a dead block, as by AddDeadBlock.
    Effect: the block computes the condition and becomes the header of a selection with its
    successor as the merge block; the new block, on the side that is never taken, only branches
    there.
    Facts: uses the ranges that it carries; the new block is dead.
    """

    fresh: int
    block: int
    condition: KnownCondition

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        if block is None or not all_fresh(module, self.fresh, self.condition.fresh):
            return False
        return can_hold_dead_block(module, block) and self.condition.fits(module, block.terminator)

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        value = self.condition.insert(module, block.terminator)
        hang_dead_block(module, block, self.fresh, self.condition.fresh, value)
