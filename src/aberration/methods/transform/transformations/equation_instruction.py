"""Compute a new value of which an equation is known (catalogue: EquationInstruction)."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.equations import CONVERSIONS, EQUATION_OPCODES, Equation
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBitcast,
    OpIAdd,
    OpISub,
    OpLogicalNot,
    OpSNegate,
    OpTypeFloat,
    OpTypeInt,
    OpTypeVector,
)
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.types import scalar_of
from aberration.methods.transform.analysis.synonymy import can_be_operand
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined
from aberration.methods.transform.building.placing import insertion_at
from aberration.methods.transform.transformation import Transformation

OF_TWO: Final = (OpIAdd, OpISub)
CONVERTED: Final = (32, 64)
"""Widths of integers that are converted: no float of these widths is too small for them."""


class EquationInstruction(Transformation, frozen=True, gc=False):
    """Precondition: `opcode` is OpIAdd, OpISub, OpSNegate, OpLogicalNot, OpConvertSToF,
    OpConvertUToF or OpBitcast; the operands can be synonyms (relevant, defined, undecorated) and
    are available at `before`, which takes an insertion. They are integers, for a sum or a
    difference of one width and length; booleans for OpLogicalNot; for OpBitcast, floats too.
    Vectors serve as well. The type of the result exists: that of the first operand; for a
    conversion, the float type of its width; for OpBitcast, the other kind of its width, signed if
    there is one. An integer is cast to a float, where that is executed, only if it was cast from
    one: other bits may be a NaN's, of which an implementation need not keep all.
    Where it is executed, neither operand of a sum or a difference may be undefined: what is taken
    off again would not be what was added.
    Effect: inserts the instruction.
    Facts: the equation, and synonyms that follow from it; none in a dead block. Sums are modular, a
    bit cast keeps the bits, and of a conversion it is only used that equal operands give equal
    results, so rounding does not matter.
    """

    fresh: int
    opcode: int
    operands: tuple[int, ...]
    before: Place

    def is_applicable(self, module: Module) -> bool:
        if not module.is_fresh(self.fresh) or not result_type(module, self.opcode, self.operands):
            return False
        anchor = insertion_at(module, self.before, self.opcode)
        if anchor is None or anchor.block is None:
            return False
        is_live = not anchor.block.dead
        # An undefined value that is added here may be taken off from what matters later.
        if (
            is_live
            and len(self.operands) > 1
            and any(may_depend_on_undefined(module, operand) for operand in self.operands)
        ):
            return False
        if (
            is_live
            and self.opcode == OpBitcast
            and not _has_bits_of_a_float(module, self.operands[0])
        ):
            return False
        return all(
            can_be_operand(module, operand) and available_before(module, operand, anchor)
            for operand in self.operands
        )

    def apply(self, module: Module) -> None:
        anchor = self.before.get(module)
        type_id = result_type(module, self.opcode, self.operands)
        module.insert_before(
            anchor, Instruction(self.opcode, type_id, self.fresh, list(self.operands))
        )
        if not module.facts.is_irrelevant(module, self.fresh):
            module.facts.add_equation(Equation(self.fresh, self.opcode, self.operands, type_id))


def _has_bits_of_a_float(module: Module, operand: int) -> bool:
    if not types.is_int(module, scalar_of(module, module.type_of(operand))):
        return True
    definition = module.definition(operand)
    if definition is None or definition.op != OpBitcast:
        return False
    return types.is_float(module, scalar_of(module, module.type_of(definition.ops[0])))


def result_type(module: Module, opcode: int, operands: tuple[int, ...]) -> int:
    """Return the type of the result; 0 if opcode and operands do not fit, or the type does not
    exist.
    """
    if opcode not in EQUATION_OPCODES or len(operands) != (2 if opcode in OF_TWO else 1):
        return 0
    type_id = module.type_of(operands[0])
    scalar = scalar_of(module, type_id)
    if opcode == OpLogicalNot:
        return type_id if types.is_bool(module, scalar) else 0
    if opcode in OF_TWO:
        fits = types.is_int(module, scalar) and types.equal_up_to_sign(
            module, type_id, module.type_of(operands[1])
        )
        return type_id if fits else 0
    if opcode == OpSNegate:
        return type_id if types.is_int(module, scalar) else 0
    converted = _converted_type(module, opcode, scalar)
    if scalar == type_id or not converted:
        return converted
    return module.find(OpTypeVector, 0, converted, types.component_count(module, type_id))


def _converted_type(module: Module, opcode: int, scalar: int) -> int:
    width = types.width(module, scalar)
    if opcode in CONVERSIONS:
        fits = width in CONVERTED and types.is_int(module, scalar)
        return module.find(OpTypeFloat, 0, width) if fits else 0
    if opcode != OpBitcast or not types.is_numeric_scalar(module, scalar):
        return 0
    if types.is_int(module, scalar):
        return module.find(OpTypeFloat, 0, width)
    return module.find(OpTypeInt, 0, width, 1) or module.find(OpTypeInt, 0, width, 0)
