"""a * b + c, by fma or contracted, rounds its product to 16 bits."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call, at_each_free
from ..values import free_operand


def rewrite(module: Module) -> None:
    """Round the product in between."""
    at_each_call(module, GlslStd450.FMA, _split)
    at_each_free(module, (opcodes.OpFAdd,), _contract)


def _split(site: Site) -> None:
    _, _, left, right, added = site.anchor.ops
    product = site.write(opcodes.OpFMul, left, right)
    site.become(opcodes.OpFAdd, site.write(opcodes.OpQuantizeToF16, product), added)


def _contract(site: Site) -> None:
    for place, operand in enumerate(site.anchor.ops):
        product = free_operand(site.module, operand, opcodes.OpFMul)
        if product is not None:
            rounded = site.write(opcodes.OpQuantizeToF16, product.result_id)
            site.module.set_operand(site.anchor, place, rounded)
            return


MUTANT = Mutant("float-narrow-product", "a fused operation of a narrower unit", (), rewrite)
