"""x / c with a constant c is computed as x times the nearest float to 1 / c."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free, constants
from ..values import numbers_of, source_of

_LARGEST: Final = 2.0**126
"""Beyond, the reciprocal is a denormal, and the precision of a quotient is not specified (Vulkan,
OpFDiv).
"""


def rewrite(module: Module) -> None:
    """Multiply by the reciprocal."""
    at_each_free(module, (opcodes.OpFDiv,), _multiply)


def _multiply(site: Site) -> None:
    dividend, divisor = site.anchor.ops
    numbers = numbers_of(site.module, source_of(site.module, divisor))
    if numbers is None or not all(1.0 / _LARGEST <= abs(number) <= _LARGEST for number in numbers):
        return
    inverse = constants(site.module, [1.0 / number for number in numbers], site.type_id)
    site.become(opcodes.OpFMul, dividend, inverse)


MUTANT = Mutant("legal-constant-reciprocal", "division by a constant as a product", (), rewrite)
