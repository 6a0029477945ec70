"""What the pages ask the store: counts and lines by SQL; no artifact is read for them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Select, Table, func, select

from aberration.campaign import tables
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.storage.campaign_rows import campaign_lines, read_header
from aberration.campaign.storage.count_rows import count_put_away, count_rows
from aberration.campaign.store import Store
from aberration.core.errors import BadInput, UnknownName

MOST_SEEDS: Final = 20
MOST_ASIDE: Final = 500
CONFIRMED: Final = ("new", "reduced")
"""The states of findings that were seen again, and that nothing explains."""


class CampaignLine(msgspec.Struct, frozen=True):
    """A campaign with its configuration; `key` is its number in the store, `artifacts` their
    address, empty where they are beside it.
    """

    key: int
    name: str
    configuration: FuzzConfiguration
    digest: str
    artifacts: str = ""


class FindingLine(msgspec.Struct, frozen=True):
    """A finding by its columns; `body` and `evidence` are digests of artifacts."""

    id: str
    test: int
    target: str
    method: str
    kind: str
    signature: str
    reliability: str
    state: str
    body: str
    evidence: Mapping[str, str]

    def __hash__(self) -> int:
        return hash((self.id, self.body))


class Yield(msgspec.Struct, frozen=True):
    """How many tests there were of something, and how many confirmed findings came of them."""

    name: str
    tests: int
    findings: int


class Reader:
    """Reads the campaigns of a store, and never writes. The only campaign of a folder, which has
    no name, is called `name`.
    """

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self.reading = store.reading

    def campaigns(self) -> list[CampaignLine]:
        """Return the campaigns in the order in which they were begun; raise `BadInput` for no
        store, `NewerSchema` for one that is too new.
        """
        with self.reading() as connection:
            return [
                CampaignLine(
                    line.id,
                    line.name or self._name,
                    read_header(connection, line.id).configuration,
                    line.config_digest,
                    line.artifacts,
                )
                for line in campaign_lines(connection)
            ]

    def campaign(self, name: str) -> CampaignLine:
        """Return a campaign by name; raise `UnknownName` if there is none."""
        for line in self.campaigns():
            if line.name == name:
                return line
        raise UnknownName(f"expected the name of a campaign, but {name!r} came")

    def finding(self, campaign: int, identifier: str) -> FindingLine:
        """Return a finding by its columns; raise `UnknownName` if there is none of this id."""
        table = tables.FINDINGS
        with self.reading() as connection:
            asked = in_campaign(select(table), table, campaign).where(table.c.id == identifier)
            row = connection.execute(asked).first()
        if row is None:
            raise UnknownName(f"expected the id of a finding, but {identifier!r} came")
        return _finding(row)

    def findings(self, campaign: int, states: Sequence[str]) -> list[FindingLine]:
        """Return the findings of these states, by test, then target."""
        table = tables.FINDINGS
        asked = in_campaign(select(table), table, campaign).where(table.c.state.in_(states))
        with self.reading() as connection:
            rows = connection.execute(asked.order_by(table.c.test, table.c.target)).all()
        return [_finding(row) for row in rows]


def in_campaign(question: Select[Any], table: Table, campaign: int) -> Select[Any]:
    """Return a question about one campaign of the store."""
    return question.where(table.c.campaign == campaign)


def counts(
    connection: Connection, campaign: int, table: Table, *columns: str
) -> dict[tuple[str, ...], int]:
    """Return how many rows have each combination of values of the columns."""
    return count_rows(connection, campaign, table, *columns)


def health(connection: Connection, campaign: int) -> list[Mapping[str, Any]]:
    """Return the rows of the targets' health, by name."""
    table = tables.HEALTH
    rows = connection.execute(in_campaign(select(table), table, campaign).order_by(table.c.target))
    return [dict(row) for row in rows.mappings()]


def finding_places(connection: Connection, campaign: int) -> list[tuple[int, str, float | None]]:
    """Return test, id and time of each confirmed finding, in the order of the tests; the time in
    seconds of all sessions, None where nobody knows.
    """
    table = tables.FINDINGS
    chosen = select(table.c.test, table.c.id, table.c.at)
    # One that was imported came of no test of this campaign.
    made_here = table.c.state.in_(CONFIRMED) & (table.c.test >= 0)
    asked = in_campaign(chosen, table, campaign).order_by(table.c.test)
    return [
        (int(test), str(name), at) for test, name, at in connection.execute(asked.where(made_here))
    ]


