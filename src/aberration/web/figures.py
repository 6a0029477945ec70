"""The figures of a campaign as its page shows them, kept for a moment: a campaign of a million
tests takes seconds to be counted, and a page must not.
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from aberration.campaign import tables
from aberration.campaign.storage.campaign_rows import read_totals
from aberration.campaign.triage.reasons import reason
from aberration.core.oracle import FINDINGS
from aberration.web import queries
from aberration.web.queries import CampaignLine, Reader, Yield

_AGAIN: Final = 2.0
"""Seconds for which figures are good, at least."""
_SHARE: Final = 20
"""Counting takes one part in so many of the time, at most."""
_WINDOW: Final = 60.0
"""Seconds over which the rate of now is taken."""
_PATIENCE: Final = 60.0
_RUNS_LATE: Final = 20
"""A worker is silent that has answered nothing for so many seconds, and so many of its runs."""
_LONGEST: Final = 1e9
"""Seconds: thirty years."""


class TargetFigures(msgspec.Struct, frozen=True):
    """What a target did: outcomes by kind and verdicts that are findings by kind; the row of its
    health.
    """

    name: str
    outcomes: Mapping[str, int]
    verdicts: Mapping[str, int]
    health: Mapping[str, Any]

    @property
    def state(self) -> str:
        """Return in a word how the target does."""
        runs = int(self.health.get("runs", 0))
        if not runs:
            return "silent"
        lost = int(self.health["crashes"]) + int(self.health["timeouts"])
        return "failing" if lost * 2 > runs else "well"


class WorkerFigures(msgspec.Struct, frozen=True):
    """Who made runs: an executor of one machine, or a worker of a cluster; `silent` so many seconds
    of the campaign's sessions since the last one was stored.
    """

    name: str
    runs: int
    tests: int
    seconds: float
    busy: float
    silent: float

    @property
    def share(self) -> float:
        """Return the part of its time that was spent inside targets, 0 to 1."""
        return self.busy / self.seconds if self.seconds else 0.0

    @property
    def state(self) -> str:
        """Return in a word how it does: `silent` where it has answered nothing for much longer than
        its runs take.
        """
        patience = max(_PATIENCE, _RUNS_LATE * self.seconds / max(self.runs, 1))
        return "silent" if self.silent > patience else "well"


class Figures(msgspec.Struct, frozen=True):
    """All that the page of a campaign shows, as counted `at` a moment of the monotonic clock.

    `places` are test, id and time of each confirmed finding.
    """

    campaign: CampaignLine
    at: float
    cost: float
    statuses: Mapping[str, int]
    seconds: float
    executor_seconds: float
    busy: float
    now: float | None
    findings: Mapping[str, Mapping[str, int]]
    places: tuple[tuple[int, str, float | None], ...]
    minutes: tuple[tuple[int, int], ...]
    coverage: Mapping[str, Mapping[str, int]]
    workers: tuple[WorkerFigures, ...]
    last: int
    targets: tuple[TargetFigures, ...]
    methods: tuple[Yield, ...]
    seeds: tuple[Yield, ...]
    seed_count: int
    aside: tuple[tuple[str, str, str], ...]
    aside_count: int
    put_away: tuple[tuple[str, int, str], ...]
    defects: tuple[tuple[str, str, str], ...]

    @property
    def tests(self) -> int:
        """Return how many tests gave a verdict."""
        return self.statuses.get("done", 0)

    @property
    def rate(self) -> float:
        """Return tests a second over all sessions."""
        return self.tests / self.seconds if self.seconds else 0.0

    @property
    def share(self) -> float:
        """Return the part of the executors' time that was spent inside targets, 0 to 1."""
        return self.busy / self.executor_seconds if self.executor_seconds else 0.0

    def finding_count(self, *states: str) -> int:
        """Return how many findings are in these states."""
        return sum(
            self.findings.get(state, {}).get(kind, 0) for state in states for kind in FINDINGS
        )


