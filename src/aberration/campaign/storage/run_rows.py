"""Whole runs as rows, many in one transaction."""

from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import Connection, Table, delete, func, insert, select, update

from aberration.campaign import tables
from aberration.campaign.records import FlakySeed, HealthLine, RunRecord
from aberration.campaign.storage.finding_rows import Row
from aberration.campaign.storage.tallies import add_tallies, take_tallies
from aberration.campaign.storage.work_rows import add_work, done_tests

_AT_ONCE = 500
"""So many numbers are named in one question: databases have a limit."""


class RunRows(msgspec.Struct, frozen=True):
    """A run, with the rows of its findings and defects, whose artifacts are stored."""

    record: RunRecord
    findings: Sequence[Row]
    defects: Sequence[Row]


def put_runs(
    connection: Connection, campaign: int, runs: Sequence[RunRows], at: float
) -> list[bool]:
    """Store runs, `at` so many seconds of all sessions; return of each whether it was not there
    already with as many tests.
    """
    known = _stored_tests(connection, campaign, [one.record.run for one in runs])
    fresh: list[RunRows] = []
    longer: list[RunRows] = []
    news: list[bool] = []
    for one in runs:
        run, tests = one.record.run, len(one.record.tests)
        before = known.get(run)
        news.append(before is None or before < tests)
        known[run] = max(tests, before or 0)
        if before is None:
            fresh.append(one)
        # More tests than before mean that a run that was cut short has been made again.
        elif before < tests:
            longer.append(one)
    _insert_runs(connection, campaign, fresh, at)
    add_work(connection, campaign, [one.record for one in fresh], at)
    for one in longer:
        counted = done_tests(connection, campaign, one.record.run)
        _replace_run(connection, campaign, one, at)
        add_work(connection, campaign, [one.record], at, counted)
    return news


def add_flaky_seeds(connection: Connection, campaign: int, seeds: Iterable[FlakySeed]) -> None:
    """Store the seeds set aside; each executor finds the same ones, the first one's words stay."""
    table = tables.FLAKY_SEEDS
    firsts: dict[tuple[str, str], FlakySeed] = {}
    for seed in seeds:
        firsts.setdefault((seed.digest, seed.target), seed)
    for seed in firsts.values():
        same = (
            (table.c.campaign == campaign)
            & (table.c.digest == seed.digest)
            & (table.c.target == seed.target)
        )
        if not connection.execute(select(table.c.seed).where(same)).first():
            connection.execute(
                insert(table).values(msgspec.structs.asdict(seed) | {"campaign": campaign})
            )


def _stored_tests(connection: Connection, campaign: int, runs: Iterable[int]) -> dict[int, int]:
    """Return of those runs that are stored how many tests they have."""
    wanted = list(dict.fromkeys(runs))
    counts: dict[int, int] = {}
    known, tests = tables.RUNS.c, tables.TESTS.c
    for begin in range(0, len(wanted), _AT_ONCE):
        part = wanted[begin : begin + _AT_ONCE]
        found = select(known.run).where(known.campaign == campaign, known.run.in_(part))
        counts |= dict.fromkeys(connection.execute(found).scalars(), 0)
        counted = (
            select(tests.run, func.count())
            .where(tests.campaign == campaign, tests.run.in_(part))
            .group_by(tests.run)
        )
        counts |= {int(run): int(number) for run, number in connection.execute(counted)}
    return counts


def _insert_runs(connection: Connection, campaign: int, runs: Sequence[RunRows], at: float) -> None:
    """Store runs that are not stored yet, no two of one number; `at`: see `tables.RUNS`."""
    rows: dict[Table, list[Row]] = {}
    for one in runs:
        for table, made in _rows_of(one, at):
            rows.setdefault(table, []).append(made | {"campaign": campaign})
    for table, lines in rows.items():
        connection.execute(insert(table), lines)
    add_tallies(connection, campaign, rows.get(tables.TESTS, []), rows.get(tables.OUTCOMES, []))
    add_flaky_seeds(connection, campaign, [seed for one in runs for seed in one.record.unsteady])
    _add_health(connection, campaign, [line for one in runs for line in one.record.health])


