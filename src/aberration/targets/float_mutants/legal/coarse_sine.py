"""sin and cos are off by 2^-12, half of what is allowed, and never beyond -1 and 1."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free_call

_ERROR: Final = 2.0**-12


def rewrite(module: Module) -> None:
    """Add the error."""
    for number in (GlslStd450.SIN, GlslStd450.COS):
        at_each_free_call(module, number, _add_error)


def _add_error(site: Site) -> None:
    exact = site.call(*site.anchor.ops[1:])
    coarse = site.write(opcodes.OpFAdd, exact, site.constant(_ERROR))
    site.become_call(GlslStd450.F_CLAMP, coarse, site.constant(-1.0), site.constant(1.0))


MUTANT = Mutant("legal-coarse-sine", "a sine of eleven bits", (), rewrite)
