"""Constants that are computed with are kept as floats of 16 bits, those of vectors as well."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..half import nearest_half
from ..site import Site, at_each, constants
from ..values import numbers_of

_ARITHMETIC: Final = (
    opcodes.OpFAdd,
    opcodes.OpFSub,
    opcodes.OpFMul,
    opcodes.OpFDiv,
    opcodes.OpVectorTimesScalar,
    opcodes.OpDot,
)


def rewrite(module: Module) -> None:
    """Round the constants among the operands of arithmetic."""
    at_each(module, _ARITHMETIC, _round)


def _round(site: Site) -> None:
    for place, operand in enumerate(site.anchor.ops):
        numbers = numbers_of(site.module, operand)
        if numbers is None:
            continue
        narrow = tuple(nearest_half(number) for number in numbers)
        if narrow != numbers:
            site.module.set_operand(
                site.anchor, place, constants(site.module, narrow, site.module.type_of(operand))
            )


MUTANT = Mutant("float-narrow-constants", "a pool of constants of the wrong width", (), rewrite)