def tests_by_minute(connection: Connection, campaign: int) -> list[tuple[int, int]]:
    """Return how many tests gave a verdict in each minute of all sessions that had some."""
    table = tables.MINUTE_TALLIES
    asked = in_campaign(select(table.c.minute, table.c["count"]), table, campaign)
    return [
        (int(minute), int(count))
        for minute, count in connection.execute(asked.order_by(table.c.minute))
    ]


def coverage(connection: Connection, campaign: int) -> dict[str, dict[str, int]]:
    """Return by aspect (`stage`, `step`, `feature`) how many tests had each name, the most
    frequent first.
    """
    table = tables.COVERAGE_TALLIES
    number = func.sum(table.c["count"])
    asked = in_campaign(select(table.c.aspect, table.c.name, number), table, campaign)
    rows = connection.execute(asked.group_by(table.c.aspect, table.c.name)).all()
    found: dict[str, dict[str, int]] = {}
    for aspect, name, count in sorted(rows, key=lambda row: (row[0], -row[2], row[1])):
        found.setdefault(str(aspect), {})[str(name)] = int(count)
    return found


def workers(connection: Connection, campaign: int) -> list[Mapping[str, Any]]:
    """Return the rows of those who made the runs, by name."""
    table = tables.WORKERS
    rows = connection.execute(in_campaign(select(table), table, campaign).order_by(table.c.name))
    return [dict(row) for row in rows.mappings()]


def last_test(connection: Connection, campaign: int) -> int:
    """Return the number of the last test."""
    table = tables.TESTS
    asked = in_campaign(select(func.max(table.c.index)), table, campaign)
    return int(connection.execute(asked).scalar() or 0)


def yields(connection: Connection, campaign: int, *columns: str) -> list[list[Yield]]:
    """Return for each of some columns of tests (`method`, `seed`) what tests gave by its values,
    the best first. The findings' tests are looked for once, which is what takes long.
    """
    tests, found = tables.TESTS, tables.FINDINGS
    chosen = [tests.c[column] for column in columns]
    both = (tests.c.index == found.c.test) & (tests.c.campaign == found.c.campaign)
    joined = select(func.count(), *chosen).select_from(tests.join(found, both))
    confirmed = in_campaign(joined, found, campaign).where(found.c.state.in_(CONFIRMED))
    rows = connection.execute(confirmed.group_by(*chosen)).all()
    lines = []
    for place, column in enumerate(columns):
        findings: Counter[str] = Counter()
        for count, *values in rows:
            findings[str(values[place])] += int(count)
        made = count_rows(connection, campaign, tests, column)
        lines.append([Yield(name, count, findings[name]) for (name,), count in made.items()])
    return [sorted(one, key=lambda line: (-line.findings, -line.tests, line.name)) for one in lines]


def set_aside_seeds(connection: Connection, campaign: int) -> list[tuple[str, str, str]]:
    """Return seed, target (empty: all) and reason of each seed that is not used, at most
    `MOST_ASIDE`.
    """
    table = tables.FLAKY_SEEDS
    asked = select(table.c.seed, table.c.target, table.c.reason)
    ordered = in_campaign(asked, table, campaign).order_by(table.c.seed, table.c.target)
    return _texts(connection.execute(ordered.limit(MOST_ASIDE)))


def put_away(connection: Connection, campaign: int) -> list[tuple[str, int]]:
    """Return what was put away in tests, by reason, the most frequent first."""
    counts = count_put_away(connection, campaign)
    return sorted(counts.items(), key=lambda row: (-row[1], row[0]))


def defects(connection: Connection, campaign: int) -> list[tuple[str, str, str]]:
    """Return test and message of the defects of our own, at most `MOST_ASIDE`."""
    table = tables.DEFECTS
    asked = in_campaign(select(table.c.test, table.c.message, table.c.case), table, campaign)
    return _texts(connection.execute(asked.order_by(table.c.test).limit(MOST_ASIDE)))


def _texts(rows: Iterable[Any]) -> list[tuple[str, str, str]]:
    return [(str(one), str(two), str(three)) for one, two, three in rows]


def _finding(row: Any) -> FindingLine:
    names = [name for name in FindingLine.__struct_fields__ if name != "evidence"]
    given = {name: getattr(row, name) for name in names}
    try:
        evidence = msgspec.json.decode(row.evidence or "{}", type=dict[str, str])
        return msgspec.convert({**given, "evidence": evidence}, FindingLine)
    except msgspec.ValidationError as error:
        raise BadInput(f"a finding of the store cannot be read: {error}") from None
