"""A phi reads zero from a predecessor that is laid out after its block (and is no back edge)."""

from __future__ import annotations

from aberration.languages.spirv.blocks import is_merge_block, phis
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import all_blocks, null


def rewrite(module: Module) -> None:
    """Zero the values that come from blocks further down."""
    for block in all_blocks(module):
        if is_merge_block(module, block):
            for phi in phis(block):
                _forget_later(module, block, phi)


def _forget_later(module: Module, block: Block, phi: Instruction) -> None:
    for k in range(0, len(phi.ops), 2):
        if _is_later(module, block, module.block(phi.ops[k + 1])):
            module.set_operand(phi, k, null(module, phi.type_id))


def _is_later(module: Module, block: Block, predecessor: Block | None) -> bool:
    if predecessor is None or module.layout_index(predecessor) <= module.layout_index(block):
        return False
    return not module.dominates(block, predecessor)


MUTANT = Mutant(
    "moved-phi", "one pass over the blocks where two are needed", ("MoveBlockDown",), rewrite
)
