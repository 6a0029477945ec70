"""A branch on a constant is folded towards the side that ends the invocation, whatever the
constant says.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import constant_branches, invert

_EXITS = (opcodes.OpKill, opcodes.OpReturn, opcodes.OpReturnValue)


def rewrite(module: Module) -> None:
    """Take the exit."""
    for block, taken, other in constant_branches(module):
        if other.terminator.op in _EXITS and taken.terminator.op not in _EXITS:
            invert(module, block)


MUTANT = Mutant(
    "dead-exit",
    "a discard made unconditional",
    ("ReplaceBranchFromDeadBlockWithExit", "AddDeadBlock"),
    rewrite,
)
