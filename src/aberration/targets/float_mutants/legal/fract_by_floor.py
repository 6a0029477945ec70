"""fract(x) is computed as x - floor(x), mod(x, y) as x - y * floor(x / y)."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free, at_each_free_call


def rewrite(module: Module) -> None:
    """Subtract what is whole."""
    at_each_free_call(module, GlslStd450.FRACT, _subtract)
    at_each_free(module, (opcodes.OpFMod,), _subtract_multiple)


def _subtract(site: Site) -> None:
    value = site.anchor.ops[2]
    site.become(opcodes.OpFSub, value, site.call(GlslStd450.FLOOR, value))


def _subtract_multiple(site: Site) -> None:
    value, unit = site.anchor.ops
    count = site.call(GlslStd450.FLOOR, site.write(opcodes.OpFDiv, value, unit))
    site.become(opcodes.OpFSub, value, site.write(opcodes.OpFMul, unit, count))


MUTANT = Mutant(
    "legal-fract-by-floor",
    "the part after the point by the formula of the specification",
    (),
    rewrite,
)
