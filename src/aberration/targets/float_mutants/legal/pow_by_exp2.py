"""pow(x, y) is computed as exp2(y * log2(x)), and as zero for zero."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free_call


def rewrite(module: Module) -> None:
    """Take the power of two."""
    at_each_free_call(module, GlslStd450.POW, _by_logarithm)


def _by_logarithm(site: Site) -> None:
    """The logarithm of zero is undefined: there, that of one is taken and not looked at."""
    _, _, base, exponent = site.anchor.ops
    is_zero = site.equals(base, site.constant(0.0))
    logarithm = site.call(
        GlslStd450.LOG2, site.write(opcodes.OpSelect, is_zero, site.constant(1.0), base)
    )
    power = site.call(GlslStd450.EXP2, site.write(opcodes.OpFMul, exponent, logarithm))
    site.become(opcodes.OpSelect, is_zero, site.constant(0.0), power)


MUTANT = Mutant(
    "legal-pow-by-exp2", "the power of a machine that has only powers of two", (), rewrite
)
