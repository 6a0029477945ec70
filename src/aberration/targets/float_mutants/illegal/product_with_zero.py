"""x * 0 is folded to x, in a component of a vector as well."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each, constants
from ..values import numbers_of, source_of

_PRODUCTS: Final = (opcodes.OpFMul, opcodes.OpVectorTimesScalar)


def rewrite(module: Module) -> None:
    """Fold as if each zero were a one."""
    at_each(module, _PRODUCTS, _fold)


def _fold(site: Site) -> None:
    for place, operand in enumerate(site.anchor.ops):
        known = source_of(site.module, operand)
        numbers = numbers_of(site.module, known)
        if numbers is not None and 0.0 in numbers:
            ones = constants(
                site.module, [number or 1.0 for number in numbers], site.module.type_of(known)
            )
            site.module.set_operand(site.anchor, place, ones)


MUTANT = Mutant(
    "float-product-with-zero", "an identity of addition applied to a product", (), rewrite
)
