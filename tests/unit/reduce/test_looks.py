"""How often to look: what shows now and then is missed in one case of a hundred."""

import pytest
from helpers.toy import add, toy_case

from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase
from aberration.reduce.looks import (
    ENOUGH,
    LEAST_RATE,
    MISSED,
    MOST_LOOKS,
    cautious_rate,
    looks_for,
    looks_needed,
    repeated_looks,
    sightings,
)

WRONG, OTHER, PASS = Verdict("wrong", "wrong text"), Verdict("crash", "boom"), Verdict("pass")
CASE = toy_case(add("a"))


@pytest.mark.parametrize("rate", [0.2, 0.3, 0.5, 0.8, 0.95])
def test_so_many_looks_miss_it_once_in_a_hundred_cases_and_one_less_would_oftener(
    rate: float,
) -> None:
    looks = looks_for(rate)
    assert (1 - rate) ** looks <= MISSED < (1 - rate) ** (looks - 1)


def test_what_always_shows_is_looked_at_once_and_none_oftener_than_the_least_rate() -> None:
    assert looks_for(1.0) == 1
    assert looks_for(0.01) == looks_for(LEAST_RATE) == MOST_LOOKS == 21


def test_the_rate_is_a_cautious_guess() -> None:
    assert cautious_rate(3, 3) == 1.0
    assert cautious_rate(0, 3) == 0.0
    assert cautious_rate(3, 6) < 0.5
    assert looks_needed(3, 3) == 1
    assert looks_needed(2, 3) > looks_for(2 / 3)


def test_it_is_looked_at_until_the_rate_is_known() -> None:
    shown = iter([False, False, True, False, True, True, True])
    assert sightings(lambda: next(shown)) == (ENOUGH, 6)
    assert sightings(lambda: False, 1, 3) == (1, MOST_LOOKS)
    assert sightings(lambda: pytest.fail("enough is known"), ENOUGH, 9) == (ENOUGH, 9)


def told(*verdicts: Verdict, looks: int = 3) -> tuple[Verdict, int]:
    """Return what a repeated look tells, and after how many looks."""
    left = list(verdicts)

    def observe(_: TestCase) -> Verdict:
        return left.pop(0)

    return repeated_looks(observe, WRONG, looks)(CASE), len(verdicts) - len(left)


def test_a_look_is_repeated_until_the_bug_shows() -> None:
    assert told(PASS, WRONG, PASS) == (WRONG, 2)
    assert told(PASS, PASS, PASS) == (PASS, 3)
    assert told(PASS, OTHER, PASS) == (OTHER, 3), "another bug is not forgotten"
