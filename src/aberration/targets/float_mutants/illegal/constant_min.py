"""min(x, c) and max(x, c) with a constant c are folded to c."""

from __future__ import annotations

from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call
from ..values import numbers_of, source_of


def rewrite(module: Module) -> None:
    """Fold to the constant."""
    for number in (GlslStd450.F_MIN, GlslStd450.F_MAX, GlslStd450.N_MIN, GlslStd450.N_MAX):
        at_each_call(module, number, _fold)


def _fold(site: Site) -> None:
    for operand in site.anchor.ops[2:]:
        known = source_of(site.module, operand)
        if numbers_of(site.module, known) is not None:
            site.become_value(known)
            return


MUTANT = Mutant(
    "float-constant-min", "an analysis of ranges that takes a bound for the value", (), rewrite
)
