"""a - (b - c) is regrouped as (a - b) - c: the sign of c is lost."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each
from ..values import free_operand


def rewrite(module: Module) -> None:
    """Regroup."""
    at_each(module, (opcodes.OpFSub,), _regroup)


def _regroup(site: Site) -> None:
    left, right = site.anchor.ops
    inner = free_operand(site.module, right, opcodes.OpFSub)
    if inner is not None:
        site.become(opcodes.OpFSub, site.write(opcodes.OpFSub, left, inner.ops[0]), inner.ops[1])


MUTANT = Mutant(
    "float-regrouped-difference", "a reassociation that treats a difference as a sum", (), rewrite
)
