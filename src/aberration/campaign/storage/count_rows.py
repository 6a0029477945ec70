"""Counts over the rows of a campaign."""

from sqlalchemy import Connection, Table, func, select

from aberration.campaign import tables


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


def count_rows(connection: Connection, campaign: int, table: Table, column: str) -> dict[str, int]:
    """Return how many rows have each value of a column."""
    chosen = table.c[column]
    question = (
        select(chosen, func.count())
        .where(table.c.campaign == campaign)
        .group_by(chosen)
        .order_by(chosen)
    )
    return {str(value): int(count) for value, count in connection.execute(question)}
