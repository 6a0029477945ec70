"""Which numbers an integer never is, as far as its definition tells: literals for cases of a
switch that are dead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

DEPTH: Final = 4
"""So many definitions are looked through."""
MOST_VALUES: Final = 4
"""An OpPhi of more values may be anything."""
WIDTH: Final = 32
ONES: Final = 0xFFFFFFFF


def never_equals(module: Module, value_id: int, literal: int, depth: int = DEPTH) -> bool:
    """Say whether a 32-bit integer surely differs from a number, which is given as its word.

    What does not matter may become anything, and an undefined value may be anything.
    """
    found = module.definition(value_id)
    if found is None or depth == 0 or module.facts.is_irrelevant(module, value_id):
        return False
    if not types.is_int(module, found.type_id) or types.width(module, found.type_id) != WIDTH:
        return False
    check = _CHECKS.get(found.op)
    return check is not None and check(module, found, literal, depth - 1)


def _constant(module: Module, value_id: int) -> int:
    """Return the word of a relevant 32-bit constant; -1 if it is none."""
    found = module.definition(value_id)
    if found is None or module.facts.is_irrelevant(module, value_id):
        return -1
    if found.op == o.OpConstantNull:
        return 0 if types.is_int(module, found.type_id) else -1
    return found.ops[0] if found.op == o.OpConstant and len(found.ops) == 1 else -1


def _with_constant(module: Module, found: Instruction) -> tuple[int, int]:
    """Return the operand of a commutative instruction that is not the constant, and the
    constant (-1: none is).
    """
    left, right = found.ops
    word = _constant(module, right)
    return (left, word) if word != -1 else (right, _constant(module, left))


def _is(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    return found.ops[0] != literal


def _null(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    return literal != 0


def _copy(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    return never_equals(module, found.ops[0], literal, depth)


def _select(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    return all(never_equals(module, value, literal, depth) for value in found.ops[1:])


def _phi(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    values = found.ops[::2]
    if len(values) > MOST_VALUES:
        return False
    return all(never_equals(module, value, literal, depth) for value in values)


def _and(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    """No bit is set that the mask leaves out."""
    _, mask = _with_constant(module, found)
    return mask != -1 and literal & ~mask != 0


def _or(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    """All bits are set that the mask has."""
    _, mask = _with_constant(module, found)
    return mask != -1 and mask & ~literal != 0


def _xor(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    value, word = _with_constant(module, found)
    return word != -1 and never_equals(module, value, literal ^ word, depth)


def _add(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    value, word = _with_constant(module, found)
    return word != -1 and never_equals(module, value, (literal - word) & ONES, depth)


def _sub(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    left, right = (_constant(module, operand) for operand in found.ops)
    if right != -1:
        return never_equals(module, found.ops[0], (literal + right) & ONES, depth)
    return left != -1 and never_equals(module, found.ops[1], (left - literal) & ONES, depth)


def _not(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    return never_equals(module, found.ops[0], literal ^ ONES, depth)


def _negate(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    return never_equals(module, found.ops[0], -literal & ONES, depth)


def _shift_left(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    """The lowest bits are zero."""
    amount = _constant(module, found.ops[1])
    return 0 <= amount < WIDTH and literal & ((1 << amount) - 1) != 0


def _shift_right(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    """The highest bits are zero."""
    amount = _constant(module, found.ops[1])
    return 0 <= amount < WIDTH and literal >> (WIDTH - amount) != 0


def _remainder(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    divisor = _constant(module, found.ops[1])
    return 0 < divisor <= literal


def _extract(module: Module, found: Instruction, literal: int, depth: int) -> bool:
    offset, count = (_constant(module, operand) for operand in found.ops[1:3])
    if offset == -1 or count == -1 or offset + count > WIDTH:
        return False
    return literal >> count != 0


_CHECKS: Final[dict[int, Callable[[Module, Instruction, int, int], bool]]] = {
    o.OpConstant: _is,
    o.OpConstantNull: _null,
    o.OpCopyObject: _copy,
    o.OpSelect: _select,
    o.OpPhi: _phi,
    o.OpBitwiseAnd: _and,
    o.OpBitwiseOr: _or,
    o.OpBitwiseXor: _xor,
    o.OpIAdd: _add,
    o.OpISub: _sub,
    o.OpNot: _not,
    o.OpSNegate: _negate,
    o.OpShiftLeftLogical: _shift_left,
    o.OpShiftRightLogical: _shift_right,
    o.OpUMod: _remainder,
    o.OpBitFieldUExtract: _extract,
}