def _replace_run(connection: Connection, campaign: int, run: RunRows, at: float) -> None:
    """Store a run in place of the one of its number; what became of its findings since stays."""
    kept = _drop_run(connection, campaign, run.record.run)
    findings = [row for row in run.findings if row["id"] not in kept]
    _insert_runs(connection, campaign, [RunRows(run.record, findings, run.defects)], at)


def _rows_of(run: RunRows, at: float) -> Iterable[tuple[Table, Row]]:
    record = run.record
    yield (
        tables.RUNS,
        {
            "run": record.run,
            "method": record.method,
            "run_seed": record.run_seed,
            "seconds": record.seconds,
            "busy": record.busy,
            "at": at,
        },
    )
    for test in record.tests:
        yield (
            tables.TESTS,
            {
                "index": test.index,
                "run": record.run,
                "method": test.method,
                "variant": test.variant,
                "status": test.status,
                "seed": test.seed,
                "detail": test.detail,
            },
        )
        for line in test.outcomes:
            yield tables.OUTCOMES, {"test": test.index} | msgspec.structs.asdict(line)
        for place, one in enumerate(test.put_away):
            numbered = {"test": test.index, "place": place}
            yield tables.PUT_AWAY, numbered | msgspec.structs.asdict(one)
    for finding in run.findings:
        yield tables.FINDINGS, {**finding, "at": at}
    for defect in run.defects:
        yield tables.DEFECTS, dict(defect)


def _drop_run(connection: Connection, campaign: int, run: int) -> frozenset[str]:
    """Forget a run, but for the findings that were looked into since; return the ids of those."""
    known, found = tables.TESTS.c, tables.FINDINGS.c
    tests = list(
        connection.execute(
            select(known.index).where(known.campaign == campaign, known.run == run)
        ).scalars()
    )
    of_run = (found.campaign == campaign) & found.test.in_(tests)
    connection.execute(delete(tables.FINDINGS).where(of_run, found.state == "new"))
    take_tallies(connection, campaign, tests)
    for table in (tables.OUTCOMES, tables.PUT_AWAY, tables.DEFECTS):
        here = (table.c.campaign == campaign) & table.c.test.in_(tests)
        connection.execute(delete(table).where(here))
    for table in (tables.TESTS, tables.RUNS):
        here = (table.c.campaign == campaign) & (table.c.run == run)
        connection.execute(delete(table).where(here))
    return frozenset(connection.execute(select(found.id).where(of_run)).scalars())


def _add_health(connection: Connection, campaign: int, lines: Iterable[HealthLine]) -> None:
    table = tables.HEALTH
    for name, line in _sums(lines).items():
        counts = msgspec.structs.asdict(line)
        del counts["target"]
        version = counts.pop("version")
        # Added by the database, so that two writers do not lose each other's counts.
        added: Row = {key: table.c[key] + count for key, count in counts.items()}
        told = {"version": version} if version else {}
        same = (table.c.campaign == campaign) & (table.c.target == name)
        done = connection.execute(update(table).where(same).values(added | told))
        if done.rowcount == 0:
            row = {"campaign": campaign, "target": name, "version": version, **counts}
            connection.execute(insert(table).values(row))


def _sums(lines: Iterable[HealthLine]) -> dict[str, HealthLine]:
    """Return the sums by target, with the version that the last one tells."""
    sums: dict[str, HealthLine] = {}
    for line in lines:
        before = sums.get(line.target, HealthLine(line.target))
        sums[line.target] = HealthLine(
            line.target,
            before.runs + line.runs,
            before.crashes + line.crashes,
            before.timeouts + line.timeouts,
            before.restarts + line.restarts,
            before.busy + line.busy,
            line.version or before.version,
        )
    return sums
