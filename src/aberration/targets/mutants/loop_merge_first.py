"""Crash on a loop whose merge block is laid out before its continue target."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant, PlantedCrash
from aberration.targets.mutants.rewriting import instructions


def rewrite(module: Module) -> None:
    """Assert the layout that front ends give loops."""
    for merge in instructions(module, opcodes.OpLoopMerge):
        after, again = module.block(merge.ops[0]), module.block(merge.ops[1])
        if after is None or again is None:
            continue
        if module.layout_index(after) < module.layout_index(again):
            raise PlantedCrash("emit_loop", "continue_block->index < merge_block->index")


MUTANT = Mutant(
    "loop-merge-first",
    "reliance on the usual order of blocks",
    ("MoveBlockDown",),
    rewrite,
    crashes=True,
)
