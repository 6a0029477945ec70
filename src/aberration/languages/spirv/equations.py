"""Known equations between ids, and the synonyms that follow from them (catalogue, section 1.4).

Integer addition, subtraction and negation are modular, so their corollaries hold whatever the
operands are; an operand may be replaced by any id of its class. A conversion is a function of its
operand's bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from .opcodes import (
    OpBitcast,
    OpConvertSToF,
    OpConvertUToF,
    OpIAdd,
    OpISub,
    OpLogicalNot,
    OpSNegate,
)
from .synonyms import Synonyms

EQUATION_OPCODES: Final = (
    OpIAdd,
    OpISub,
    OpSNegate,
    OpLogicalNot,
    OpConvertSToF,
    OpConvertUToF,
    OpBitcast,
)
CONVERSIONS: Final = (OpConvertSToF, OpConvertUToF)
LOOKED_AT: Final = 24
"""So many members of a class are asked for equations of theirs."""


class Equation(msgspec.Struct, frozen=True, gc=False):
    """`result = op(operands)`; `type_id` is the result's type, which a conversion depends on."""

    result: int
    op: int
    operands: tuple[int, ...]
    type_id: int = 0


class Equations:
    """The equations of each id. What follows is returned as pairs of equal ids; the caller
    records them.
    """

    __slots__ = ("_conversions", "_of", "_synonyms")

    def __init__(self, synonyms: Synonyms) -> None:
        self._synonyms: Synonyms = synonyms
        self._of: dict[int, list[Equation]] = {}
        self._conversions: dict[tuple[int, int, int], int] = {}

    def add(self, equation: Equation) -> list[tuple[int, int]]:
        """Record an equation; return the pairs of ids that are equal because of it."""
        found: list[tuple[int, int]] = []
        waiting = [equation]
        while waiting:
            new = waiting.pop()
            if new in self._of.setdefault(new.result, []):
                continue
            self._of[new.result].append(new)
            equal, more = self._corollaries(new)
            found.extend(equal)
            waiting.extend(more)
        return found

    def equal_conversions(self, ids: Sequence[int], others: Sequence[int]) -> list[tuple[int, int]]:
        """Return the results of equal conversions of two lists of ids that have just become
        equal.
        """
        if not self._conversions:
            return []
        kinds = dict.fromkeys((op, type_id) for op, type_id, _ in self._conversions)
        pairs = []
        for op, type_id in kinds:
            mine = self._conversion_of(op, type_id, ids)
            other = self._conversion_of(op, type_id, others)
            if mine and other:
                pairs.append((mine, other))
        return pairs

    def copy(self, synonyms: Synonyms) -> Equations:
        """Return an independent copy over a copy of the classes."""
        other = Equations(synonyms)
        other._of.update({result: list(known) for result, known in self._of.items()})
        other._conversions.update(self._conversions)
        return other

    # ---- inside

    def _same(self, a: int, b: int) -> bool:
        return self._synonyms.equal(a, b)

    def _class(self, value: int) -> list[int]:
        return self._synonyms.ids_of(value)[:LOOKED_AT] if self._synonyms.knows(value) else [value]

    def _operands_of(self, value: int, op: int) -> list[tuple[int, ...]]:
        """Return the operands of the equations of an opcode that give a value equal to `value`."""
        found = []
        for member in self._class(value):
            found += [known.operands for known in self._of.get(member, ()) if known.op == op]
        return found

    def _conversion_of(self, op: int, type_id: int, operands: Sequence[int]) -> int:
        for operand in operands[:LOOKED_AT]:
            result = self._conversions.get((op, type_id, operand))
            if result is not None:
                return result
        return 0

    def _corollaries(self, new: Equation) -> tuple[list[tuple[int, int]], list[Equation]]:
        """Return the equal pairs and the further equations that follow from a new one."""
        if new.op == OpIAdd:
            a, (b, c) = new.result, new.operands
            # a = b + c and b = d - c: a is d.
            equal = [(a, d) for d, e in self._operands_of(b, OpISub) if self._same(e, c)]
            return equal + [(a, d) for d, e in self._operands_of(c, OpISub) if self._same(e, b)], []
        if new.op == OpISub:
            return self._of_difference(new)
        if new.op in (OpSNegate, OpLogicalNot):
            return [
                (new.result, inner[0]) for inner in self._operands_of(new.operands[0], new.op)
            ], []
        if new.op == OpBitcast:
            return [(new.result, new.operands[0])], []
        return self._of_conversion(new), []

    def _of_difference(self, new: Equation) -> tuple[list[tuple[int, int]], list[Equation]]:
        a, (b, c) = new.result, new.operands
        # a = b - c; with b = c + e: a is e. Likewise with c = b - e.
        equal = [(a, e) for d, e in self._operands_of(b, OpIAdd) if self._same(d, c)]
        equal += [(a, d) for d, e in self._operands_of(b, OpIAdd) if self._same(e, c)]
        equal += [(a, e) for d, e in self._operands_of(c, OpISub) if self._same(d, b)]
        # a = b - c; with b = c - e, or c = b + e: a is -e.
        negated = [e for d, e in self._operands_of(b, OpISub) if self._same(d, c)]
        negated += [e for d, e in self._operands_of(c, OpIAdd) if self._same(d, b)]
        negated += [d for d, e in self._operands_of(c, OpIAdd) if self._same(e, b)]
        return equal, [Equation(a, OpSNegate, (operand,), new.type_id) for operand in negated]

    def _of_conversion(self, new: Equation) -> list[tuple[int, int]]:
        if new.op not in CONVERSIONS:
            return []
        operand = new.operands[0]
        twin = self._conversion_of(new.op, new.type_id, self._class(operand))
        self._conversions.setdefault((new.op, new.type_id, operand), new.result)
        return [(new.result, twin)] if twin else []
