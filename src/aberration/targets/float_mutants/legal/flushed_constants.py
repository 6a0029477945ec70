"""Constants that are denormal are flushed to zero."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions

from ..site import constants
from ..values import numbers_of

_SMALLEST_NORMAL: Final = 2.0**-126
_ARITHMETIC: Final = (
    opcodes.OpFAdd,
    opcodes.OpFSub,
    opcodes.OpFMul,
    opcodes.OpFDiv,
    opcodes.OpVectorTimesScalar,
    opcodes.OpDot,
    opcodes.OpExtInst,
)
"""Where a constant is moved and not computed with, it keeps its bits."""


def rewrite(module: Module) -> None:
    """Flush where it is computed with."""
    for instruction in instructions(module, *_ARITHMETIC):
        for place in module.id_positions(instruction):
            module.set_operand(instruction, place, _flush(module, instruction.ops[place]))


def _flush(module: Module, operand: int) -> int:
    numbers = numbers_of(module, operand)
    if numbers is None or not any(0.0 < abs(number) < _SMALLEST_NORMAL for number in numbers):
        return operand
    flushed = [number if abs(number) >= _SMALLEST_NORMAL else 0.0 for number in numbers]
    return constants(module, flushed, module.type_of(operand))


MUTANT = Mutant("legal-flushed-constants", "a machine without denormals", (), rewrite)