class FiguresKeeper:
    """The last figures of each campaign; old ones are given while new ones are counted."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._lock = threading.Lock()
        self._kept: dict[str, Figures] = {}
        self._counting: set[str] = set()
        self._history: dict[str, deque[tuple[float, int]]] = {}

    def of(self, campaign: CampaignLine) -> Figures:
        """Return the figures of a campaign; the first time they are counted now."""
        with self._lock:
            kept = self._kept.get(campaign.name)
            good_for = max(_AGAIN, kept.cost * _SHARE) if kept else 0.0
            due = kept is not None and time.monotonic() - kept.at >= good_for
            begin = due and campaign.name not in self._counting
            if begin:
                self._counting.add(campaign.name)
        if kept is None:
            return self._count(campaign)
        if begin and kept.cost < _AGAIN / _SHARE:
            return self._count(campaign)
        if begin:
            threading.Thread(target=self._count, args=(campaign,), daemon=True).start()
        return kept

    def _count(self, campaign: CampaignLine) -> Figures:
        try:
            figures = count(self._reader, campaign)
            with self._lock:
                history = self._history.setdefault(campaign.name, deque())
                figures = msgspec.structs.replace(figures, now=_rate(history, figures))
                self._kept[campaign.name] = figures
            return figures
        finally:
            with self._lock:
                self._counting.discard(campaign.name)


def count(reader: Reader, campaign: CampaignLine) -> Figures:
    """Count a campaign."""
    begun, key = time.monotonic(), campaign.key
    with reader.reading() as connection:
        statuses = queries.counts(connection, key, tables.TESTS, "status")
        outcomes = queries.counts(connection, key, tables.OUTCOMES, "target", "kind", "verdict")
        found = queries.counts(connection, key, tables.FINDINGS, "state", "kind")
        totals = read_totals(connection, key)
        rows = queries.health(connection, key)
        methods, seeds = queries.yields(connection, key, "method", "seed")
        aside = queries.counts(connection, key, tables.FLAKY_SEEDS)
        figures = Figures(
            campaign=campaign,
            at=0.0,
            cost=0.0,
            statuses={name: number for (name,), number in statuses.items()},
            seconds=possible_time(totals.seconds) or 0.0,
            executor_seconds=possible_time(totals.executor_seconds) or 0.0,
            busy=possible_time(totals.busy) or 0.0,
            now=None,
            findings=_by_first(found),
            places=tuple(
                (test, name, possible_time(at))
                for test, name, at in queries.finding_places(connection, key)
            ),
            minutes=tuple(
                (minute, number)
                for minute, number in queries.tests_by_minute(connection, key)
                if possible_time(60.0 * minute) is not None
            ),
            coverage=queries.coverage(connection, key),
            workers=_workers(queries.workers(connection, key), totals.seconds),
            last=queries.last_test(connection, key),
            targets=_targets(campaign, outcomes, rows),
            methods=tuple(methods),
            seeds=tuple(seeds[: queries.MOST_SEEDS]),
            seed_count=len(seeds),
            aside=tuple(queries.set_aside_seeds(connection, key)),
            aside_count=sum(aside.values()),
            put_away=tuple(
                (name, number, reason(name).means)
                for name, number in queries.put_away(connection, key)
            ),
            defects=tuple(queries.defects(connection, key)),
        )
    now = time.monotonic()
    return msgspec.structs.replace(figures, at=now, cost=now - begun)


def possible_time(seconds: float | None) -> float | None:
    """Return a time, or None for one that no campaign can have: a store may come from anywhere."""
    return seconds if seconds is not None and 0.0 <= seconds <= _LONGEST else None


def _by_first(found: Mapping[tuple[str, ...], int]) -> dict[str, dict[str, int]]:
    table: dict[str, dict[str, int]] = {}
    for (first, second), number in found.items():
        table.setdefault(first, {})[second] = number
    return table


def _targets(
    campaign: CampaignLine, outcomes: Mapping[tuple[str, ...], int], rows: list[Mapping[str, Any]]
) -> tuple[TargetFigures, ...]:
    kinds: dict[str, Counter[str]] = {}
    verdicts: dict[str, Counter[str]] = {}
    for (target, kind, verdict), number in outcomes.items():
        kinds.setdefault(target, Counter())[kind] += number
        if verdict in FINDINGS:
            verdicts.setdefault(target, Counter())[verdict] += number
    health = {str(row["target"]): row for row in rows}
    names = dict.fromkeys([*campaign.configuration.targets, *sorted(kinds), *sorted(health)])
    lines = [
        TargetFigures(
            name, kinds.get(name, Counter()), verdicts.get(name, Counter()), health.get(name, {})
        )
        for name in names
    ]
    return tuple(sorted(lines, key=lambda line: (line.state == "silent", line.name)))


def _workers(rows: list[Mapping[str, Any]], seconds: float) -> tuple[WorkerFigures, ...]:
    return tuple(
        WorkerFigures(
            str(row["name"]),
            int(row["runs"]),
            int(row["tests"]),
            possible_time(row["seconds"]) or 0.0,
            possible_time(row["busy"]) or 0.0,
            max(0.0, (possible_time(seconds) or 0.0) - (possible_time(row["at"]) or 0.0)),
        )
        for row in rows
    )


def _rate(history: deque[tuple[float, int]], figures: Figures) -> float | None:
    """Return tests a second in the last minute; None where that is not known yet."""
    history.append((figures.at, figures.tests))
    while figures.at - history[0][0] > _WINDOW:
        history.popleft()
    (then, before), (now, tests) = history[0], history[-1]
    return (tests - before) / (now - then) if now - then >= _AGAIN else None
