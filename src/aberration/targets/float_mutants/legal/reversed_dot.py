"""dot(v, w) is summed from its last component on."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free, length


def rewrite(module: Module) -> None:
    """Sum the products."""
    at_each_free(module, (opcodes.OpDot,), _sum)


def _sum(site: Site) -> None:
    left, right = site.anchor.ops
    last = length(site.module, site.module.type_of(left)) - 1
    total = _product(site, left, right, last)
    for index in range(last - 1, 0, -1):
        total = site.write(opcodes.OpFAdd, total, _product(site, left, right, index))
    site.become(opcodes.OpFAdd, total, _product(site, left, right, 0))


def _product(site: Site, left: int, right: int, index: int) -> int:
    parts = [site.write(opcodes.OpCompositeExtract, vector, index) for vector in (left, right)]
    return site.write(opcodes.OpFMul, *parts)


MUTANT = Mutant("legal-reversed-dot", "a dot product in another order", (), rewrite)
