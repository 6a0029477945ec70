"""The store of a campaign: SQLite in its folder (WAL), or any database by its address, where
several campaigns may be; big things are artifacts.

One transaction a batch of runs: what is in the store is whole. A run that is there already is not
stored again, so that whoever repeats one after a crash does no harm.
"""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Table, insert, select, update

from aberration.campaign import tables
from aberration.campaign.artifacts import Artifacts
from aberration.campaign.codes import code_counts
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.migrations import revision_of
from aberration.campaign.records import Check, Defect, FlakySeed, FoundRecord, RunRecord, Triage
from aberration.campaign.storage import campaign_rows, count_rows, triage_rows
from aberration.campaign.storage.campaign_rows import CampaignLine, Header, Totals
from aberration.campaign.storage.database import Database
from aberration.campaign.storage.finding_rows import (
    ListedFinding,
    complete_findings,
    defect_row,
    evidence_column,
    finding_row,
    found_row,
    read_finding,
    read_listed,
)
from aberration.campaign.storage.run_rows import RunRows, add_flaky_seeds, put_runs
from aberration.core.errors import BadInput, UnknownName
from aberration.core.finding import Finding
from aberration.core.outcome import Outcome
from aberration.core.recipe import TestCase

__all__ = ["ARTIFACTS", "DATABASE", "CampaignLine", "Header", "Store", "Totals"]

DATABASE = "campaign.sqlite"
ARTIFACTS = "artifacts"
_BESIDE = "./"
"""Begins the address of artifacts that are beside the file of the database."""


