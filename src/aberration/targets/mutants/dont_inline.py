"""Crash on a function whose control says that it must not be inlined."""

from __future__ import annotations

from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant, PlantedCrash

_DONT_INLINE = 2


def rewrite(module: Module) -> None:
    """Assert that the control may be ignored."""
    if any(function.definition.ops[0] & _DONT_INLINE for function in module.functions):
        raise PlantedCrash(
            "inline_all_calls", '!(callee->control & DONT_INLINE) && "everything is inlined"'
        )


MUTANT = Mutant(
    "dont-inline",
    "a hint that contradicts a later pass",
    ("SetFunctionControl",),
    rewrite,
    crashes=True,
)
