"""Crash on a Private variable with an initialiser."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant, PlantedCrash


def rewrite(module: Module) -> None:
    """Assert that only Function variables have one."""
    for variable in module.globals:
        if (
            variable.op == opcodes.OpVariable
            and variable.ops[0] == StorageClass.PRIVATE
            and len(variable.ops) > 1
        ):
            raise PlantedCrash("lower_globals", "!var->initializer")


MUTANT = Mutant(
    "private-initializer",
    "what front ends never emit",
    ("AddGlobalVariable",),
    rewrite,
    crashes=True,
)
