"""smoothstep is computed by its formula, its quotient as a product."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free_call


def rewrite(module: Module) -> None:
    """Write t * t * (3 - 2 * t)."""
    at_each_free_call(module, GlslStd450.SMOOTH_STEP, _interpolate)


def _interpolate(site: Site) -> None:
    _, _, low, high, value = site.anchor.ops
    scale = site.write(opcodes.OpFDiv, site.constant(1.0), site.write(opcodes.OpFSub, high, low))
    rise = site.write(opcodes.OpFMul, site.write(opcodes.OpFSub, value, low), scale)
    part = site.call(GlslStd450.F_CLAMP, rise, site.constant(0.0), site.constant(1.0))
    twice = site.write(opcodes.OpFMul, part, site.constant(2.0))
    slope = site.write(opcodes.OpFSub, site.constant(3.0), twice)
    site.become(opcodes.OpFMul, site.write(opcodes.OpFMul, part, part), slope)


MUTANT = Mutant("legal-smoothstep-by-formula", "an interpolation by its formula", (), rewrite)
