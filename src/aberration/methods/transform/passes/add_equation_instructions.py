"""Propose computations of which equations are known."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import last_insertion_point
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import (
    OpBitcast,
    OpConvertSToF,
    OpConvertUToF,
    OpIAdd,
    OpISub,
    OpLogicalNot,
    OpSNegate,
)
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.types import scalar_of
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.equation_instruction import EquationInstruction

OF_INTEGERS: Final = (OpIAdd, OpISub, OpSNegate, OpConvertSToF, OpConvertUToF, OpBitcast)
INVERTED: Final = (OpIAdd, OpISub, OpSNegate, OpLogicalNot)


@fuzzer_pass(chance=(0.05, 0.5), followed_by=("apply_id_synonyms", "add_equation_instructions"))
def add_equation_instructions(draw: Draw) -> Transformation | None:
    """One attempt: half the time any value at any insertion point and any opcode that takes it,
    else the inverse of any instruction that is there.
    """
    return _inverse(draw) if draw.rng.bits() & 1 else _of_any_value(draw)


def _of_any_value(draw: Draw) -> Transformation | None:
    anchor = draw.insertion_point()
    value = 0 if anchor is None else draw.value_before(anchor)
    if anchor is None or not value:
        return None
    opcode = _opcode(draw, draw.module.type_of(value))
    operands: tuple[int, ...] = (value,)
    if opcode in (OpIAdd, OpISub):
        operands = (value, draw.available_id(draw.module.type_of(value), anchor))
    if not opcode or not all(operands):
        return None
    return EquationInstruction(draw.fresh(), opcode, operands, Place.of(draw.module, anchor))


def _opcode(draw: Draw, type_id: int) -> int:
    """Draw an opcode that takes the type, and make sure of the type of its result; 0 if there
    is none.
    """
    module = draw.module
    scalar = scalar_of(module, type_id)
    if types.is_bool(module, scalar):
        return OpLogicalNot
    if not types.is_numeric_scalar(module, scalar):
        return 0
    opcode = draw.rng.choose(OF_INTEGERS) if types.is_int(module, scalar) else OpBitcast
    if opcode in (OpConvertSToF, OpConvertUToF, OpBitcast):
        width = types.width(module, scalar)
        result = draw.float_type(width) if types.is_int(module, scalar) else draw.int_type(width)
        if not result:
            return 0
        if scalar != type_id:
            draw.vector_type(result, types.component_count(module, type_id))
    return opcode


def _inverse(draw: Draw) -> Transformation | None:
    """Undo a computation somewhere after it in its block: only what an equation is known of
    gives a synonym.
    """
    module = draw.module
    known = draw.instruction(INVERTED)
    block = None if known is None else known.block
    if known is None or block is None or not module.reachable(block):
        return None
    last = module.position(last_insertion_point(block))
    first = module.position(known) + 1
    anchor = block.instructions[first + draw.rng.below(last - first + 1)]
    opcode, operands = _inverse_of(draw, known)
    return EquationInstruction(draw.fresh(), opcode, operands, Place.of(module, anchor))


def _inverse_of(draw: Draw, known: Instruction) -> tuple[int, tuple[int, ...]]:
    if known.op in (OpSNegate, OpLogicalNot):
        return known.op, (known.result_id,)
    kept = draw.rng.below(2)
    if known.op == OpIAdd:
        return OpISub, (known.result_id, known.ops[kept])
    return (
        (OpIAdd, (known.result_id, known.ops[1]))
        if kept
        else (OpISub, (known.ops[0], known.result_id))
    )
