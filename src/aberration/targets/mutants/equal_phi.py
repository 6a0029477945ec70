"""Hang on a phi with two different values in its pairs, one of which is a copy of the other."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant, PlantedHang
from aberration.targets.mutants.rewriting import instructions


def rewrite(module: Module) -> None:
    """Never come to an end where value numbering would find that all values of a phi are one."""
    for phi in instructions(module, opcodes.OpPhi):
        values = set(phi.ops[::2])
        originals = {_original(module, value) for value in values}
        if len(values) > 1 and len(originals) == 1:
            raise PlantedHang


def _original(module: Module, value: int) -> int:
    definition = module.definition(value)
    while definition is not None and definition.op == opcodes.OpCopyObject:
        value = definition.ops[0]
        definition = module.definition(value)
    return value


MUTANT = Mutant(
    "equal-phi",
    "value numbering that waits for a phi to change",
    ("AddOpPhiSynonym", "AddSynonym"),
    rewrite,
)
