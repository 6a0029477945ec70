"""length(v) is computed as sqrt(dot(v, v)), and distance(v, w) as the length of v - w."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free_call, length


def rewrite(module: Module) -> None:
    """Take the root of the square."""
    at_each_free_call(module, GlslStd450.DISTANCE, _measure)
    at_each_free_call(module, GlslStd450.LENGTH, _take_root)


def _measure(site: Site) -> None:
    _, _, start, end = site.anchor.ops
    site.become_call(
        GlslStd450.LENGTH,
        site.write(opcodes.OpFSub, start, end, type_id=site.module.type_of(start)),
    )


def _take_root(site: Site) -> None:
    value = site.anchor.ops[2]
    if length(site.module, site.module.type_of(value)) == 1:
        site.become_call(GlslStd450.F_ABS, value)
        return
    site.become_call(GlslStd450.SQRT, site.write(opcodes.OpDot, value, value))


MUTANT = Mutant("legal-length-by-dot", "a length by its formula", (), rewrite)
