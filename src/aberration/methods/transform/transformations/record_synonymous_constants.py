"""Take note that two constants have the same value (catalogue: RecordSynonymousConstants)."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpConstant,
    OpConstantComposite,
    OpConstantFalse,
    OpConstantNull,
    OpConstantTrue,
)
from aberration.methods.transform.transformation import Transformation

CONSTANTS: Final = frozenset(
    (OpConstant, OpConstantTrue, OpConstantFalse, OpConstantNull, OpConstantComposite)
)


class RecordSynonymousConstants(Transformation, frozen=True, gc=False):
    """Precondition: two relevant, undecorated constants, not known to be synonyms, of plain data of
    the same type up to sign; they have equal bits, a null those of a zero.
    Effect: none.
    Facts: they are synonyms.
    """

    first: int
    second: int

    def is_applicable(self, module: Module) -> bool:
        first, second = module.definition(self.first), module.definition(self.second)
        if first is None or second is None or module.facts.synonymous(self.first, self.second):
            return False
        for each in (first, second):
            if module.facts.is_declared_irrelevant(each.result_id) or module.is_decorated(
                each.result_id
            ):
                return False
        return types.can_create_constant(module, first.type_id) and have_equal_bits(
            module, first, second
        )

    def apply(self, module: Module) -> None:
        module.facts.add_synonym(self.first, self.second)


def have_equal_bits(module: Module, first: Instruction, second: Instruction) -> bool:
    """Say whether two constants are of one type up to sign and of equal value; an undefined
    part is like no other.
    """
    if first.op not in CONSTANTS or second.op not in CONSTANTS:
        return False
    if not types.equal_up_to_sign(module, first.type_id, second.type_id):
        return False
    if first.op == OpConstantNull or second.op == OpConstantNull:
        return is_zero(module, first) and is_zero(module, second)
    if first.op != second.op:
        return False
    if first.op == OpConstant:
        return _bits(module, first) == _bits(module, second)
    if len(first.ops) != len(second.ops):
        return False
    for a, b in zip(first.ops, second.ops, strict=True):
        part, other = module.definition(a), module.definition(b)
        if part is None or other is None or not have_equal_bits(module, part, other):
            return False
    return True


def is_zero(module: Module, constant: Instruction) -> bool:
    """Say whether all bits of a constant are zero, or it is false."""
    if constant.op == OpConstant:
        return not any(constant.ops)
    if constant.op != OpConstantComposite:
        return constant.op in (OpConstantNull, OpConstantFalse)
    parts = [module.definition(part) for part in constant.ops]
    return all(part is not None and is_zero(module, part) for part in parts)


def _bits(module: Module, constant: Instruction) -> int:
    """Return the bits of a scalar, without those that extend a narrow one to its word."""
    width = types.width(module, constant.type_id)
    return sum([word << (32 * k) for k, word in enumerate(constant.ops)]) & ((1 << width) - 1)
