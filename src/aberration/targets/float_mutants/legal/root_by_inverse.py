"""sqrt(x) is computed as 1 / inversesqrt(x), and zero for zero."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free_call


def rewrite(module: Module) -> None:
    """Divide by the inverse root."""
    at_each_free_call(module, GlslStd450.SQRT, _invert)


def _invert(site: Site) -> None:
    """The inverse root of zero is undefined: there, that of one is taken and not looked at."""
    value, one = site.anchor.ops[2], site.constant(1.0)
    is_zero = site.equals(value, site.constant(0.0))
    inverse = site.call(GlslStd450.INVERSE_SQRT, site.write(opcodes.OpSelect, is_zero, one, value))
    site.become(opcodes.OpSelect, is_zero, value, site.write(opcodes.OpFDiv, one, inverse))


MUTANT = Mutant(
    "legal-root-by-inverse",
    "the square root of a machine that has only the inverse one",
    (),
    rewrite,
)
