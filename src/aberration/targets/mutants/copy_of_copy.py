"""Hang on a copy of a copy: each of two rewrites undoes what the other one did."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant, PlantedHang
from aberration.targets.mutants.rewriting import instructions


def rewrite(module: Module) -> None:
    """Never come to an end where a copy is copied."""
    for copy in instructions(module, opcodes.OpCopyObject):
        source = module.definition(copy.ops[0])
        if source is not None and source.op == opcodes.OpCopyObject:
            raise PlantedHang


MUTANT = Mutant("copy-of-copy", "a fixed point that is never reached", ("AddSynonym",), rewrite)
