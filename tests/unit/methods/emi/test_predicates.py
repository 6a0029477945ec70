from __future__ import annotations

import pytest

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Binary, Literal, Read, evaluate, reads, size
from aberration.languages.c.integers import INT, UCHAR, UINT
from aberration.methods.emi.environment import Environment, Loose, Related
from aberration.methods.emi.knowledge import Knowledge, truth
from aberration.methods.emi.predicates import Predicates, smaller_predicates
from aberration.methods.emi.synthesis import RELATIONS, leaves

READS = (Read("a", INT), Read("b", UCHAR))
ROWS = ((0, 5), (-3, 7), (12, 255))
COLUMNS = {"a": [0, -3, 12], "b": [5, 7, 255]}


@pytest.mark.parametrize("number", range(300))
def test_a_predicate_has_its_truth_value_in_every_state(number: int) -> None:
    expected = number % 2 == 0
    made = Predicates(Rng.of(number), leaves(READS, COLUMNS), 3).make(expected)
    assert truth(made, COLUMNS, 3) is expected


def test_depth_is_bounded() -> None:
    for number in range(100):
        made = Predicates(Rng.of(number), leaves(READS, COLUMNS), 3).make(True, 0)
        # Expressions have operators of their own in them: at the top stands a relation.
        assert isinstance(made, Binary)
        assert made.op in RELATIONS


def test_without_places_literals_are_compared() -> None:
    made = Predicates(Rng.of(1), (), 0).make(False)
    assert reads(made) == ()
    assert evaluate(made, {}, 1) == ([0], INT)


def test_ranges_and_relations_are_facts_that_are_remembered() -> None:
    loose = Loose(Read("i", INT), 0, 99)
    related = Related(Read("i", INT), "<", Read("n", UINT))
    environment = Environment("0", (), None, (), (loose,), (related,))
    used: set[str] = set()
    for number in range(60):
        predicates = Predicates(Rng.of(number), (), 1, environment)
        made = predicates.make(True, 0)
        assert predicates.facts
        for i in (0, 50, 99):
            columns = {"i": [i], "n": [100]}
            assert truth(made, columns, 1) is True
            assert all(truth(fact, columns, 1) for fact in predicates.facts)
        used |= set(reads(made))
    assert used == {"i", "n"}


def test_smaller_predicates_keep_the_truth_value() -> None:
    knowledge = Knowledge(READS, ROWS)
    for number in range(40):
        expected = number % 2 == 0
        made = Predicates(Rng.of(number), leaves(READS, COLUMNS), 3).make(expected, 2)
        for candidate in smaller_predicates(made, knowledge, expected):
            assert truth(candidate, COLUMNS, 3) is expected
            assert size(candidate) <= size(made)


def test_knowledge_is_a_condition_of_c() -> None:
    fact = Binary("<", Read("a", INT), Literal(20, INT))
    assert (
        Knowledge(READS[:1], ((1,), (2,)), (fact,)).condition
        == "((a < 20)) && ((a == 1) || (a == 2))"
    )
    assert Knowledge().condition == ""
