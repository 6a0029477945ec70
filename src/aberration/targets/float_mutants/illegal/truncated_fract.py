"""fract(x) is done as x - trunc(x), which is below zero where x is."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call


def rewrite(module: Module) -> None:
    """Take the part before the point away."""
    at_each_call(module, GlslStd450.FRACT, _subtract)


def _subtract(site: Site) -> None:
    value = site.anchor.ops[2]
    site.become(opcodes.OpFSub, value, site.call(GlslStd450.TRUNC, value))


MUTANT = Mutant(
    "float-truncated-fract", "a fraction that keeps the sign, as C's modf does", (), rewrite
)
