"""Crash on a selection on a constant with an empty branch: the selection is removed twice."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.blocks import merge_instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant, PlantedCrash
from aberration.targets.mutants.rewriting import constant_branches


def rewrite(module: Module) -> None:
    """Assert that a selection has something to select."""
    for block, taken, other in constant_branches(module):
        if (
            len(other.instructions) == 1
            and other.terminator.op == opcodes.OpBranch
            and other.terminator.ops[0] == taken.id
            and merge_instruction(block) is not None
        ):
            raise PlantedCrash("remove_selection", "!list_is_empty(&nif->then_list)")


MUTANT = Mutant(
    "empty-then", "two folds of the same construct", ("AddDeadBlock",), rewrite, crashes=True
)
