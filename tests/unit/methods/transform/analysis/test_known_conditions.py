from __future__ import annotations

import itertools
import operator
from collections.abc import Callable

import pytest
from helpers.transform import ident, module_of, the

from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.known_conditions import (
    COMPARISONS,
    CONNECTIVES,
    KnownCondition,
    KnownRange,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.conditions import condition_before

MEANING: dict[int, Callable[[int, int], bool]] = {
    **dict.fromkeys((o.OpSLessThan, o.OpULessThan), operator.lt),
    **dict.fromkeys((o.OpSLessThanEqual, o.OpULessThanEqual), operator.le),
    **dict.fromkeys((o.OpSGreaterThan, o.OpUGreaterThan), operator.gt),
    **dict.fromkeys((o.OpSGreaterThanEqual, o.OpUGreaterThanEqual), operator.ge),
    **dict.fromkeys((o.OpIEqual, o.OpLogicalEqual), operator.eq),
    **dict.fromkeys((o.OpINotEqual, o.OpLogicalNotEqual), operator.ne),
    o.OpLogicalOr: lambda a, b: bool(a or b),
    o.OpLogicalAnd: lambda a, b: bool(a and b),
}
BODY = """
    %n = OpIAdd %int %i %int_1
    %m = OpIAdd %int %i %int_5
    %u = OpIAdd %uint %uint_0 %uint_3
    %b = OpSLessThan %bool %i %int_1
    %end = OpIAdd %int %i %int_1
    %late = OpIAdd %int %i %int_1
"""


def ranges(most: int) -> list[tuple[int, int]]:
    return [(low, high) for low in range(most) for high in range(low, most)]


@pytest.mark.parametrize("op", [*COMPARISONS, *CONNECTIVES])
def test_truth_is_what_all_values_of_the_ranges_give(op: int) -> None:
    for left, right in itertools.product(ranges(4 if op in COMPARISONS else 2), repeat=2):
        condition = KnownCondition(1, op, KnownRange(2, *left), KnownRange(3, *right))
        pairs = itertools.product(range(left[0], left[1] + 1), range(right[0], right[1] + 1))
        given = {MEANING[op](a, b) for a, b in pairs}
        assert condition.truth() == (given.pop() if len(given) == 1 else None), condition


def test_other_opcodes_tell_nothing() -> None:
    assert KnownCondition(1, o.OpIAdd, KnownRange(2, 0, 0), KnownRange(3, 1, 1)).truth() is None


def known(name: str, low: int, high: int) -> KnownRange:
    return KnownRange(ident(name), low, high)


def fits(
    condition: KnownCondition, prepare: Callable[[Module], object] = lambda module: None
) -> bool:
    module = module_of(BODY)
    prepare(module)
    return condition.fits(module, the(module, "%end"))


GOOD = KnownCondition(20, o.OpSLessThan, known("%n", -3, 4), KnownRange(0, 5, 5))


@pytest.mark.parametrize(
    "condition",
    [
        GOOD,
        KnownCondition(20, o.OpSLessThan, known("%n", -3, 4), known("%m", 5, 9)),
        KnownCondition(20, o.OpULessThan, known("%n", 0, 4), known("%m", 5, 9)),
        KnownCondition(20, o.OpIEqual, known("%n", -3, -1), KnownRange(0, 5, 5)),
        KnownCondition(20, o.OpUGreaterThan, known("%u", 4, 0xFFFFFFFF), KnownRange(0, 3, 3)),
        KnownCondition(20, o.OpLogicalOr, known("%b", 1, 1), known("%b", 1, 1)),
    ],
)
def test_fits(condition: KnownCondition) -> None:
    assert fits(condition)


@pytest.mark.parametrize(
    ("reason", "condition"),
    [
        (
            "it may be true or false",
            KnownCondition(20, o.OpSLessThan, known("%n", -3, 5), KnownRange(0, 5, 5)),
        ),
        (
            "there is no such constant",
            KnownCondition(20, o.OpSLessThan, known("%n", -3, 4), KnownRange(0, 7, 7)),
        ),
        (
            "a constant has one value",
            KnownCondition(20, o.OpSLessThan, known("%n", -3, 4), KnownRange(0, 5, 6)),
        ),
        (
            "negative, read as unsigned",
            KnownCondition(20, o.OpULessThan, known("%n", -3, 4), KnownRange(0, 5, 5)),
        ),
        (
            "too large, read as signed",
            KnownCondition(20, o.OpSGreaterThan, known("%u", 4, 1 << 31), KnownRange(0, 3, 3)),
        ),
        (
            "no bounds of an int",
            KnownCondition(20, o.OpSGreaterThan, known("%n", 6, 1 << 40), KnownRange(0, 5, 5)),
        ),
        ("another type", KnownCondition(20, o.OpSLessThan, known("%n", 0, 4), known("%u", 5, 9))),
        ("no integer", KnownCondition(20, o.OpSLessThan, known("%f", 0, 4), KnownRange(0, 5, 5))),
        ("no boolean", KnownCondition(20, o.OpLogicalOr, known("%n", 1, 1), known("%n", 1, 1))),
        ("a boolean", KnownCondition(20, o.OpIEqual, known("%b", 1, 1), known("%b", 1, 1))),
        ("no value", KnownCondition(20, o.OpSLessThan, known("%entry", 0, 4), KnownRange(0, 5, 5))),
        ("no id", KnownCondition(20, o.OpSLessThan, KnownRange(9999, 0, 4), KnownRange(0, 5, 5))),
        (
            "not available",
            KnownCondition(20, o.OpSLessThan, known("%late", -3, 4), KnownRange(0, 5, 5)),
        ),
        (
            "two constants",
            KnownCondition(20, o.OpSLessThan, KnownRange(0, 0, 0), KnownRange(0, 5, 5)),
        ),
        ("the id is in use", KnownCondition(ident("%n"), GOOD.op, GOOD.left, GOOD.right)),
        (
            "an empty range",
            KnownCondition(20, o.OpSLessThan, known("%n", 4, -3), KnownRange(0, 5, 5)),
        ),
    ],
)
def test_does_not_fit(reason: str, condition: KnownCondition) -> None:
    assert not fits(condition), reason


def test_what_is_known_to_be_otherwise_or_forgotten_does_not_fit() -> None:
    assert fits(GOOD, lambda module: module.facts.ranges.add(ident("%n"), -3, 4))
    assert not fits(GOOD, lambda module: module.facts.ranges.add(ident("%n"), -4, 4))
    assert not fits(GOOD, lambda module: module.facts.ranges.forget(ident("%n")))


def test_what_is_irrelevant_does_not_fit() -> None:
    assert not fits(GOOD, lambda module: module.facts.add_irrelevant(ident("%n")))
    assert not fits(GOOD, lambda module: module.facts.add_irrelevant(ident("%int_5")))


def test_drawn_conditions_fit_and_have_both_values() -> None:
    module = module_of(BODY)
    for name, low, high in (
        ("%n", -3, 4),
        ("%m", 5, 9),
        ("%u", 3, 0xFFFFFFFF),
        ("%b", 1, 1),
        ("%late", 0, 0),
    ):
        module.facts.ranges.add(ident(name), low, high)
    draw = Draw(module, Rng.of(1, "conditions"))
    values = set()
    opcodes = set()
    for _ in range(300):
        draw.begin()
        condition = condition_before(draw, the(module, "%end"))
        if condition is not None:
            assert condition.fits(module, the(module, "%end")), condition
            values.add(condition.truth())
            opcodes.add(condition.op)
    assert values == {True, False}
    assert opcodes == {*COMPARISONS, *CONNECTIVES}
    assert contradictions(module) == []


def test_nothing_is_drawn_where_nothing_is_known() -> None:
    module = module_of(BODY)
    draw = Draw(module, Rng.of(1, "conditions"))
    assert condition_before(draw, the(module, "%end")) is None
    assert draw.log == []
