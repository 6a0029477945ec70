"""x - x is folded to 0, where nothing asks that infinities and NaN are kept."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free
from ..values import is_same, keeps_signs_and_specials


def rewrite(module: Module) -> None:
    """Fold."""
    if not keeps_signs_and_specials(module):
        at_each_free(module, (opcodes.OpFSub,), _fold)


def _fold(site: Site) -> None:
    if is_same(site.module, *site.anchor.ops):
        site.become_value(site.constant(0.0))


MUTANT = Mutant("legal-zero-differences", "a fold of equal operands of a difference", (), rewrite)
