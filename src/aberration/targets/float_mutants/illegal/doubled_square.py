"""pow(x, 2) becomes x * 2."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call
from ..values import number_of_all, source_of


def rewrite(module: Module) -> None:
    """Multiply by the exponent."""
    at_each_call(module, GlslStd450.POW, _double)


def _double(site: Site) -> None:
    _, _, base, exponent = site.anchor.ops
    known = source_of(site.module, exponent)
    if number_of_all(site.module, known) == 2.0:
        site.become(opcodes.OpFMul, base, known)


MUTANT = Mutant("float-doubled-square", "a reduction in strength by the wrong rule", (), rewrite)
