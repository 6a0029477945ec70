"""Counts of tests and outcomes that are kept as these are stored: a million rows take a second to
be counted, and a page shows several counts.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, Table, func, select

from aberration.campaign import tables
from aberration.campaign.storage.adding import add_up

TALLIES: Final[Mapping[Table, Table]] = {
    tables.TESTS: tables.TEST_TALLIES,
    tables.OUTCOMES: tables.OUTCOME_TALLIES,
}
"""The tallies of the rows of a table."""
_NUMBERS: Final[Mapping[Table, str]] = {tables.TESTS: "index", tables.OUTCOMES: "test"}


def add_tallies(
    connection: Connection,
    campaign: int,
    tests: Iterable[Mapping[str, object]],
    outcomes: Iterable[Mapping[str, object]],
) -> None:
    """Count rows that were stored."""
    for table, rows in ((tables.TESTS, tests), (tables.OUTCOMES, outcomes)):
        names = _columns(table)
        counted = Counter(tuple(str(row[name]) for name in names) for row in rows)
        _add(connection, campaign, TALLIES[table], counted)


def take_tallies(connection: Connection, campaign: int, tests: Sequence[int]) -> None:
    """Count the rows of tests no more, before they are removed."""
    for table, number in _NUMBERS.items():
        chosen = [table.c[name] for name in _columns(table)]
        here = (table.c.campaign == campaign) & table.c[number].in_(tests)
        rows = connection.execute(select(*chosen, func.count()).where(here).group_by(*chosen))
        gone = Counter({tuple(map(str, values)): -int(count) for *values, count in rows})
        _add(connection, campaign, TALLIES[table], gone)


def _add(
    connection: Connection, campaign: int, tally: Table, counts: Counter[tuple[str, ...]]
) -> None:
    names = _key_of(tally)
    rows = [
        {"campaign": campaign, "count": count, **dict(zip(names, values, strict=True))}
        for values, count in sorted(counts.items())
    ]
    add_up(connection, tally, rows)


def _columns(table: Table) -> list[str]:
    """Return by what the rows of a table are counted."""
    return _key_of(TALLIES[table])


def _key_of(tally: Table) -> list[str]:
    return [column.name for column in tally.primary_key if column.name != "campaign"]
