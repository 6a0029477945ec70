"""Corollaries of equations, each checked against arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.languages.spirv.equations import Equation
from aberration.languages.spirv.facts import Facts
from aberration.languages.spirv.opcodes import (
    OpBitcast,
    OpConvertSToF,
    OpConvertUToF,
    OpIAdd,
    OpISub,
    OpLogicalNot,
    OpSNegate,
)

MASK = 0xFF
A, B, C, D, E, F = range(1, 7)


@pytest.mark.parametrize(
    "equations",
    [
        [(B, OpISub, (D, C)), (A, OpIAdd, (B, C))],
        [(C, OpISub, (D, B)), (A, OpIAdd, (B, C))],
        [(B, OpIAdd, (C, D)), (A, OpISub, (B, C))],
        [(B, OpIAdd, (D, C)), (A, OpISub, (B, C))],
        [(C, OpISub, (B, D)), (A, OpISub, (B, C))],
        [(B, OpSNegate, (D,)), (A, OpSNegate, (B,))],
        [(B, OpLogicalNot, (D,)), (A, OpLogicalNot, (B,))],
        [(A, OpBitcast, (D,))],
    ],
)
def test_the_result_equals_an_operand(
    equations: Sequence[tuple[int, int, tuple[int, ...]]],
) -> None:
    facts = Facts()
    for result, op, operands in equations:
        assert not facts.synonymous(A, D)
        assert facts.add_equation(Equation(result, op, operands))
    assert facts.synonymous(A, D)


@pytest.mark.parametrize(
    "equations",
    [
        [(B, OpISub, (C, E)), (A, OpISub, (B, C))],
        [(C, OpIAdd, (B, E)), (A, OpISub, (B, C))],
        [(C, OpIAdd, (E, B)), (A, OpISub, (B, C))],
    ],
)
def test_the_result_is_a_negation(equations: Sequence[tuple[int, int, tuple[int, ...]]]) -> None:
    facts = Facts()
    for result, op, operands in equations:
        facts.add_equation(Equation(result, op, operands))
    facts.add_equation(Equation(D, OpSNegate, (A,)))
    assert facts.synonymous(D, E)


def test_operands_may_be_replaced_by_synonyms() -> None:
    facts = Facts()
    facts.add_synonym(C, E)
    facts.add_synonym(B, F)
    facts.add_equation(Equation(F, OpISub, (D, E)))
    facts.add_equation(Equation(A, OpIAdd, (B, C)))
    assert facts.synonymous(A, D)


def test_conversions_of_equal_operands_are_equal() -> None:
    facts = Facts()
    facts.add_equation(Equation(A, OpConvertSToF, (B,), 90))
    facts.add_equation(Equation(C, OpConvertSToF, (D,), 90))
    facts.add_equation(Equation(E, OpConvertUToF, (D,), 90))
    facts.add_equation(Equation(F, OpConvertSToF, (D,), 91))
    assert not facts.synonymous(A, C)
    facts.add_synonym(B, D)
    assert facts.synonymous(A, C)
    assert not facts.synonymous(A, E)
    assert not facts.synonymous(A, F)
    facts.add_equation(Equation(7, OpConvertSToF, (B,), 90))
    assert facts.synonymous(7, A)


def test_irrelevant_ids_are_in_no_equation() -> None:
    facts = Facts()
    facts.add_irrelevant(B)
    assert not facts.add_equation(Equation(A, OpBitcast, (B,)))
    assert not facts.synonymous(A, B)


steps = st.lists(
    st.tuples(st.sampled_from([OpIAdd, OpISub, OpSNegate]), st.integers(0, 40), st.integers(0, 40)),
    max_size=25,
)


@settings(deadline=None)
@given(st.lists(st.integers(0, MASK), min_size=3, max_size=3), steps)
def test_nothing_that_differs_is_called_equal(
    given_: list[int], drawn: list[tuple[int, int, int]]
) -> None:
    values = dict(enumerate(given_, 1))
    facts = Facts()
    for op, first, second in drawn:
        left, right = 1 + first % len(values), 1 + second % len(values)
        result = len(values) + 1
        operands = (left,) if op == OpSNegate else (left, right)
        values[result] = _evaluated(op, [values[operand] for operand in operands])
        facts.add_equation(Equation(result, op, operands))
    for a in values:
        assert all(values[a] == values[b] for b in facts.synonyms(a))


def _evaluated(op: int, operands: list[int]) -> int:
    if op == OpSNegate:
        return -operands[0] & MASK
    return (operands[0] + operands[1] if op == OpIAdd else operands[0] - operands[1]) & MASK
