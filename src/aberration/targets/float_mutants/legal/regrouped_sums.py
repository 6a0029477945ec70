"""(a + b) + c is computed as a + (b + c), and a - (b - c) as (a - b) + c."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free
from ..values import free_operand


def rewrite(module: Module) -> None:
    """Regroup."""
    at_each_free(module, (opcodes.OpFAdd,), _regroup_sum)
    at_each_free(module, (opcodes.OpFSub,), _regroup_difference)


def _regroup_sum(site: Site) -> None:
    left, right = site.anchor.ops
    inner = free_operand(site.module, left, opcodes.OpFAdd)
    if inner is not None:
        site.become(opcodes.OpFAdd, inner.ops[0], site.write(opcodes.OpFAdd, inner.ops[1], right))


def _regroup_difference(site: Site) -> None:
    left, right = site.anchor.ops
    inner = free_operand(site.module, right, opcodes.OpFSub)
    if inner is not None:
        site.become(opcodes.OpFAdd, site.write(opcodes.OpFSub, left, inner.ops[0]), inner.ops[1])


MUTANT = Mutant("legal-regrouped-sums", "reassociation of sums", (), rewrite)
