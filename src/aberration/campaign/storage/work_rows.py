"""What was tested when, of what it was made, and by whom: counts that are kept as runs are stored.

A run that was cut short and is made again counts with the tests that it had not done before.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from sqlalchemy import Connection, select

from aberration.campaign import tables
from aberration.campaign.records import RunRecord
from aberration.campaign.storage.adding import add_up

MINUTE = 60.0


def done_tests(connection: Connection, campaign: int, run: int) -> frozenset[int]:
    """Return the tests of a run that are stored and gave a verdict."""
    table = tables.TESTS.c
    here = (table.campaign == campaign) & (table.run == run) & (table.status == "done")
    return frozenset(connection.execute(select(table.index).where(here)).scalars())


def add_work(
    connection: Connection,
    campaign: int,
    runs: Sequence[RunRecord],
    at: float,
    before: Collection[int] = (),
) -> None:
    """Count runs that were stored, `at` so many seconds of all sessions; tests in `before` were
    counted already.
    """
    kinds: Counter[tuple[str, str, str]] = Counter()
    tests = 0
    workers: dict[str, dict[str, float]] = {}
    for run in runs:
        done = [one for one in run.tests if one.status == "done" and one.index not in before]
        tests += len(done)
        for test in done:
            kinds.update(("step", run.method, name) for name in test.kinds)
        for aspect, name in _of_run(run):
            kinds[aspect, run.method, name] += len(done)
        if run.worker:
            workers[run.worker] = _with_run(workers.get(run.worker, {}), run, len(done))
    if tests:
        row = {"campaign": campaign, "minute": int(at // MINUTE), "count": tests}
        add_up(connection, tables.MINUTE_TALLIES, [row])
    names = ("aspect", "method", "name")
    rows = [
        {"campaign": campaign, "count": count, **dict(zip(names, values, strict=True))}
        for values, count in sorted(kinds.items())
        if count
    ]
    add_up(connection, tables.COVERAGE_TALLIES, rows)
    named = [
        {"campaign": campaign, "name": name, "at": at, **workers[name]} for name in sorted(workers)
    ]
    add_up(connection, tables.WORKERS, named, latest=("at",))


def _of_run(run: RunRecord) -> Iterator[tuple[str, str]]:
    if run.stage:
        yield "stage", run.stage
    for name in run.features:
        yield "feature", name


def _with_run(before: Mapping[str, float], run: RunRecord, tests: int) -> dict[str, float]:
    """Return the sums of a worker with one run more."""
    more = {"runs": 1, "tests": tests, "seconds": run.seconds, "busy": run.busy}
    return {key: before.get(key, 0) + value for key, value in more.items()}
