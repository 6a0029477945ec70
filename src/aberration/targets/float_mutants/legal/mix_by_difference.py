"""mix(x, y, a) is computed as x + a * (y - x)."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free_call


def rewrite(module: Module) -> None:
    """Start from the first end."""
    at_each_free_call(module, GlslStd450.F_MIX, _start)


def _start(site: Site) -> None:
    _, _, start, end, part = site.anchor.ops
    way = site.write(opcodes.OpFMul, part, site.write(opcodes.OpFSub, end, start))
    site.become(opcodes.OpFAdd, start, way)


MUTANT = Mutant("legal-mix-by-difference", "the other formula of an interpolation", (), rewrite)