class Store:
    """One campaign; `url` is SQLAlchemy's, `artifacts` fsspec's, empty for what the campaign was
    begun with.

    `campaign` is its name, empty for the only one of the database. Reading never changes a store;
    the first writing brings one of an older schema up to date.
    """

    def __init__(self, url: str, artifacts: str, campaign: str = "") -> None:
        self._place = artifacts
        self._artifacts = Artifacts(artifacts) if artifacts else None
        self._name = campaign
        self._database = Database(
            url, lambda connection: complete_findings(connection, self.artifacts)
        )
        self._where = f"{self._database.where}#{campaign}" if campaign else self._database.where
        self._campaign = 0
        self._session = 0
        self._earlier = 0.0

    @classmethod
    def in_folder(cls, folder: Path) -> "Store":
        """Return the store in the folder of a campaign."""
        root = folder.absolute()
        return cls(f"sqlite:///{root / DATABASE}", str(root / ARTIFACTS))

    def campaign(self, name: str) -> "Store":
        """Return the store of a campaign of this database, which is closed with this one."""
        other = copy.copy(self)
        other._name, other._campaign, other._session, other._earlier = name, 0, 0, 0.0
        if name:
            other._place, other._artifacts = "", None
            other._where = f"{self._database.where}#{name}"
        return other

    @property
    def artifacts(self) -> Artifacts:
        """Return where the big things are."""
        if self._artifacts is None:
            line = self._line()
            if line is None or not line.artifacts:
                raise BadInput(
                    "expected a campaign of a database, but its artifacts are in a folder",
                    where=self._where,
                    hint="Name the folder in place of the database.",
                )
            self._artifacts = self.artifacts_at(line.artifacts)
        return self._artifacts

    def artifacts_at(self, place: str) -> Artifacts:
        """Return the artifacts of a campaign by its row of the database."""
        file = self._database.file
        beside = file is not None and place.startswith(_BESIDE)
        return Artifacts(str(file.parent / place) if file is not None and beside else place)

    def _row_of(self, place: str) -> str:
        """Return an address of artifacts as the database has it: relative to its file where they
        are below its folder, which may be moved.
        """
        file = self._database.file
        if file is None or not place.startswith(f"{file.parent}/"):
            return place
        return f"{_BESIDE}{Path(place).relative_to(file.parent)}"

    @property
    def name(self) -> str:
        """Return the campaign's name, empty where the only one is meant."""
        return self._name

    @property
    def where(self) -> str:
        """Return the address, for messages: without a password."""
        return self._where

    @property
    def number(self) -> int:
        """Return what the column `campaign` holds for this campaign; raise `BadInput` if there is
        none.
        """
        if not self._campaign:
            found = self._line() if self._database.is_there() else None
            if found is None:
                raise BadInput(
                    "expected the folder of a campaign, but none was begun there",
                    where=self._where,
                )
            self._campaign = found.id
        return self._campaign

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a transaction that reads, for questions of others' own; raise `BadInput` when the
        store cannot be used.
        """
        with self._database.read() as connection:
            yield connection

    def prepare(self) -> None:
        """Make the tables where there are none, or bring a store of an older schema up to date."""
        self._database.write(lambda connection: None)

    def create(self, header: Header) -> None:
        """Begin a campaign; raise `BadInput` if there is one already, or artifacts of another."""
        # A folder may be moved, with what is in it.
        place = self._place if self._name else ""
        if place and not self.artifacts.is_empty():
            raise BadInput("expected a place without artifacts for a campaign", where=place)

        def begin(connection: Connection) -> int:
            if campaign_rows.find_campaign(connection, self._name) is not None:
                hint = "Use --resume to go on with it, or -o to name another folder."
                raise BadInput(
                    "expected a place without a campaign, but one is there",
                    where=self._where,
                    hint=hint,
                )
            row = self._row_of(place)
            return campaign_rows.insert_campaign(connection, self._name, row, header)

        self._campaign = self._database.write(begin)

    def hold(self) -> None:
        """Keep other processes from working on this campaign until the store is closed; raise
        `BadInput` where another does.
        """
        self._database.hold(self._name)

    def exists(self) -> bool:
        """True when there is a campaign."""
        return self._database.is_there() and self._line() is not None

    def campaigns(self) -> list[CampaignLine]:
        """Return all campaigns of the database; none where nothing was begun."""
        if not self._database.is_there():
            return []
        with self.reading() as connection:
            return campaign_rows.campaign_lines(connection)

    def header(self) -> Header:
        """Return what the campaign is; raise `BadInput` if there is none, `NewerSchema` for one
        we cannot read.
        """
        campaign = self.number
        with self.reading() as connection:
            # Another release may have upgraded it since it was opened.
            revision_of(connection)
            return campaign_rows.read_header(connection, campaign)

    def targets(self) -> tuple[str, ...]:
        """Return the ids of the targets that the campaign tests."""
        return self.header().configuration.targets

    def place_of(self, identifier: str) -> tuple[int, str]:
        """Return the number of this campaign, and the id of its finding."""
        return self.number, identifier

    def amend(self, configuration: FuzzConfiguration) -> None:
        """Store a configuration with other limits in place of the one that the campaign began
        with.
        """
        text, table = msgspec.json.encode(configuration).decode(), tables.CAMPAIGNS
        change = update(table).where(table.c.id == self.number).values(configuration=text)
        self._database.write(lambda connection: connection.execute(change))

    def begin_session(self, executors: int) -> None:
        """Count the time from now on as that of a new session."""
        campaign = self.number
        self._earlier = self.totals().seconds
        self._session = self._database.write(
            lambda connection: campaign_rows.insert_session(connection, campaign, executors)
        )

    def note_time(self, seconds: float) -> None:
        """Store how long this session has lasted."""
        campaign = self.number
        self._database.write(
            lambda connection: campaign_rows.note_session(
                connection, campaign, self._session, seconds
            )
        )

    def note_beside(self, seconds: float) -> None:
        """Add to the time that calls took beside their tests."""
        campaign = self.number
        self._database.write(
            lambda connection: campaign_rows.insert_beside(connection, campaign, seconds)
        )

    def seconds_spent(self) -> float:
        """Return the seconds that all calls took so far: tests, and what was noted beside them."""
        campaign = self.number
        with self.reading() as connection:
            beside = campaign_rows.beside_seconds(connection, campaign)
            return campaign_rows.read_totals(connection, campaign).seconds + beside

    def record(self, run: RunRecord, seconds: float) -> bool:
        """Store a run, with the session's time so far; return false if it was there already with as
        many tests.

        One that was cut short is replaced; what became of its findings meanwhile stays.
        """
        return self.record_all([run], seconds)[0]

    def record_all(self, runs: Sequence[RunRecord], seconds: float) -> list[bool]:
        """Store runs in one transaction; return of each what `record` would."""
        # Artifacts are written before the transaction: without it they are rubbish that nobody
        # names, and never a name without its bytes.
        made = [
            RunRows(
                run,
                [found_row(self.artifacts, found) for found in run.found],
                [defect_row(self.artifacts, defect) for defect in run.defects],
            )
            for run in runs
        ]
        campaign, at = self.number, self._earlier + seconds
        answers: list[bool] = []

        def put(connection: Connection) -> list[bool]:
            campaign_rows.note_session(connection, campaign, self._session, seconds)
            news = put_runs(connection, campaign, made, at)
            # At a second try they may be there: the answer to the first commit was lost.
            answers.extend(() if answers else news)
            return answers

        return self._database.write(put)

    def set_aside(self, seeds: Iterable[FlakySeed]) -> None:
        """Store seeds that are not used."""
        campaign, given = self.number, list(seeds)
        self._database.write(lambda connection: add_flaky_seeds(connection, campaign, given))

    def unsteady(self) -> tuple[FlakySeed, ...]:
        """Return the seeds that are not used."""
        return tuple(msgspec.convert(dict(row), FlakySeed) for row in self.rows(tables.FLAKY_SEEDS))

    def runs(self) -> frozenset[int]:
        """Return the numbers of the runs that are stored."""
        campaign = self.number
        with self.reading() as connection:
            return count_rows.run_numbers(connection, campaign)

    def tests_by_run(self) -> dict[int, int]:
        """Return how many tests of each run are stored."""
        campaign = self.number
        with self.reading() as connection:
            return count_rows.count_tests_by_run(connection, campaign)

    def put_away(self) -> dict[str, int]:
        """Return what was put away in tests, by reason."""
        campaign = self.number
        with self.reading() as connection:
            return count_rows.count_put_away(connection, campaign)

    def findings(self, state: str | None = None) -> list[Finding]:
        """Return the findings, of one state or all, by test, then target."""
        table, campaign = tables.FINDINGS.c, self.number
        question = select(table.body).where(table.campaign == campaign)
        if state is not None:
            question = question.where(table.state == state)
        with self.reading() as connection:
            ordered = question.order_by(table.test, table.target, table.id)
            bodies = list(connection.execute(ordered).scalars())
        return [read_finding(self.artifacts, body) for body in bodies]

    def list_findings(self, state: str | None = None) -> list[ListedFinding]:
        """Return what listings show of the findings, of one state or all, by test, then target."""
        campaign, artifacts = self.number, self.artifacts
        with self.reading() as connection:
            return read_listed(connection, artifacts, campaign, state)

    def finding(self, identifier: str) -> Finding:
        """Return one finding; raise `UnknownName` if there is none of this id."""
        return read_finding(self.artifacts, str(self._finding_columns(identifier)["body"]))

    def evidence(self, identifier: str) -> dict[str, Outcome]:
        """Return the outcomes that show a finding, by role."""
        text = str(self._finding_columns(identifier)["evidence"])
        try:
            refs = msgspec.json.decode(text, type=dict[str, str])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadInput(
                f"the store is damaged: the evidence of {identifier} cannot be read: {error}",
                where=self._where,
            ) from None
        return {
            role: msgspec.msgpack.decode(self.artifacts.get(ref), type=Outcome)
            for role, ref in refs.items()
        }

    def _finding_columns(self, identifier: str) -> dict[str, object]:
        table, campaign = tables.FINDINGS, self.number
        chosen = select(table).where(table.c.campaign == campaign, table.c.id == identifier)
        with self.reading() as connection:
            row = connection.execute(chosen).mappings().first()
        if row is None:
            hint = "`aberration findings` lists those of a campaign."
            raise UnknownName(
                f"expected the id of a finding, but {identifier!r} came",
                where=self._where,
                hint=hint,
            )
        return {str(key): value for key, value in row.items()}

    def update_finding(
        self, finding: Finding, evidence: Mapping[str, Outcome] | None = None
    ) -> None:
        """Store a finding in place of the one with its id, with the evidence of its smaller
        case if there is any.
        """
        columns = finding_row(self.artifacts, finding)
        if evidence is not None:
            columns |= evidence_column(self.artifacts, evidence)
        table = tables.FINDINGS
        same = (table.c.campaign == self.number) & (table.c.id == finding.id)
        change = update(table).where(same).values(columns)
        if self._database.write(lambda connection: connection.execute(change).rowcount) != 1:
            raise UnknownName(
                f"expected a finding to update, but there is no {finding.id!r}",
                where=self._where,
            )

    def add_finding(self, found: FoundRecord) -> None:
        """Store a finding that came to light later, such as another bug met in a
        reduction.
        """
        at = self.totals().seconds
        row = found_row(self.artifacts, found) | {"campaign": self.number, "at": at}
        self._database.write(lambda connection: connection.execute(insert(tables.FINDINGS), row))

    def add_defect(self, defect: Defect) -> None:
        """Store an own defect that came to light later; a test has one at most."""
        row = defect_row(self.artifacts, defect) | {"campaign": self.number}
        table = tables.DEFECTS
        same = (table.c.campaign == self.number) & (table.c.test == defect.test)

        def add(connection: Connection) -> None:
            if connection.execute(select(table.c.test).where(same)).first() is None:
                connection.execute(insert(table), row)

        self._database.write(add)

    def forget_defect_cases(self, digests: Sequence[str]) -> None:
        """Take the names of artifacts that will be removed from the defects that have them."""
        table, campaign = tables.DEFECTS, self.number
        chosen = (table.c.campaign == campaign) & table.c.case.in_(digests)
        change = update(table).where(chosen).values(case="")
        self._database.write(lambda connection: connection.execute(change))

    def triage(self) -> list[Triage]:
        """Return what is said of bugs, by their ids: of all campaigns of the database."""
        with self.reading() as connection:
            return triage_rows.triage_records(connection)

    def set_triage(self, record: Triage) -> None:
        """Store what is said of a bug in place of what was said before."""
        self._database.write(lambda connection: triage_rows.put_triage(connection, record))

    def checks(self, bug: str | None = None) -> list[Check]:
        """Return when cases were run again, of one bug or all, the first time first."""
        with self.reading() as connection:
            return triage_rows.check_records(connection, bug)

    def add_check(self, record: Check) -> int:
        """Store that a case was run again; return the number of the row."""
        return self._database.write(lambda connection: triage_rows.insert_check(connection, record))

    def rows(self, table: Table) -> list[Mapping[str, object]]:
        """Return this campaign's rows of a table by its primary key, without the column
        `campaign`.
        """
        chosen = select(*(column for column in table.c if column.name != "campaign")).where(
            table.c.campaign == self.number
        )
        with self.reading() as connection:
            found = connection.execute(chosen.order_by(*table.primary_key)).mappings()
            return [{str(key): value for key, value in row.items()} for row in found]

    def defect_case(self, digest: str) -> TestCase:
        """Return the case that shows an own defect."""
        return msgspec.msgpack.decode(self.artifacts.get(digest), type=TestCase)

    def counts(self, table: Table, column: str) -> dict[str, int]:
        """Return how many rows have each value of a column."""
        campaign = self.number
        with self.reading() as connection:
            counts = count_rows.count_rows(connection, campaign, table, column)
        return {value: count for (value,), count in counts.items()}

    def counts_of_pairs(self, table: Table, one: str, other: str) -> dict[str, dict[str, int]]:
        """Return how many rows have each value of `other`, for each value of `one`."""
        campaign = self.number
        with self.reading() as connection:
            counts = count_rows.count_rows(connection, campaign, table, one, other)
        found: dict[str, dict[str, int]] = {}
        for (key, value), count in counts.items():
            found.setdefault(key, {})[value] = count
        return found

    def codes(self) -> dict[str, int]:
        """Return how many tests have each code (`campaign/codes.py`)."""
        campaign = self.number
        with self.reading() as connection:
            rows = count_rows.rows_but_passes(connection, campaign)
            return code_counts(rows, count_rows.count_passing_tests(connection, campaign))

    def totals(self) -> Totals:
        """Return the sums over all sessions."""
        campaign = self.number
        with self.reading() as connection:
            return campaign_rows.read_totals(connection, campaign)

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def _line(self) -> CampaignLine | None:
        with self.reading() as connection:
            return campaign_rows.find_campaign(connection, self._name)
