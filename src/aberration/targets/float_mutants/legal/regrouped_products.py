"""(a * b) * c is computed as a * (b * c)."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free
from ..values import free_operand


def rewrite(module: Module) -> None:
    """Regroup."""
    at_each_free(module, (opcodes.OpFMul,), _regroup)


def _regroup(site: Site) -> None:
    left, right = site.anchor.ops
    inner = free_operand(site.module, left, opcodes.OpFMul)
    if inner is not None:
        site.become(opcodes.OpFMul, inner.ops[0], site.write(opcodes.OpFMul, inner.ops[1], right))


MUTANT = Mutant("legal-regrouped-products", "reassociation of products", (), rewrite)
