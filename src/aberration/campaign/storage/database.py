"""The database of a store: connections, transactions, and its schema brought up to date.

Who reads a store of an older schema gets a copy that is brought up to date, and the store stays as
it is; so does who may not write to its folder. The first transaction that writes brings the store
itself up to date, whole or not at all.

Whoever writes gives a function of the connection: where the connection is lost before the
transaction ends, the whole transaction is made again.
"""

import os
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DatabaseError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from aberration.campaign import tables
from aberration.campaign.migrations import create_schema, revision_of, upgrade_schema
from aberration.campaign.storage.addresses import FORM, parse_url
from aberration.campaign.storage.locks import AdvisoryLock, FileLock, Lock
from aberration.core.errors import AberrationError, BadInput
from aberration.core.passwords import without_passwords

T = TypeVar("T")

Work = Callable[[Connection], T]

_WAITS = (0.2, 1.0, 3.0)
"""Seconds before a transaction whose connection was lost is tried again."""
_WRITES = "writes"
"""The option of a connection whose transactions write."""
_UPGRADES = int.from_bytes(b"aberrate", "big")
"""The number of PostgreSQL's lock on the schema; SQLite has one writer anyway."""


class Database:
    """`complete` fills in, within the transaction, what a step of the schema cannot know."""

    def __init__(self, url: str, complete: Work[None]) -> None:
        self._url = parse_url(url)
        self._complete = complete
        self._engine: Engine | None = None
        self._is_current = False
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        self._lock: Lock | None = None
        # Pages of a dashboard are made by several threads.
        self._opening = threading.RLock()
        self.where = without_passwords(url)

    @property
    def file(self) -> Path | None:
        """Return the file of an SQLite database; nothing of another one."""
        if self._url.get_backend_name() != "sqlite":
            return None
        return Path(self._url.database or "")

    def is_there(self) -> bool:
        """True when the database holds a store, of whatever schema; raise `NewerSchema`."""
        if self.file is not None and not self.file.is_file():
            return False
        engine = self._reading()
        with self._as_bad_input(), engine.begin() as connection:
            return revision_of(connection) > 0

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Give a transaction that reads a store of the newest schema; raise `BadInput` where
        there is none.
        """
        if self.file is not None and not self.file.is_file():
            raise BadInput("expected a store, but there is no such file", where=self.where)
        engine = self._reading()
        with self._as_bad_input(), engine.begin() as connection:
            yield connection

    def write(self, work: Work[T]) -> T:
        """Return what `work` returns, done in one transaction."""
        with self._as_bad_input():
            for wait in _WAITS:
                try:
                    return self._attempt(work)
                except DatabaseError as error:
                    if not error.connection_invalidated:
                        raise
                time.sleep(wait)
            return self._attempt(work)

    def hold(self, name: str) -> None:
        """Keep other processes from a campaign until this is closed; raise `BadInput` where
        another has it.
        """
        with self._as_bad_input():
            engine, file = self._writing(), self.file
            if file is None:
                self._lock = AdvisoryLock(engine, name)
            else:
                suffix = f"-{name}.lock" if name else ".lock"
                self._lock = FileLock(file.with_name(f"{file.name}{suffix}"))

    def close(self) -> None:
        """Let go of the database, of a lock and of a copy."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        self._disconnect()

    def _disconnect(self) -> None:
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None
        self._is_current = False
        if self._copy is not None:
            self._copy.cleanup()
            self._copy = None

    def _attempt(self, work: Work[T]) -> T:
        if self._lock is not None:
            self._lock.renew()
        with self._writing().begin() as connection:
            return work(connection)

    def _reading(self) -> Engine:
        with self._opening:
            if self._engine is None:
                with self._as_bad_input():
                    self._engine = self._open_to_read()
            return self._engine

    def _open_to_read(self) -> Engine:
        file = self.file
        if file is not None and not _may_write(file):
            return self._open_copy(file)
        engine = self._connect(str(self._url.render_as_string(hide_password=False)))
        with engine.begin() as connection:
            revision = revision_of(connection)
        if revision in (0, tables.SCHEMA):
            self._is_current = revision == tables.SCHEMA
            return engine
        engine.dispose()
        if file is None:
            raise BadInput(
                f"expected schema {tables.SCHEMA}, but the store has {revision}",
                hint="A command that writes to it, such as `aberration reduce`, upgrades it.",
            )
        return self._open_copy(file)

    def _open_copy(self, file: Path) -> Engine:
        self._copy = tempfile.TemporaryDirectory(prefix="aberration-store-")
        copy = Path(self._copy.name) / file.name
        _copy_sqlite(file, copy)
        engine = self._connect(f"sqlite:///{copy}")
        with engine.execution_options(**{_WRITES: True}).begin() as connection:
            self._upgrade(connection)
        return engine

    def _writing(self) -> Engine:
        with self._opening:
            if self._engine is None or not self._is_current:
                self._disconnect()
                self._engine = self._open_to_write()
                self._is_current = True
            return self._engine.execution_options(**{_WRITES: True})

    def _open_to_write(self) -> Engine:
        engine = self._connect(str(self._url.render_as_string(hide_password=False)))
        with engine.execution_options(**{_WRITES: True}).begin() as connection:
            if engine.dialect.name == "postgresql":
                # Who comes second waits here, and finds it done.
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _UPGRADES})
            if revision_of(connection):
                self._upgrade(connection)
            else:
                create_schema(connection)
        return engine

    def _upgrade(self, connection: Connection) -> None:
        if revision_of(connection) not in (0, tables.SCHEMA):
            upgrade_schema(connection)
            self._complete(connection)

    def _connect(self, url: str) -> Engine:
        try:
            engine = create_engine(url, pool_pre_ping=self.file is None)
        except NoSuchModuleError:
            raise BadInput("no such kind of database is known", hint=FORM) from None
        except ModuleNotFoundError as error:
            if error.name not in ("psycopg", "psycopg2"):
                raise BadInput(f"the database's driver is missing: {error.name}") from None
            raise BadInput(
                "PostgreSQL needs a driver that is not installed",
                hint="pip install 'aberration[postgresql]', and begin the address with "
                "postgresql+psycopg://",
            ) from None
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _use_wal)
            event.listen(engine, "begin", _begin)
        return engine

    @contextmanager
    def _as_bad_input(self) -> Iterator[None]:
        try:
            yield
        except DatabaseError as error:
            raise self._refusal(error) from None
        # SQLite names what it cannot read in its message: bytes of a damaged file, where it is one.
        except UnicodeDecodeError:
            raise BadInput("the store cannot be used: it is damaged", where=self.where) from None
        except AberrationError as error:
            raise (error if error.where else error.at(self.where)) from None

    def _refusal(self, error: DatabaseError) -> BadInput:
        said = without_passwords(str(error.orig).strip())
        return BadInput(f"the store cannot be used: {said}", where=self.where)


def _may_write(file: Path) -> bool:
    return os.access(file, os.W_OK) and os.access(file.parent, os.W_OK | os.X_OK)


def _copy_sqlite(file: Path, copy: Path) -> None:
    """Copy an SQLite database as it is at one moment, whoever writes to it."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source:
            with closing(sqlite3.connect(copy)) as target:
                source.backup(target)
            return
    except sqlite3.OperationalError:
        # In a folder that is read-only SQLite cannot make the files that it shares with writers;
        # there are none, and what the last one left is in the log beside.
        shutil.copyfile(file, copy)
    log = file.with_name(f"{file.name}-wal")
    if log.is_file():
        shutil.copyfile(log, copy.with_name(f"{copy.name}-wal"))


def _use_wal(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    # The driver begins transactions by itself, but not before changes of tables: `_begin` does.
    connection.isolation_level = None
    cursor = connection.cursor()
    # `aberration findings` and reports read while a campaign writes.
    cursor.execute("PRAGMA busy_timeout=30000")
    cursor.execute("PRAGMA journal_mode=WAL")
    # With WAL a power cut may lose the last transactions and damages nothing; a resumed campaign
    # makes those runs again.
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    # One that reads first and then writes would be refused where another has written between.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
