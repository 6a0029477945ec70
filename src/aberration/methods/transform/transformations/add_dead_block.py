"""Add a block that is never executed (catalogue: AddDeadBlock)."""

from __future__ import annotations

from aberration.core.errors import must_exist
from aberration.languages.spirv.blocks import (
    is_continue_target,
    is_loop_header,
    is_merge_block,
    merge_instruction,
    phis,
)
from aberration.languages.spirv.instruction import Block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpBranch
from aberration.methods.transform.analysis.constants import find_boolean
from aberration.methods.transform.building.branching import block_leading_to, make_selection_header
from aberration.methods.transform.transformation import Transformation


class AddDeadBlock(Transformation, frozen=True, gc=False):
    """Precondition: a relevant boolean constant `value` exists; the block is reachable, no loop
    header, and ends in OpBranch to a successor that is no merge block, continue target or loop
    header and that it dominates.
    Effect: the block becomes the header of a selection with the successor as its merge block; the
    new block, on the side that `value` never takes, only branches there.
    Facts: the new block is dead.
    """

    fresh: int
    block: int
    value: bool

    def is_applicable(self, module: Module) -> bool:
        block = module.block(self.block)
        if (
            block is None
            or not module.is_fresh(self.fresh)
            or not can_hold_dead_block(module, block)
        ):
            return False
        return find_boolean(module, self.value) != 0

    def apply(self, module: Module) -> None:
        block = must_exist(module.block(self.block))
        hang_dead_block(module, block, self.fresh, find_boolean(module, self.value), self.value)


def hang_dead_block(module: Module, block: Block, label: int, condition: int, value: bool) -> None:
    """Make a block the header of a selection around a new dead block: `condition` is always
    `value`.
    """
    successor = must_exist(module.block(block.terminator.ops[0]))
    target = successor.id
    dead = block_leading_to(block.function, label, target, True)
    module.insert_block(block.function, module.layout_index(block) + 1, dead)
    targets = [target, label] if value else [label, target]
    make_selection_header(module, block, target, condition, targets)
    extend_phis(module, block, successor, label)


def extend_phis(module: Module, block: Block, successor: Block, *added: int) -> None:
    """Give every OpPhi of the successor, for new predecessors, the value that it has from the
    block itself, which is available there.
    """
    for phi in phis(successor):
        pairs = zip(phi.ops[::2], phi.ops[1::2], strict=True)
        value = next(value for value, predecessor in pairs if predecessor == block.id)
        for predecessor in added:
            module.add_phi_pair(phi, value, predecessor)


def can_hold_dead_block(module: Module, block: Block) -> bool:
    """Say whether a block may become the header of a selection around a dead block."""
    if (
        block.terminator.op != OpBranch
        or merge_instruction(block) is not None
        or not module.reachable(block)
    ):
        return False
    successor = module.block(block.terminator.ops[0])
    if successor is None or not module.dominates(block, successor) or is_loop_header(successor):
        return False
    return not is_merge_block(module, successor) and not is_continue_target(module, successor)
