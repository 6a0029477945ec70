"""x * 0 is 0, x - x is 0 and x + 0.0 is x, although the module asks that zeros' signs,
infinities and NaN are kept.
"""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each
from ..values import is_same, keeps_signs_and_specials, number_of_all, source_of


def rewrite(module: Module) -> None:
    """Fold as if nothing were declared."""
    if not keeps_signs_and_specials(module):
        return
    at_each(module, (opcodes.OpFMul,), _fold_product)
    at_each(module, (opcodes.OpFSub,), _fold_difference)
    at_each(module, (opcodes.OpFAdd,), _fold_sum)


def _fold_product(site: Site) -> None:
    if any(_is_zero(site.module, operand) for operand in site.anchor.ops):
        site.become_value(site.constant(0.0))


def _fold_difference(site: Site) -> None:
    if is_same(site.module, *site.anchor.ops):
        site.become_value(site.constant(0.0))


def _fold_sum(site: Site) -> None:
    for kept, zero in (site.anchor.ops, site.anchor.ops[::-1]):
        if _is_zero(site.module, zero):
            site.become_value(kept)
            return


def _is_zero(module: Module, value: int) -> bool:
    return number_of_all(module, source_of(module, value)) == 0.0


MUTANT = Mutant("float-lost-specials", "an execution mode that is read and not obeyed", (), rewrite)
