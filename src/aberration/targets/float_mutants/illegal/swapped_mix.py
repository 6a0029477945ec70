"""mix(x, y, a) is done with its ends exchanged."""

from __future__ import annotations

from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call


def rewrite(module: Module) -> None:
    """Exchange the ends."""
    at_each_call(module, GlslStd450.F_MIX, _swap)


def _swap(site: Site) -> None:
    _, _, start, end, part = site.anchor.ops
    site.become_call(GlslStd450.F_MIX, end, start, part)


MUTANT = Mutant(
    "float-swapped-mix",
    "an instruction of the machine that interpolates the other way",
    (),
    rewrite,
)
