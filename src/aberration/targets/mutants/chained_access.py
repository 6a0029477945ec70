"""Crash on an access chain that begins at another access chain."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant, PlantedCrash
from aberration.targets.mutants.rewriting import instructions

_CHAINS = (opcodes.OpAccessChain, opcodes.OpInBoundsAccessChain)


def rewrite(module: Module) -> None:
    """Assert that every access chain begins at a variable or a parameter."""
    for chain in instructions(module, *_CHAINS):
        base = module.definition(chain.ops[0])
        if base is not None and base.op in _CHAINS:
            raise PlantedCrash("combine_access_chains", "base->opcode() == SpvOpVariable")


MUTANT = Mutant(
    "chained-access",
    "addresses that front ends never compute in two steps",
    ("AccessChain",),
    rewrite,
    crashes=True,
)
