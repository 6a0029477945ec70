"""Counts over the rows of a campaign."""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import ColumnElement, Connection, Table, func, select

from aberration.campaign import tables
from aberration.campaign.storage.tallies import TALLIES

_WITHOUT_BLAME: Final = ("pass", "none", "")
"""Verdicts that say nothing against a target."""


def run_numbers(connection: Connection, campaign: int) -> frozenset[int]:
    """Return the numbers of the runs that are stored."""
    table = tables.RUNS.c
    chosen = select(table.run).where(table.campaign == campaign)
    return frozenset(connection.execute(chosen).scalars())


def count_tests_by_run(connection: Connection, campaign: int) -> dict[int, int]:
    """Return how many tests of each run are stored."""
    table = tables.TESTS.c
    chosen = (
        select(table.run, func.count())
        .where(table.campaign == campaign)
        .group_by(table.run)
        .order_by(table.run)
    )
    return {int(run): int(count) for run, count in connection.execute(chosen)}


def count_put_away(connection: Connection, campaign: int) -> dict[str, int]:
    """Return what was put away in tests, by reason."""
    table = tables.PUT_AWAY.c
    chosen = (
        select(table.reason, func.sum(table.count))
        .where(table.campaign == campaign)
        .group_by(table.reason)
        .order_by(table.reason)
    )
    return {str(reason): int(count) for reason, count in connection.execute(chosen)}


def count_rows(
    connection: Connection, campaign: int, table: Table, *columns: str
) -> dict[tuple[str, ...], int]:
    """Return how many rows have each combination of values of the columns, those that are there.

    Of tests and outcomes the tallies tell it, where they have the columns.
    """
    tally = TALLIES.get(table)
    number: ColumnElement[int] = func.count()
    if tally is not None and set(columns) <= set(tally.c.keys()):
        table, number = tally, func.sum(tally.c["count"])
    chosen = [table.c[name] for name in columns]
    question = select(*chosen, number).where(table.c.campaign == campaign)
    rows = connection.execute(question.group_by(*chosen).order_by(*chosen))
    counts = {tuple(str(value) for value in values): int(count or 0) for *values, count in rows}
    return {values: count for values, count in counts.items() if count}


def rows_but_passes(connection: Connection, campaign: int) -> list[Mapping[str, object]]:
    """Return test, verdict and digest of the outcomes that are neither right nor without a
    verdict.
    """
    table = tables.OUTCOMES.c
    chosen = (
        select(table.test, table.verdict, table.digest)
        .where(table.campaign == campaign, table.verdict.not_in(_WITHOUT_BLAME))
        .order_by(table.test, table.target)
    )
    return [{**row} for row in connection.execute(chosen).mappings()]


def count_passing_tests(connection: Connection, campaign: int) -> int:
    """Return how many tests are right on a target, and on no target anything but right."""
    table, other = tables.OUTCOMES.c, tables.OUTCOMES.alias().c
    blamed = select(other.test).where(
        other.campaign == campaign, other.verdict.not_in(_WITHOUT_BLAME)
    )
    chosen = select(func.count(func.distinct(table.test))).where(
        table.campaign == campaign, table.verdict == "pass", table.test.not_in(blamed)
    )
    return int(connection.execute(chosen).scalar_one())
