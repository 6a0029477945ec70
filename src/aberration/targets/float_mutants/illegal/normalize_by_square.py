"""normalize(v) divides by dot(v, v), and not by its root."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call, length, part_type


def rewrite(module: Module) -> None:
    """Leave the root out."""
    at_each_call(module, GlslStd450.NORMALIZE, _divide)


def _divide(site: Site) -> None:
    value, scalar = site.anchor.ops[2], part_type(site.module, site.type_id)
    if length(site.module, site.type_id) == 1:
        return
    square = site.write(opcodes.OpDot, value, value, type_id=scalar)
    inverse = site.write(opcodes.OpFDiv, site.constant(1.0, scalar), square, type_id=scalar)
    site.become(opcodes.OpVectorTimesScalar, value, inverse)


MUTANT = Mutant("float-normalize-by-square", "a root that is taken for done already", (), rewrite)
