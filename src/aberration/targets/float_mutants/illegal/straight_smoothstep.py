"""smoothstep is a straight line between its edges."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call


def rewrite(module: Module) -> None:
    """Leave the polynomial out."""
    at_each_call(module, GlslStd450.SMOOTH_STEP, _interpolate)


def _interpolate(site: Site) -> None:
    _, _, low, high, value = site.anchor.ops
    rise = site.write(opcodes.OpFSub, value, low)
    part = site.write(opcodes.OpFDiv, rise, site.write(opcodes.OpFSub, high, low))
    site.become_call(GlslStd450.F_CLAMP, part, site.constant(0.0), site.constant(1.0))


MUTANT = Mutant(
    "float-straight-smoothstep", "an interpolation of which a step is left out", (), rewrite
)
