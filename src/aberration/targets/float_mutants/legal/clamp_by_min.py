"""clamp(x, low, high) is computed as min(max(x, low), high), and step by a comparison."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free_call


def rewrite(module: Module) -> None:
    """Write two operations for one."""
    at_each_free_call(module, GlslStd450.F_CLAMP, _clamp)
    at_each_free_call(module, GlslStd450.STEP, _compare)


def _clamp(site: Site) -> None:
    _, _, value, low, high = site.anchor.ops
    site.become_call(GlslStd450.F_MIN, site.call(GlslStd450.F_MAX, value, low), high)


def _compare(site: Site) -> None:
    _, _, edge, value = site.anchor.ops
    site.become(opcodes.OpSelect, site.is_less(value, edge), site.constant(0.0), site.constant(1.0))


MUTANT = Mutant(
    "legal-clamp-by-min", "a lowering of bounds and steps to simpler operations", (), rewrite
)
