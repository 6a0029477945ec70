"""normalize(v) is computed as v * inversesqrt(dot(v, v))."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free_call, length, part_type


def rewrite(module: Module) -> None:
    """Multiply by the inverse root."""
    at_each_free_call(module, GlslStd450.NORMALIZE, _multiply)


def _multiply(site: Site) -> None:
    value, scalar = site.anchor.ops[2], part_type(site.module, site.type_id)
    if length(site.module, site.type_id) == 1:
        return
    square = site.write(opcodes.OpDot, value, value, type_id=scalar)
    inverse = site.call(GlslStd450.INVERSE_SQRT, square, type_id=scalar)
    site.become(opcodes.OpVectorTimesScalar, value, inverse)


MUTANT = Mutant(
    "legal-normalize-by-inverse-root", "a direction by the inverse root of the square", (), rewrite
)
