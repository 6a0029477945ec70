"""Conditions that are known to be true, or false, from what the original's values are when it is
executed.

No compiler can know that: it depends on the inputs. A condition carries the ranges that it relies
on, so its value follows from the record alone.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.constants import find_constant
from aberration.methods.transform.analysis.undefined import may_depend_on_undefined

HALF: Final = 1 << 31
SIGNED: Final = (o.OpSLessThan, o.OpSLessThanEqual, o.OpSGreaterThan, o.OpSGreaterThanEqual)
UNSIGNED: Final = (o.OpULessThan, o.OpULessThanEqual, o.OpUGreaterThan, o.OpUGreaterThanEqual)
EQUALITIES: Final = (o.OpIEqual, o.OpINotEqual)
COMPARISONS: Final = (*SIGNED, *UNSIGNED, *EQUALITIES)
CONNECTIVES: Final = (o.OpLogicalOr, o.OpLogicalAnd, o.OpLogicalEqual, o.OpLogicalNotEqual)


class KnownRange(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A value of the original and its bounds, as its type reads them; id 0 stands for the
    constant of value `low`.
    """

    id: int
    low: int
    high: int


class KnownCondition(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The comparison or connective `op` of two values, with the result id `fresh`."""

    fresh: int
    op: int
    left: KnownRange
    right: KnownRange

    def truth(self) -> bool | None:
        """Return the value that the condition always has; None if that does not follow from the
        ranges.
        """
        left, right, op = self.left, self.right, self.op
        if op in CONNECTIVES:
            return _connective_of(op, left, right)
        if op in (o.OpSLessThan, o.OpULessThan):
            return _is_less(left, right)
        if op in (o.OpSGreaterThan, o.OpUGreaterThan):
            return _is_less(right, left)
        if op in (o.OpSLessThanEqual, o.OpULessThanEqual):
            return _negate(_is_less(right, left))
        if op in (o.OpSGreaterThanEqual, o.OpUGreaterThanEqual):
            return _negate(_is_less(left, right))
        if op in EQUALITIES:
            equal = _are_equal(left, right)
            return equal if op == o.OpIEqual else _negate(equal)
        return None

    def fits(self, module: Module, before: Instruction) -> bool:
        """Say whether the condition can be computed before an instruction, and always has one
        and the same value.
        """
        if self.truth() is None or not module.is_fresh(self.fresh) or not self.left.id:
            return False
        type_id = module.type_of(self.left.id)
        if not self.right.id and (
            self.op in CONNECTIVES or not _constant(module, type_id, self.right.low)
        ):
            return False
        return all(
            self._may_use(module, known, type_id, before) for known in (self.left, self.right)
        )

    def _may_use(
        self, module: Module, known: KnownRange, type_id: int, before: Instruction
    ) -> bool:
        if not is_read_so(module, self.op, type_id, known):
            return False
        if not known.id:
            return known.low == known.high
        if module.type_of(known.id) != type_id or not module.facts.ranges.may_hold(
            known.id, known.low, known.high
        ):
            return False
        if not available_before(module, known.id, before) or module.facts.is_irrelevant(
            module, known.id
        ):
            return False
        return not may_depend_on_undefined(module, known.id)

    def insert(self, module: Module, before: Instruction) -> bool:
        """Insert the condition; return its value."""
        type_id = module.type_of(self.left.id)
        right = self.right.id or _constant(module, type_id, self.right.low)
        bool_type = module.find(o.OpTypeBool, 0)
        module.insert_before(
            before, Instruction(self.op, bool_type, self.fresh, [self.left.id, right])
        )
        return self.truth() is True


def words_of(value: int) -> int:
    """Return the word of an integer of 32 bits."""
    return value & 0xFFFFFFFF


def _constant(module: Module, type_id: int, value: int) -> int:
    return find_constant(module, False, o.OpConstant, type_id, words_of(value))


def is_read_so(module: Module, op: int, type_id: int, known: KnownRange) -> bool:
    """Say whether an opcode reads values of a type, within their range, as the range does; and
    the type fits.
    """
    if op in CONNECTIVES:
        return types.is_bool(module, type_id) and 0 <= known.low <= known.high <= 1
    if (
        not module.find(o.OpTypeBool, 0)
        or not types.is_int(module, type_id)
        or types.width(module, type_id) != 32
    ):
        return False
    if 0 <= known.low <= known.high < HALF:
        return True
    if types.is_signed(module, type_id):
        return op not in UNSIGNED and -HALF <= known.low <= known.high < HALF
    return op not in SIGNED and 0 <= known.low <= known.high < 2 * HALF


def _negate(value: bool | None) -> bool | None:
    return None if value is None else not value


def _is_less(left: KnownRange, right: KnownRange) -> bool | None:
    if left.high < right.low:
        return True
    return False if left.low >= right.high else None


def _are_equal(left: KnownRange, right: KnownRange) -> bool | None:
    if left.high < right.low or right.high < left.low:
        return False
    return True if left.low == left.high == right.low == right.high else None


def _connective_of(op: int, left: KnownRange, right: KnownRange) -> bool | None:
    """Return the value of a connective of booleans, whose ranges are 0, 1 or both."""
    if op == o.OpLogicalOr and (left.low == 1 or right.low == 1):
        return True
    if op == o.OpLogicalAnd and (left.high == 0 or right.high == 0):
        return False
    if left.low != left.high or right.low != right.high:
        return None
    if op in (o.OpLogicalOr, o.OpLogicalAnd):
        return op == o.OpLogicalAnd
    return (left.low == right.low) == (op == o.OpLogicalEqual)
