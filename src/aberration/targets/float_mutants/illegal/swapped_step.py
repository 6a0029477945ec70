"""step(edge, x) is done with its operands exchanged."""

from __future__ import annotations

from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call


def rewrite(module: Module) -> None:
    """Exchange the operands."""
    at_each_call(module, GlslStd450.STEP, _swap)


def _swap(site: Site) -> None:
    _, _, edge, value = site.anchor.ops
    site.become_call(GlslStd450.STEP, value, edge)


MUTANT = Mutant(
    "float-swapped-step",
    "a lowering that takes the operands in the order of another language",
    (),
    rewrite,
)
