"""Arithmetic of constants is folded in double precision and rounded once, however many
operations it takes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.glsl_functions import glsl_number
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.rewriting import instructions

from ..site import Site, constants, is_exact, is_floats, length
from ..values import definition_of, numbers_of

_DEPTH: Final = 16
Numbers = tuple[float, ...]
_OPERATIONS: Final[dict[int, Callable[..., float]]] = {
    opcodes.OpFNegate: lambda x: -x,
    opcodes.OpFAdd: lambda x, y: x + y,
    opcodes.OpFSub: lambda x, y: x - y,
    opcodes.OpFMul: lambda x, y: x * y,
    opcodes.OpVectorTimesScalar: lambda x, y: x * y,
    opcodes.OpFDiv: lambda x, y: x / y,
}
_CALLS: Final[dict[int, Callable[..., float]]] = {
    GlslStd450.F_ABS: abs,
    GlslStd450.SQRT: math.sqrt,
    GlslStd450.SIN: math.sin,
    GlslStd450.COS: math.cos,
    GlslStd450.EXP: math.exp,
    GlslStd450.EXP2: lambda x: 2.0**x,
    GlslStd450.POW: math.pow,
    GlslStd450.F_MIN: min,
    GlslStd450.F_MAX: max,
}


def rewrite(module: Module) -> None:
    """Fold what hangs on constants alone; the operands of a fold are those of the program, not
    folds of theirs.
    """
    found = instructions(module, *_OPERATIONS, opcodes.OpExtInst)
    folded = [
        (one, _numbers(module, one, _DEPTH)) for one in found if is_floats(module, one.type_id)
    ]
    for instruction, numbers in folded:
        if numbers is not None and all(_is_normal(number) for number in numbers):
            site = Site(module, instruction)
            site.become_value(constants(module, numbers, site.type_id))


def _is_normal(number: float) -> bool:
    """Say whether a number is zero or a float whose rounding is all that can be lost."""
    return number == 0.0 or 2.0**-126 <= abs(number) <= 2.0**127


def _numbers(module: Module, instruction: Instruction, depth: int) -> Numbers | None:
    """Return what an instruction gives, in double precision; None if it hangs on what is no
    constant.
    """
    operation = _OPERATIONS.get(instruction.op) or _CALLS.get(glsl_number(module, instruction))
    if operation is None or depth == 0 or is_exact(module, instruction):
        return None
    operands = instruction.ops[2:] if instruction.op == opcodes.OpExtInst else instruction.ops
    given = [_operand(module, operand, depth) for operand in operands]
    known = [numbers for numbers in given if numbers is not None]
    if len(known) != len(given):
        return None
    count = length(module, instruction.type_id)
    rows = zip(*(numbers * (count // len(numbers)) for numbers in known), strict=True)
    try:
        return tuple(float(operation(*row)) for row in rows)
    except (ArithmeticError, ValueError, TypeError):
        return None


def _operand(module: Module, operand: int, depth: int) -> Numbers | None:
    definition = definition_of(module, operand)
    if definition is None:
        return None
    known = numbers_of(module, definition.result_id)
    return known if known is not None else _numbers(module, definition, depth - 1)


MUTANT = Mutant(
    "legal-folded-in-double", "a constant folder that computes in double precision", (), rewrite
)
