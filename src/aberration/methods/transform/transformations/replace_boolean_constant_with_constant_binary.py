"""Compute a boolean constant by comparing two constants (catalogue:
ReplaceBooleanConstantWithConstantBinary).
"""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.blocks import last_insertion_point
from aberration.languages.spirv.floats import float_of_bits, is_zero_or_normal
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Use, can_replace
from aberration.methods.transform.transformation import Transformation

LESS: Final = frozenset((o.OpSLessThan, o.OpULessThan, o.OpFOrdLessThan, o.OpFUnordLessThan))
LESS_EQUAL: Final = frozenset(
    (o.OpSLessThanEqual, o.OpULessThanEqual, o.OpFOrdLessThanEqual, o.OpFUnordLessThanEqual)
)
GREATER: Final = frozenset(
    (o.OpSGreaterThan, o.OpUGreaterThan, o.OpFOrdGreaterThan, o.OpFUnordGreaterThan)
)
SIGNED: Final = (o.OpSLessThan, o.OpSLessThanEqual, o.OpSGreaterThan, o.OpSGreaterThanEqual)
UNSIGNED: Final = (o.OpULessThan, o.OpULessThanEqual, o.OpUGreaterThan, o.OpUGreaterThanEqual)
FLOATING: Final = (
    *(o.OpFOrdLessThan, o.OpFOrdLessThanEqual, o.OpFOrdGreaterThan, o.OpFOrdGreaterThanEqual),
    *(
        o.OpFUnordLessThan,
        o.OpFUnordLessThanEqual,
        o.OpFUnordGreaterThan,
        o.OpFUnordGreaterThanEqual,
    ),
)


class ReplaceBooleanConstantWithConstantBinary(Transformation, frozen=True, gc=False):
    """Precondition: the used id is OpConstantTrue or OpConstantFalse and may be replaced there;
    left and right are relevant OpConstants of one type, 32 or 64 bits, no denormal, infinity or
    NaN; comparing them gives the boolean.
    Effect: inserts the comparison before the use (for an OpPhi, at the end of the predecessor) and
    uses it.
    Facts: none used, none added.
    """

    use: Use
    left: int
    right: int
    opcode: int
    fresh: int

    def is_applicable(self, module: Module) -> bool:
        boolean = module.definition(self.use.id)
        if boolean is None or boolean.op not in (o.OpConstantTrue, o.OpConstantFalse):
            return False
        if comparison_result(module, self.opcode, self.left, self.right) is not (
            boolean.op == o.OpConstantTrue
        ):
            return False
        user = self.use.find(module)
        if (
            user is None
            or not module.is_fresh(self.fresh)
            or not can_replace(module, user, self.use.operand)
        ):
            return False
        return insertion_point(module, user, self.use.operand) is not None

    def apply(self, module: Module) -> None:
        user = must_exist(self.use.find(module))
        anchor = must_exist(insertion_point(module, user, self.use.operand))
        made = Instruction(
            self.opcode, module.type_of(self.use.id), self.fresh, [self.left, self.right]
        )
        module.insert_before(anchor, made)
        module.set_operand(user, self.use.operand, self.fresh)


def insertion_point(module: Module, user: Instruction, operand: int) -> Instruction | None:
    """Return the instruction before which a value for this use has to be computed."""
    block = user.block
    if user.op == o.OpPhi:
        predecessor = module.block(user.ops[operand + 1])
        return None if predecessor is None else last_insertion_point(predecessor)
    if block is None or user.op == o.OpVariable:
        return None
    return last_insertion_point(block) if user is block.terminator else user


def comparison_result(module: Module, opcode: int, left: int, right: int) -> bool | None:
    """Return what comparing two constants gives; None if they are no constants that can be
    compared exactly.
    """
    a, b = module.definition(left), module.definition(right)
    if (
        a is None
        or b is None
        or a.op != o.OpConstant
        or b.op != o.OpConstant
        or a.type_id != b.type_id
    ):
        return None
    if module.facts.is_declared_irrelevant(left) or module.facts.is_declared_irrelevant(right):
        return None
    x, y = constant_value(module, a, opcode), constant_value(module, b, opcode)
    if x is None or y is None:
        return None
    if opcode in LESS:
        return x < y
    if opcode in LESS_EQUAL:
        return x <= y
    return x > y if opcode in GREATER else x >= y


def constant_value(module: Module, constant: Instruction, opcode: int) -> int | float | None:
    """Return a constant's value as the comparison sees it; None if it is not exact or of
    another type.
    """
    width = types.width(module, constant.type_id)
    if width not in (32, 64):
        return None
    bits = sum(word << (32 * i) for i, word in enumerate(constant.ops))
    if types.is_int(module, constant.type_id):
        if opcode in UNSIGNED:
            return bits
        return bits - ((bits >> (width - 1)) << width) if opcode in SIGNED else None
    if opcode not in FLOATING:
        return None
    value = float_of_bits(bits, width)
    return value if is_zero_or_normal(value, width) else None
