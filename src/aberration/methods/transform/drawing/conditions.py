"""Drawing of conditions whose value is known from ranges."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Instruction
from aberration.methods.transform.analysis.known_conditions import (
    COMPARISONS,
    CONNECTIVES,
    HALF,
    KnownCondition,
    KnownRange,
    is_read_so,
)
from aberration.methods.transform.draw import Draw

TRIES: Final = 8
NEAR: Final = 3
"""So far beyond its range a value is compared to a constant, mostly."""


def condition_before(draw: Draw, before: Instruction) -> KnownCondition | None:
    """Return a condition that can be computed before an instruction; makes sure of its constant
    and type.
    """
    left = _range_before(draw, before)
    if left is None:
        return None
    type_id = draw.module.type_of(left.id)
    if not types.is_bool(draw.module, type_id):
        return _comparison(draw, before, left)
    right = _range_before(draw, before, type_id) or left
    op = draw.rng.choose(CONNECTIVES)
    return _if_known(draw, KnownCondition(draw.fresh(), op, left, right))


def _range_before(draw: Draw, before: Instruction, type_id: int = 0) -> KnownRange | None:
    """Return a value with a known range, of a type if that is given."""
    rng, module = draw.rng, draw.module
    ids, ranges = module.facts.ranges.ids, module.facts.ranges
    for _ in range(TRIES if ids else 0):
        value_id = ids[rng.below(len(ids))]
        known = ranges.of(value_id)
        if known is None or (type_id and module.type_of(value_id) != type_id):
            continue
        if available_before(module, value_id, before):
            return KnownRange(value_id, *known)
    return None


def _comparison(draw: Draw, before: Instruction, left: KnownRange) -> KnownCondition | None:
    """Return a comparison with another value whose range lies apart, or with a constant."""
    type_id = draw.module.type_of(left.id)
    draw.bool_type()
    op = draw.rng.choose(COMPARISONS)
    if draw.rng.below(3) == 0:
        right = _range_before(draw, before, type_id)
        found = (
            None
            if right is None
            else _if_known(draw, KnownCondition(draw.fresh(), op, left, right))
        )
        if found is not None:
            return found
    value = _value_apart(draw, left, types.is_signed(draw.module, type_id))
    found = _if_known(draw, KnownCondition(draw.fresh(), op, left, KnownRange(0, value, value)))
    if found is not None:
        draw.int_constant(type_id, value)
    return found


def _value_apart(draw: Draw, known: KnownRange, signed: bool) -> int:
    """Return a value at an end of a range or beyond it."""
    rng = draw.rng
    least, most = (-HALF, HALF - 1) if signed else (0, 2 * HALF - 1)
    distance = rng.below(NEAR) if rng.below(4) else rng.below(1 << rng.below(31))
    value = known.high + distance if rng.bits() & 1 else known.low - distance
    return min(max(value, least), most)


def _if_known(draw: Draw, condition: KnownCondition) -> KnownCondition | None:
    """Return the condition if it always has the same value, and its opcode reads both operands
    as their ranges do.
    """
    type_id = draw.module.type_of(condition.left.id)
    both = condition.left, condition.right
    if condition.truth() is None or not all(
        is_read_so(draw.module, condition.op, type_id, known) for known in both
    ):
        return None
    return condition
