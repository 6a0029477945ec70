"""NMin, NMax and NClamp give a NaN operand, and not the other one."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call


def rewrite(module: Module) -> None:
    """Put the operand that is no number back."""
    for number in (GlslStd450.N_MIN, GlslStd450.N_MAX, GlslStd450.N_CLAMP):
        at_each_call(module, number, _keep)


def _keep(site: Site) -> None:
    value = site.anchor.ops[2]
    right = site.call(site.anchor.ops[1], *site.anchor.ops[2:])
    site.become(opcodes.OpSelect, site.equals(value, value), right, value)


MUTANT = Mutant("float-kept-nan", "a lowering to the minimum of another machine", (), rewrite)
