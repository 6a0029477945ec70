"""a * b + c, a * b - c and c - a * b are computed as one operation that rounds once."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free
from ..values import free_operand

_SUMS: Final = (opcodes.OpFAdd, opcodes.OpFSub)


def rewrite(module: Module) -> None:
    """Fuse the first product among the operands of a sum."""
    at_each_free(module, _SUMS, _fuse)


def _fuse(site: Site) -> None:
    left, right = site.anchor.ops
    product = free_operand(site.module, left, opcodes.OpFMul)
    if product is not None:
        added = site.write(opcodes.OpFNegate, right) if site.anchor.op == opcodes.OpFSub else right
        site.become_call(GlslStd450.FMA, *product.ops, added)
        return
    product = free_operand(site.module, right, opcodes.OpFMul)
    if product is not None:
        factor = (
            site.write(opcodes.OpFNegate, product.ops[0])
            if site.anchor.op == opcodes.OpFSub
            else product.ops[0]
        )
        site.become_call(GlslStd450.FMA, factor, product.ops[1], left)


MUTANT = Mutant("legal-fused", "contraction", (), rewrite)
