"""How often to look at what shows a bug only now and then (a sequential test).

A bug that shows in one look of five is missed by a single one four times of five. So it is looked
at until it shows, but no oftener than needed to miss it once in a hundred cases.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase
from aberration.reduce.interestingness import same_bug

T = TypeVar("T")
MISSED = 0.01
"""How often a case that shows the bug may be taken for one that does not."""
LEAST_RATE = 0.2
"""Bugs that show more seldom are not looked for."""
ENOUGH = 3
"""Sightings after which the rate is known well enough."""


def looks_for(rate: float) -> int:
    """Return how many looks miss a bug of this rate no oftener than in `MISSED` of the cases."""
    if rate >= 1.0:
        return 1
    # The probability to miss it n times is (1 - rate) ** n.
    return math.ceil(math.log(MISSED) / math.log(1.0 - max(rate, LEAST_RATE)))


MOST_LOOKS = looks_for(LEAST_RATE)


def cautious_rate(observed: int, tries: int) -> float:
    """Return a rate that the true one is seldom below: half a sighting less than there were, in
    one look more.
    """
    # Seen each time, it is taken for a bug that always shows: nearly all are.
    return max(0.0, observed - 0.5) / (tries + 1) if observed < tries else 1.0


def looks_needed(observed: int, tries: int) -> int:
    """Return how many looks a step of the reduction takes, after so many sightings in so many
    looks.
    """
    return looks_for(cautious_rate(observed, tries))


def sightings(shows: Callable[[], bool], observed: int = 0, tries: int = 0) -> tuple[int, int]:
    """Look until the bug showed `ENOUGH` times, or `MOST_LOOKS` times in all; return sightings and
    looks.

    `observed` of `tries` are those that there were before.
    """
    while observed < ENOUGH and tries < MOST_LOOKS:
        tries += 1
        observed += shows()
    return observed, tries


def look_until(look: Callable[[], T], shows: Callable[[T], bool], most: int) -> T:
    """Look until it shows, so often at most; return what was seen last."""
    seen = look()
    for _ in range(most - 1):
        if shows(seen):
            break
        seen = look()
    return seen


def repeated_looks(
    observe: Callable[[TestCase], Verdict], wanted: Verdict, looks: int
) -> Callable[[TestCase], Verdict]:
    """Return who looks at a case until it shows the wanted bug, and else tells of another one,
    or the last verdict.
    """

    def look(case: TestCase) -> Verdict:
        best: Verdict | None = None
        for _ in range(looks):
            seen = observe(case)
            if same_bug(wanted, seen):
                return seen
            # Another bug that is met is worth more than a pass that came after it.
            best = seen if best is None or seen.is_finding or not best.is_finding else best
        return best or Verdict("none")

    return look
