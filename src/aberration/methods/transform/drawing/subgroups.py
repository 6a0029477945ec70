"""Values that a subgroup gives back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from aberration.languages.spirv.enums import Capability, Scope
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.preamble import has_capability
from aberration.methods.transform.analysis.subgroup_identities import (
    NOTHING,
    WORD,
    SubgroupIdentity,
    suits,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.operands import use_at_once, value_at
from aberration.methods.transform.transformation import Transformation

AT_A_USE: Final = 0.7
"""Chance that the operand of an instruction is computed again, and replaced."""
TRIES: Final = 8

Step = Callable[[int, int, int, Place], Transformation]


def _always(_module: Module, _value_id: int) -> bool:
    return True


def synonym_of_a_subgroup(
    draw: Draw,
    table: Sequence[SubgroupIdentity],
    step: Step,
    wanted: Callable[[Module, int], bool] = _always,
) -> Transformation | None:
    """Return a step that asks a subgroup for a value that is `wanted`, by an identity of a table;
    of modules that declare no subgroups, none.
    """
    module = draw.module
    if not has_capability(module, Capability.GROUP_NON_UNIFORM):
        return None
    for _ in range(TRIES):
        anchor = draw.insertion_point()
        drawn = None if anchor is None else value_at(draw, anchor, AT_A_USE)
        if anchor is None or drawn is None or not drawn.value:
            continue
        fitting = [at for at, each in enumerate(table) if suits(module, drawn.value, each)]
        if not fitting or not wanted(module, drawn.value):
            continue
        chosen = draw.rng.choose(fitting)
        unsigned = draw.int_type(WORD, signed=False)
        draw.int_constant(unsigned, Scope.SUBGROUP)
        if table[chosen].last != NOTHING:
            draw.int_constant(unsigned, table[chosen].last)
        fresh = draw.fresh()
        made = step(drawn.value, chosen, fresh, Place.of(module, anchor))
        return use_at_once(draw, drawn, made, fresh)
    return None
