"""The store of a campaign: SQLite in its folder (WAL), or any database by URL; big things are
artifacts.

One transaction a run: what is in the store is whole. A run that is there already is not stored
again, so that whoever repeats one after a crash does no harm.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import (
    Connection,
    Table,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import ConnectionPoolEntry

from aberration.campaign import tables
from aberration.campaign.artifacts import Artifacts
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.records import (
    Defect,
    FlakySeed,
    FoundRecord,
    HealthLine,
    RunRecord,
)
from aberration.core.errors import BadInput, NewerSchema, UnknownName
from aberration.core.finding import Finding
from aberration.core.outcome import Outcome
from aberration.core.recipe import TestCase

DATABASE = "campaign.sqlite"
ARTIFACTS = "artifacts"


class Header(msgspec.Struct, frozen=True):
    """What the campaign is: its configuration, with target ids in place of patterns, and the digest
    of that.

    The digest covers the `versions` of what decides the tests as well.
    """

    configuration: FuzzConfiguration
    config_digest: str
    versions: dict[str, str] = {}


class Totals(msgspec.Struct, frozen=True):
    """Sums over all sessions: seconds of wall time, of executors' time, and inside targets."""

    seconds: float
    executor_seconds: float
    busy: float


class Store:
    """One campaign; `url` is SQLAlchemy's, `artifacts` fsspec's."""

    def __init__(self, url: str, artifacts: str) -> None:
        self._engine = create_engine(url)
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _use_wal)
        self._where = url
        self.artifacts = Artifacts(artifacts)
        self._session = 0

    @classmethod
    def in_folder(cls, folder: Path) -> "Store":
        """Return the store in the folder of a campaign."""
        root = folder.absolute()
        return cls(f"sqlite:///{root / DATABASE}", str(root / ARTIFACTS))

    def create(self, header: Header) -> None:
        """Begin a campaign; raise `BadInput` if there is one already."""
        if self.exists():
            hint = "Use --resume to go on with it, or -o to name another folder."
            raise BadInput(
                "expected a folder without a campaign, but one is there",
                where=self._where,
                hint=hint,
            )
        with self._transaction() as connection:
            tables.METADATA.create_all(connection)
            connection.execute(
                insert(tables.CAMPAIGN).values(
                    id=1,
                    schema=tables.SCHEMA,
                    configuration=msgspec.json.encode(header.configuration).decode(),
                    config_digest=header.config_digest,
                )
            )
            rows: list[dict[str, object]] = [
                {"name": name, "version": row} for name, row in header.versions.items()
            ]
            _insert_all(connection, tables.VERSIONS, rows)

    def exists(self) -> bool:
        """True when there is a campaign."""
        with self._transaction() as connection:
            if not inspect(connection).has_table(tables.CAMPAIGN.name):
                return False
            return connection.execute(select(tables.CAMPAIGN.c.id)).first() is not None

    def header(self) -> Header:
        """Return what the campaign is; raise `BadInput` if there is none, `NewerSchema` for one
        we cannot read.
        """
        if not self.exists():
            raise BadInput(
                "expected the folder of a campaign, but none was begun there", where=self._where
            )
        with self._transaction() as connection:
            schema = connection.execute(select(tables.CAMPAIGN.c.schema)).scalar_one()
            if schema > tables.SCHEMA:
                message = f"expected schema {tables.SCHEMA} or older, but {schema} came"
                raise NewerSchema(message, where=self._where, hint="Update aberration to read it.")
            row = connection.execute(select(tables.CAMPAIGN)).one()
            known = inspect(connection).has_table(tables.VERSIONS.name)
            rows = connection.execute(select(tables.VERSIONS)).all() if known else []
        versions = {str(row.name): str(row.version) for row in rows}
        configuration = msgspec.json.decode(row.configuration, type=FuzzConfiguration)
        return Header(configuration, row.config_digest, versions)

    def amend(self, configuration: FuzzConfiguration) -> None:
        """Store a configuration with other limits in place of the one that the campaign began
        with.
        """
        with self._transaction() as connection:
            text = msgspec.json.encode(configuration).decode()
            connection.execute(update(tables.CAMPAIGN).values(configuration=text))

    def begin_session(self, executors: int) -> None:
        """Count the time from now on as that of a new session."""
        with self._transaction() as connection:
            done = connection.execute(
                insert(tables.SESSIONS).values(executors=executors, seconds=0.0)
            )
            assert done.inserted_primary_key is not None
            self._session = int(done.inserted_primary_key[0])

    def note_time(self, seconds: float) -> None:
        """Store how long this session has lasted."""
        with self._transaction() as connection:
            _note_time(connection, self._session, seconds)

    def note_beside(self, seconds: float) -> None:
        """Add to the time that calls took beside their tests."""
        with self._transaction() as connection:
            tables.BESIDE.create(connection, checkfirst=True)
            connection.execute(insert(tables.BESIDE).values(seconds=seconds))

    def seconds_spent(self) -> float:
        """Return the seconds that all calls took so far: tests, and what was noted beside them."""
        with self._transaction() as connection:
            known = inspect(connection).has_table(tables.BESIDE.name)
            beside = (
                connection.execute(select(func.sum(tables.BESIDE.c.seconds))).scalar()
                if known
                else None
            )
        return self.totals().seconds + (beside or 0.0)

    def record(self, run: RunRecord, seconds: float) -> bool:
        """Store a run, with the session's time so far; return false if it was there already with as
        many tests.

        One that was cut short is replaced; what became of its findings meanwhile stays.
        """
        # Artifacts are written before the transaction: without it they are rubbish that nobody
        # names, and never a name without its bytes.
        bodies = [self._finding_row(found) for found in run.found]
        defects = [self._defect_row(defect) for defect in run.defects]
        with self._transaction() as connection:
            _note_time(connection, self._session, seconds)
            known = connection.execute(
                select(tables.RUNS.c.run).where(tables.RUNS.c.run == run.run)
            ).first()
            tests = select(func.count()).where(tables.TESTS.c.run == run.run)
            # More tests than before mean that a run that was cut short has been made again.
            if known and connection.execute(tests).scalar_one() >= len(run.tests):
                return False
            kept = _drop_run(connection, run.run)
            bodies = [body for body in bodies if body["id"] not in kept]
            row = {"run": run.run, "method": run.method, "run_seed": run.run_seed}
            connection.execute(
                insert(tables.RUNS).values(**row, seconds=run.seconds, busy=run.busy)
            )
            rows = [msgspec.structs.asdict(test) | {"run": run.run} for test in run.tests]
            for one in rows:
                del one["outcomes"]
            _insert_all(connection, tables.TESTS, rows)
            _insert_all(
                connection,
                tables.OUTCOMES,
                [
                    {"test": test.index} | msgspec.structs.asdict(line)
                    for test in run.tests
                    for line in test.outcomes
                ],
            )
            # Campaigns of older releases lack the table.
            tables.PUT_AWAY.create(connection, checkfirst=True)
            _insert_all(
                connection,
                tables.PUT_AWAY,
                [
                    {"test": test.index} | msgspec.structs.asdict(one)
                    for test in run.tests
                    for one in test.put_away
                ],
            )
            _insert_all(connection, tables.FINDINGS, bodies)
            _insert_all(connection, tables.DEFECTS, defects)
            _keep_unsteady(connection, run.unsteady)
            _add_health(connection, run.health)
        return True

    def _finding_row(self, found: FoundRecord) -> dict[str, object]:
        return self._columns(found.finding) | self._evidence_column(found.evidence)

    def _evidence_column(self, evidence: Mapping[str, Outcome]) -> dict[str, object]:
        shown = {
            role: self.artifacts.put(msgspec.msgpack.encode(given))
            for role, given in evidence.items()
        }
        return {"evidence": msgspec.json.encode(shown).decode()}

    def _columns(self, finding: Finding) -> dict[str, object]:
        return {
            "id": finding.id,
            "test": finding.test,
            "target": finding.target,
            "method": finding.case.recipe.method,
            "kind": finding.verdict.kind,
            "signature": finding.verdict.signature,
            "reliability": finding.reliability,
            "state": finding.state,
            "body": self.artifacts.put(msgspec.msgpack.encode(finding)),
        }

    def _defect_row(self, defect: Defect) -> dict[str, object]:
        case = (
            self.artifacts.put(msgspec.msgpack.encode(defect.case))
            if defect.case is not None
            else ""
        )
        return {"test": defect.test, "message": defect.message, "case": case}

    def set_aside(self, seeds: Iterable[FlakySeed]) -> None:
        """Store seeds that are not used."""
        with self._transaction() as connection:
            _keep_unsteady(connection, seeds)

    def unsteady(self) -> tuple[FlakySeed, ...]:
        """Return the seeds that are not used."""
        return tuple(msgspec.convert(dict(row), FlakySeed) for row in self.rows(tables.FLAKY_SEEDS))

    def runs(self) -> frozenset[int]:
        """Return the numbers of the runs that are stored."""
        with self._transaction() as connection:
            return frozenset(connection.execute(select(tables.RUNS.c.run)).scalars())

    def tests_by_run(self) -> dict[int, int]:
        """Return how many tests of each run are stored."""
        table = tables.TESTS
        with self._transaction() as connection:
            rows = connection.execute(select(table.c.run, func.count()).group_by(table.c.run))
            return {int(run): int(count) for run, count in rows}

    def put_away(self) -> dict[str, int]:
        """Return what was put away in tests, by reason."""
        table = tables.PUT_AWAY
        with self._transaction() as connection:
            if not inspect(connection).has_table(table.name):
                return {}
            rows = connection.execute(
                select(table.c.reason, func.sum(table.c.count)).group_by(table.c.reason)
            )
            return {str(reason): int(count) for reason, count in rows}

    def findings(self, state: str | None = None) -> list[Finding]:
        """Return the findings, of one state or all, by test, then target."""
        table = tables.FINDINGS
        question = select(table.c.body).order_by(table.c.test, table.c.target)
        if state is not None:
            question = question.where(table.c.state == state)
        with self._transaction() as connection:
            bodies = list(connection.execute(question).scalars())
        return [self._finding(body) for body in bodies]

    def finding(self, identifier: str) -> Finding:
        """Return one finding; raise `UnknownName` if there is none of this id."""
        return self._finding(str(self._finding_columns(identifier)["body"]))

    def evidence(self, identifier: str) -> dict[str, Outcome]:
        """Return the outcomes that show a finding, by role."""
        refs = msgspec.json.decode(
            str(self._finding_columns(identifier)["evidence"]), type=dict[str, str]
        )
        return {
            role: msgspec.msgpack.decode(self.artifacts.get(ref), type=Outcome)
            for role, ref in refs.items()
        }

    def _finding_columns(self, identifier: str) -> dict[str, object]:
        table = tables.FINDINGS
        with self._transaction() as connection:
            row = (
                connection.execute(select(table).where(table.c.id == identifier)).mappings().first()
            )
        if row is None:
            hint = "`aberration findings` lists those of a campaign."
            raise UnknownName(
                f"expected the id of a finding, but {identifier!r} came",
                where=self._where,
                hint=hint,
            )
        return dict(row)

    def _finding(self, body: str) -> Finding:
        return msgspec.msgpack.decode(self.artifacts.get(body), type=Finding)

    def update_finding(
        self, finding: Finding, evidence: Mapping[str, Outcome] | None = None
    ) -> None:
        """Store a finding in place of the one with its id, with the evidence of its smaller
        case if there is any.
        """
        columns = self._columns(finding)
        if evidence is not None:
            columns |= self._evidence_column(evidence)
        with self._transaction() as connection:
            done = connection.execute(
                update(tables.FINDINGS).where(tables.FINDINGS.c.id == finding.id).values(columns)
            )
            if done.rowcount != 1:
                raise UnknownName(
                    f"expected a finding to update, but there is no {finding.id!r}",
                    where=self._where,
                )

    def add_finding(self, found: FoundRecord) -> None:
        """Store a finding that came to light later, such as another bug met in a
        reduction.
        """
        row = self._finding_row(found)
        with self._transaction() as connection:
            connection.execute(insert(tables.FINDINGS).values(row))

    def add_defect(self, defect: Defect) -> None:
        """Store an own defect that came to light later; a test has one at most."""
        row, table = self._defect_row(defect), tables.DEFECTS
        with self._transaction() as connection:
            if (
                connection.execute(select(table.c.test).where(table.c.test == defect.test)).first()
                is None
            ):
                connection.execute(insert(table).values(row))

    def rows(self, table: Table) -> list[Mapping[str, object]]:
        """Return all rows of a table by its primary key."""
        with self._transaction() as connection:
            found = connection.execute(select(table).order_by(*table.primary_key)).mappings()
            return [{str(key): value for key, value in row.items()} for row in found]

    def defect_case(self, digest: str) -> TestCase:
        """Return the case that shows an own defect."""
        return msgspec.msgpack.decode(self.artifacts.get(digest), type=TestCase)

    def counts(self, table: Table, column: str) -> dict[str, int]:
        """Return how many rows have each value of a column."""
        chosen = table.c[column]
        question = select(chosen, func.count()).group_by(chosen).order_by(chosen)
        with self._transaction() as connection:
            return {str(value): int(count) for value, count in connection.execute(question)}

    def totals(self) -> Totals:
        """Return the sums over all sessions."""
        sessions = tables.SESSIONS.c
        with self._transaction() as connection:
            seconds, executor_seconds = connection.execute(
                select(func.sum(sessions.seconds), func.sum(sessions.seconds * sessions.executors))
            ).one()
            busy = connection.execute(select(func.sum(tables.RUNS.c.busy))).scalar()
        return Totals(seconds or 0.0, executor_seconds or 0.0, busy or 0.0)

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except DatabaseError as error:
            raise BadInput(f"the store cannot be used: {error.orig}", where=self._where) from None
        # SQLite names what it cannot read in its message: bytes of a damaged file, where it is one.
        except UnicodeDecodeError:
            raise BadInput("the store cannot be used: it is damaged", where=self._where) from None


