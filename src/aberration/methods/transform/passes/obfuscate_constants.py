"""Propose to compute booleans by comparing constants."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpConstant, OpConstantFalse, OpConstantTrue
from aberration.languages.spirv.place import Use
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_boolean_constant_with_constant_binary import (
    FLOATING,
    SIGNED,
    UNSIGNED,
    ReplaceBooleanConstantWithConstantBinary,
    compared,
)

BOOLEANS: Final = (OpConstantTrue, OpConstantFalse)
TRIES: Final = 3


@fuzzer_pass(chance=(0.05, 0.5))
def obfuscate_constants(draw: Draw) -> Transformation | None:
    """One attempt: any use of a boolean constant, any constant and another one of its type, any comparison."""
    module, rng = draw.module, draw.rng
    boolean = _boolean(draw)
    use = None if boolean is None else _use(draw, boolean)
    left = draw.instruction((OpConstant,))
    if boolean is None or use is None or left is None:
        return None
    right = _partner(draw, left)
    if right is None:
        return None
    opcode = _comparison(draw, left.type_id)
    if not opcode:
        return None
    wanted = boolean.op == OpConstantTrue
    a, b = (left.result_id, right) if rng.bits() & 1 else (right, left.result_id)
    if compared(module, opcode, a, b) is not wanted:
        a, b = b, a
    return ReplaceBooleanConstantWithConstantBinary(use, a, b, opcode, draw.fresh())


def _boolean(draw: Draw) -> Instruction | None:
    """Return any boolean constant; another one, if that one has no users."""
    for _ in range(TRIES):
        found = draw.instruction(BOOLEANS)
        if found is not None and draw.module.users(found.result_id):
            return found
    return None


def _use(draw: Draw, boolean: Instruction) -> Use | None:
    users = draw.module.users(boolean.result_id)
    user = users[draw.rng.below(len(users))] if users else None
    if user is None or user.block is None:
        return None
    operands = [k for k in draw.module.id_positions(user) if user.ops[k] == boolean.result_id]
    return Use.of(draw.module, user, draw.rng.choose(operands))


def _partner(draw: Draw, left: Instruction) -> int | None:
    """Return another constant of the type; a new one, if there is none."""
    values = draw.module.values_of_type(left.type_id)
    for _ in range(4):
        found = draw.module.definition(values[draw.rng.below(len(values))])
        if found is not None and found is not left and found.op == OpConstant:
            return found.result_id
    return draw.int_constant(left.type_id, draw.rng.bits()) or None


def _comparison(draw: Draw, type_id: int) -> int:
    if types.is_float(draw.module, type_id):
        return draw.rng.choose(FLOATING)
    return draw.rng.choose(draw.rng.choose((SIGNED, UNSIGNED)))
