"""Crash on a continue edge of a branch on a constant: the back edge is looked for in the wrong
place.
"""

from __future__ import annotations

from aberration.languages.spirv.blocks import is_continue_target, merge_instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant, PlantedCrash
from aberration.targets.mutants.rewriting import constant_branches


def rewrite(module: Module) -> None:
    """Assert that folding never removes a continue edge."""
    for block, _, other in constant_branches(module):
        if merge_instruction(block) is None and is_continue_target(module, other):
            raise PlantedCrash("fold_branch", "other != loop->continue_block")


MUTANT = Mutant(
    "dead-continue", "a loop analysis gone stale", ("AddDeadContinue",), rewrite, crashes=True
)
