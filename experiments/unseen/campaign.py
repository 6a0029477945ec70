"""One campaign by the command line, in a child process, watched from outside: its figures, and
how long it took.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.campaign import tables
from aberration.campaign.store import Store
from aberration.campaign.summary import Summary

COMMAND: Final = (sys.executable, "-m", "aberration.cli.main", "fuzz", "--json")
WARM_UP: Final = 20.0
"""Seconds after which a campaign knows its seeds and has its workers open."""
_PROGRESS: Final = re.compile(
    r"^(?P<seconds>\d+) s: (?P<tests>\d+)(?:/\d+)? tests.* (?P<share>\d+)% of the time"
)
_TOLD: Final = 40


class Asked(msgspec.Struct, frozen=True):
    """The choices of a campaign; `time` as the command line takes it, empty where `tests` alone
    ends it.

    Without `reduce` it ends with its tests: findings are told as they are.
    """

    seeds: tuple[str, ...]
    targets: str
    tests: int
    time: str = ""
    jobs: int = 2
    seed: int = 0
    methods: str = "transform"
    reduce: bool = True


class Point(msgspec.Struct, frozen=True):
    """What a line of the live status says: seconds since the tests began, tests, and the share
    of time in targets.
    """

    seconds: float
    tests: int
    share: float


class Seeds(msgspec.Struct, frozen=True):
    """Names of the seeds that gave a test with a verdict, and whether the campaign came to all that
    it has.

    It takes each once before any again: `all_drawn` is true where one was taken twice.
    """

    tested: tuple[str, ...] = ()
    all_drawn: bool = False


class Ran(msgspec.Struct, frozen=True):
    """How a campaign ended: exit status, seconds of the wall clock for all of it, its figures where
    it printed any.

    `seeds` says which of them it came to; `told` is the end of stderr where it failed.
    """

    status: int
    wall: float
    summary: Summary | None
    points: tuple[Point, ...] = ()
    seeds: Seeds = Seeds()
    told: str = ""


class Rate(msgspec.Struct, frozen=True):
    """Tests a second and the share of the executors' time inside targets."""

    tests_per_second: float
    share: float


def run(asked: Asked, output: Path) -> Ran:
    """Run a campaign into a new folder; what it does wrong is in what is returned, and never
    raised.
    """
    start = time.monotonic()
    # Both streams at once would need threads: the one JSON object goes to a file, the status lines
    # are read.
    with tempfile.TemporaryFile() as figures:
        process = subprocess.Popen(command(asked, output), stdout=figures, stderr=subprocess.PIPE)
        assert process.stderr is not None
        said = [line.decode("utf-8", "replace") for line in process.stderr]
        status = process.wait()
        wall = time.monotonic() - start
        figures.seek(0)
        text = figures.read()
    if status not in (0, 1):
        return Ran(status, wall, None, points_of(said), told="".join(said[-_TOLD:]))
    summary = msgspec.json.decode(text, type=Summary)
    return Ran(status, wall, summary, points_of(said), seeds_of(output))


def command(asked: Asked, output: Path) -> list[str]:
    """Return the command line of a campaign."""
    line = [*COMMAND, "-m", asked.methods, "-t", asked.targets, "--tests", str(asked.tests)]
    line += ["--jobs", str(asked.jobs), "--seed", str(asked.seed), "-o", str(output)]
    line += ["--time", asked.time] if asked.time else []
    line += [] if asked.reduce else ["--no-reduce"]
    return line + [word for folder in asked.seeds for word in ("-s", folder)]


def points_of(lines: Sequence[str]) -> tuple[Point, ...]:
    """Return what the lines of the live status say, in their order."""
    found = [_PROGRESS.match(line) for line in lines]
    return tuple(
        Point(float(one["seconds"]), int(one["tests"]), int(one["share"]) / 100)
        for one in found
        if one
    )


def seeds_of(output: Path) -> Seeds:
    """Return which seeds a campaign came to."""
    store = Store.in_folder(output)
    try:
        rows = store.rows(tables.TESTS)
    finally:
        store.close()
    tested = {str(row["seed"]) for row in rows if row["status"] == "done"}
    runs = Counter(seed for seed, _ in {(str(row["seed"]), row["run"]) for row in rows})
    return Seeds(tuple(sorted(tested)), all_drawn=any(count > 1 for count in runs.values()))


def after_warm_up(summary: Summary, points: Sequence[Point]) -> Rate | None:
    """Return the rate from the first status after `WARM_UP` on; None where the campaign ended
    before.
    """
    first = next((point for point in points if point.seconds >= WARM_UP), None)
    left = 0.0 if first is None else summary.seconds - first.seconds
    if first is None or left < 1.0:
        return None
    inside = summary.target_time_share * summary.seconds - first.share * first.seconds
    # The status rounds to whole seconds and percents, so that the share may come out a little above
    # 1.
    return Rate((summary.tests - first.tests) / left, min(1.0, inside / left))