def _use_wal(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    # With WAL a power cut may lose the last transactions and damages nothing; a resumed campaign
    # makes those runs again.
    cursor.execute("PRAGMA synchronous=NORMAL")
    # `aberration findings` and reports read while a campaign writes.
    cursor.execute("PRAGMA busy_timeout=30000")
    cursor.close()


def _note_time(connection: Connection, session: int, seconds: float) -> None:
    row = tables.SESSIONS
    connection.execute(update(row).where(row.c.id == session).values(seconds=seconds))


def _insert_all(connection: Connection, table: Table, rows: list[dict[str, object]]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _drop_run(connection: Connection, run: int) -> frozenset[str]:
    """Forget a run, but for the findings that were looked into since; return the ids of those."""
    tests = list(
        connection.execute(select(tables.TESTS.c.index).where(tables.TESTS.c.run == run)).scalars()
    )
    found = tables.FINDINGS.c
    connection.execute(delete(tables.FINDINGS).where(found.test.in_(tests), found.state == "new"))
    tables.PUT_AWAY.create(connection, checkfirst=True)
    for table in (tables.OUTCOMES, tables.PUT_AWAY, tables.DEFECTS):
        connection.execute(delete(table).where(table.c.test.in_(tests)))
    for table in (tables.TESTS, tables.RUNS):
        connection.execute(delete(table).where(table.c.run == run))
    return frozenset(connection.execute(select(found.id).where(found.test.in_(tests))).scalars())


def _keep_unsteady(connection: Connection, news: Iterable[FlakySeed]) -> None:
    """Store the seeds set aside; each executor finds the same ones, the first one's words stay."""
    table = tables.FLAKY_SEEDS
    for one in news:
        same = (table.c.digest == one.digest) & (table.c.target == one.target)
        if not connection.execute(select(table.c.seed).where(same)).first():
            connection.execute(insert(table).values(msgspec.structs.asdict(one)))


def _add_health(connection: Connection, lines: Iterable[HealthLine]) -> None:
    table = tables.HEALTH
    for line in lines:
        counts = msgspec.structs.asdict(line)
        name, version = counts.pop("target"), counts.pop("version")
        # Added by the database, so that two writers do not lose each other's counts.
        added: dict[str, object] = {key: table.c[key] + count for key, count in counts.items()}
        row = {"version": version} if version else {}
        done = connection.execute(update(table).where(table.c.target == name).values(added | row))
        if done.rowcount == 0:
            connection.execute(insert(table).values(target=name, version=version, **counts))
