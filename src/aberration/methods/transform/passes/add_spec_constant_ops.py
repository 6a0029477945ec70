"""Propose to compute integer constants from others."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.opcodes import (
    OpBitwiseAnd,
    OpBitwiseOr,
    OpBitwiseXor,
    OpConstant,
    OpIAdd,
    OpIMul,
    OpISub,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_spec_constant_op import (
    MASK,
    WIDTH,
    AddSpecConstantOp,
)

OPCODES: Final = (OpIAdd, OpISub, OpIMul, OpBitwiseAnd, OpBitwiseOr, OpBitwiseXor)


@fuzzer_pass(chance=(0.02, 0.1), followed_by=("apply_id_synonyms",))
def add_spec_constant_ops(draw: Draw) -> Transformation | None:
    """One attempt: any integer constant, any operation, operands that give it."""
    constant = draw.instruction((OpConstant,))
    if (
        constant is None
        or not types.is_int(draw.module, constant.type_id)
        or len(constant.ops) != 1
    ):
        return None
    if types.width(draw.module, constant.type_id) != WIDTH:
        return None
    opcode = draw.rng.choose(OPCODES)
    left, right = operands_for(opcode, constant.ops[0], draw.rng.bits() >> draw.rng.below(WIDTH))
    operands = [draw.int_constant(constant.type_id, value) for value in (left, right)]
    return AddSpecConstantOp(draw.fresh(), constant.type_id, opcode, operands[0], operands[1])


def operands_for(opcode: int, value: int, chosen: int) -> tuple[int, int]:
    """Return operands that give the value, made with the help of any other number."""
    if opcode == OpIAdd:
        return chosen, (value - chosen) & MASK
    if opcode == OpISub:
        return chosen, (chosen - value) & MASK
    if opcode == OpBitwiseXor:
        return chosen, value ^ chosen
    if opcode == OpBitwiseOr:
        return value & chosen, value & ~chosen & MASK
    if opcode == OpBitwiseAnd:
        return value | chosen, (value | ~chosen) & MASK
    odd = chosen | 1
    return odd, value * pow(odd, -1, MASK + 1) & MASK
