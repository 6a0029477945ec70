"""x * 0 is folded to 0, where nothing asks that signs of zeros, infinities and NaN are kept."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free
from ..values import keeps_signs_and_specials, number_of_all, source_of


def rewrite(module: Module) -> None:
    """Fold."""
    if not keeps_signs_and_specials(module):
        at_each_free(module, (opcodes.OpFMul, opcodes.OpVectorTimesScalar), _fold)


def _fold(site: Site) -> None:
    if any(
        number_of_all(site.module, source_of(site.module, operand)) == 0.0
        for operand in site.anchor.ops
    ):
        site.become_value(site.constant(0.0))


MUTANT = Mutant(
    "legal-zero-products", "a fold that takes each operand for a finite number", (), rewrite
)
