"""Distinct signatures in groups of tests, by the number of tests and by time."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median

import msgspec

from .records import RunLine, TestLine

MUTANT = "mutant-"


class Group(msgspec.Struct, frozen=True):
    """The tests of a disjoint part of the runs, in order."""

    tests: tuple[TestLine, ...]


class Point(msgspec.Struct, frozen=True):
    """After so much of whatever is counted (tests or seconds), the median of distinct
    signatures in all groups.
    """

    after: float
    found: float


def groups_of(lines: Sequence[RunLine], configuration: str, count: int) -> list[Group]:
    """Return `count` groups of as many runs each, the runs as they follow each other; the rest
    is left out.
    """
    mine = sorted(
        (line for line in lines if line.configuration == configuration), key=lambda line: line.run
    )
    size = len(mine) // count
    parts = [mine[place * size : (place + 1) * size] for place in range(count)]
    return [Group(tuple(test for line in part for test in line.tests)) for part in parts]


def complete(lines: Sequence[RunLine], configurations: Sequence[str]) -> list[RunLine]:
    """Return the lines of those runs that all configurations made."""
    made = [{line.run for line in lines if line.configuration == name} for name in configurations]
    common = set.intersection(*made) if made else set()
    return [line for line in lines if line.run in common]


def signatures(test: TestLine, wanted: Callable[[str], bool]) -> set[tuple[str, str]]:
    """Return what a test shows on wanted targets; a mutant has one bug, whatever it looks like."""
    found = {(target, signature) for target, signature in test.shown.items() if wanted(target)}
    return {(target, "" if target.startswith(MUTANT) else signature) for target, signature in found}


def distinct(tests: Sequence[TestLine], wanted: Callable[[str], bool]) -> set[tuple[str, str]]:
    """Return the distinct signatures that tests show on wanted targets."""
    return {found for test in tests for found in signatures(test, wanted)}


def by_tests(groups: Sequence[Group], wanted: Callable[[str], bool]) -> list[Point]:
    """Return the median after each test, as far as all groups have tests."""
    shortest = min((len(group.tests) for group in groups), default=0)
    grown = [_growth(group.tests[:shortest], wanted) for group in groups]
    return [Point(k + 1, median(counts[k] for counts in grown)) for k in range(shortest)]


def by_seconds(
    groups: Sequence[Group], wanted: Callable[[str], bool], driver: str, step: float
) -> list[Point]:
    """Return the median after each `step` seconds of making tests and running them on one
    driver.
    """
    times = [_times(group.tests, driver) for group in groups]
    grown = [_growth(group.tests, wanted) for group in groups]
    end = min((ends[-1] for ends in times if ends), default=0.0)
    points: list[Point] = []
    for k in range(1, int(end / step) + 1):
        counts = [_at(ends, counts, k * step) for ends, counts in zip(times, grown, strict=True)]
        points.append(Point(k * step, median(counts)))
    return points


def _growth(tests: Sequence[TestLine], wanted: Callable[[str], bool]) -> list[int]:
    seen: set[tuple[str, str]] = set()
    counts: list[int] = []
    for test in tests:
        seen |= signatures(test, wanted)
        counts.append(len(seen))
    return counts


def _times(tests: Sequence[TestLine], driver: str) -> list[float]:
    total, ends = 0.0, []
    for test in tests:
        total += test.made + test.ran.get(driver, 0.0)
        ends.append(total)
    return ends


def _at(ends: Sequence[float], counts: Sequence[int], time: float) -> int:
    done = sum(end <= time for end in ends)
    return counts[done - 1] if done else 0


def runs_showing(lines: Sequence[RunLine], configuration: str) -> Mapping[str, int]:
    """Return by target how many runs of a configuration show anything on it."""
    counts: dict[str, int] = {}
    for line in lines:
        if line.configuration == configuration:
            for target in sorted({target for test in line.tests for target in test.shown}):
                counts[target] = counts.get(target, 0) + 1
    return counts
