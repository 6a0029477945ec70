"""x / c with a constant c is x times a reciprocal of 16 bits."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..half import nearest_half
from ..site import Site, at_each, constants
from ..values import numbers_of, source_of


def rewrite(module: Module) -> None:
    """Multiply by the reciprocal."""
    at_each(module, (opcodes.OpFDiv,), _multiply)


def _multiply(site: Site) -> None:
    dividend, divisor = site.anchor.ops
    numbers = numbers_of(site.module, source_of(site.module, divisor))
    if numbers is None or 0.0 in numbers:
        return
    narrow = [nearest_half(1.0 / number) for number in numbers]
    site.become(opcodes.OpFMul, dividend, constants(site.module, narrow, site.type_id))


MUTANT = Mutant(
    "float-narrow-reciprocal", "a table of reciprocals that is kept in 16 bits", (), rewrite
)
