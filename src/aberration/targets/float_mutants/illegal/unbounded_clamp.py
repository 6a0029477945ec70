"""clamp(x, low, high) loses its lower bound."""

from __future__ import annotations

from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call


def rewrite(module: Module) -> None:
    """Keep the upper bound alone."""
    at_each_call(module, GlslStd450.F_CLAMP, _drop)
    at_each_call(module, GlslStd450.N_CLAMP, _drop)


def _drop(site: Site) -> None:
    _, _, value, _, high = site.anchor.ops
    site.become_call(GlslStd450.F_MIN, value, high)


MUTANT = Mutant(
    "float-unbounded-clamp",
    "a lowering of clamp to min and max, the second of which gets lost",
    (),
    rewrite,
)
