"""x / x is folded to 0, as x - x is."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each
from ..values import is_same


def rewrite(module: Module) -> None:
    """Fold to zero."""
    at_each(module, (opcodes.OpFDiv,), _fold)


def _fold(site: Site) -> None:
    if is_same(site.module, *site.anchor.ops):
        site.become_value(site.constant(0.0))


MUTANT = Mutant(
    "float-self-quotient",
    "a fold of equal operands that takes a quotient for a difference",
    (),
    rewrite,
)
