"""The promise: who is killed while it upgrades the store of an earlier release loses nothing; the
next command finds the store as it was, and upgrades it.

A process of its own kills itself before a statement of the upgrade, or before it is committed, or
is killed at some moment; each statement of each revision is one of the places.
"""

import multiprocessing
import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from helpers.old_stores import make_first_revision, make_old_store
from helpers.postgresql import PostgresqlServer
from helpers.records import finding
from sqlalchemy import Engine, create_engine, event, inspect, text

from aberration.campaign import tables
from aberration.campaign.migrations import NUMBER
from aberration.campaign.records import Triage
from aberration.campaign.store import ARTIFACTS, DATABASE, Store
from aberration.core.errors import BadInput

SAMPLES = 6
"""Places of the kill in a database, beside the last one."""
ROWS = 20_000
Content = dict[str, list[str]]


def upgrade(url: str, artifacts: str) -> None:
    """Be the first command that writes."""
    store = Store(url, artifacts)
    store.set_triage(Triage("wrong-1", note="said after the upgrade"))
    store.close()


def die_before(number: int, url: str, artifacts: str, told: Path) -> None:
    """Upgrade, and kill this process before a statement of that; write how many there are, where
    it lives.
    """
    seen: list[str] = []

    def count(*given: Any) -> None:
        seen.append(str(given[2]) if len(given) > 2 else "COMMIT")
        if len(seen) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)
    upgrade(url, artifacts)
    told.write_text(str(1 + seen.index("COMMIT", _last_step(seen))))


def _last_step(seen: list[str]) -> int:
    return max(at for at, said in enumerate(seen) if f"UPDATE {NUMBER}" in said)


def make_old_database(url: str, folder: Path) -> None:
    """Write a store of the first revision into an empty database."""
    engine = create_engine(url)
    with engine.begin() as connection:
        make_first_revision(connection, folder)
    engine.dispose()


def start(work: Callable[..., None], *given: object) -> BaseProcess:
    """Do something in a process of its own."""
    process = multiprocessing.get_context("fork").Process(target=work, args=given)
    process.start()
    return process


def content_of(url: str) -> Content:
    """Return the columns and rows of all tables."""
    engine = create_engine(url)
    with engine.begin() as connection:
        found = {}
        for name in inspect(connection).get_table_names():
            rows = connection.execute(text(f'SELECT * FROM "{name}"'))
            found[name] = [repr(tuple(rows.keys())), *sorted(repr(tuple(row)) for row in rows)]
    engine.dispose()
    return found


def check_kills(new: Callable[[], str], artifacts: str, told: Path) -> None:
    """Kill upgrades of new copies of an old store at some places, and go on with each."""
    whole = new()
    before = content_of(whole)
    process = start(die_before, -1, whole, artifacts, told)
    process.join()
    assert process.exitcode == 0
    last, after = int(told.read_text()), content_of(whole)
    assert after[NUMBER][1:] == [f"('{tables.SCHEMA:04d}',)"]
    assert last > 40, "an upgrade has many statements"
    for number in [*range(1, last, last // SAMPLES), last]:
        url = new()
        process = start(die_before, number, url, artifacts, told)
        process.join()
        assert process.exitcode == -signal.SIGKILL
        assert content_of(url) == before, f"killed before statement {number} of {last}"
        upgrade(url, artifacts)
        assert content_of(url) == after


@pytest.mark.parametrize("kind", ["the first release", "all of them"])
def test_an_upgrade_of_sqlite_that_is_killed(kind: str, tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    make_old_store(old, kind)
    names = iter(range(1000))

    def new() -> str:
        file = tmp_path / f"{next(names)}.sqlite"
        shutil.copyfile(old / DATABASE, file)
        return f"sqlite:///{file}"

    check_kills(new, str(old / ARTIFACTS), tmp_path / "told")


def test_an_upgrade_of_postgresql_that_is_killed(
    postgresql_server: PostgresqlServer, tmp_path: Path
) -> None:
    def new() -> str:
        url = postgresql_server.new_database()
        make_old_database(url, tmp_path)
        return url

    check_kills(new, str(tmp_path / ARTIFACTS), tmp_path / "told")


def test_an_old_store_in_postgresql_is_upgraded_by_who_works_on_it(
    postgresql_server: PostgresqlServer, tmp_path: Path
) -> None:
    url = postgresql_server.new_database()
    make_old_database(url, tmp_path)
    store = Store(url, str(tmp_path / ARTIFACTS))
    with pytest.raises(BadInput, match=f"expected schema {tables.SCHEMA}, but the store has 1"):
        store.header()
    store.hold()
    assert store.findings() == [finding(0)]
    (listed,) = store.list_findings()
    assert (listed.steps, listed.target_version) == (2, "tcc 0.9")
    store.close()


def test_an_upgrade_that_is_killed_at_any_moment(tmp_path: Path) -> None:
    make_old_store(tmp_path, "versions")
    file, artifacts = tmp_path / DATABASE, str(tmp_path / ARTIFACTS)
    with closing(sqlite3.connect(file)) as connection, connection:
        rows = [(100 + k, k, "toy", 0, "done", f"seed {k % 7}", "x" * 50) for k in range(ROWS)]
        connection.executemany("INSERT INTO tests VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    url = f"sqlite:///{file}"
    before, killed, wait = content_of(url), 0, 0.02
    while True:
        process = start(upgrade, url, artifacts)
        time.sleep(wait)
        process.kill()
        process.join()
        if process.exitcode == 0 or content_of(url) != before:
            break
        killed, wait = killed + 1, wait * 1.5
    assert killed, "it was killed before it was done"
    upgrade(url, artifacts)
    assert len(content_of(url)["tests"]) == len(before["tests"])


def test_two_that_upgrade_one_store_at_a_time(
    postgresql_server: PostgresqlServer, tmp_path: Path
) -> None:
    url = postgresql_server.new_database()
    make_old_database(url, tmp_path)
    make_old_store(tmp_path, "all of them")
    for place in (url, f"sqlite:///{tmp_path / DATABASE}"):
        both = [start(upgrade, place, str(tmp_path / ARTIFACTS)) for _ in range(3)]
        for process in both:
            process.join()
        assert [process.exitcode for process in both] == [0, 0, 0]
        assert content_of(place)[NUMBER][1:] == [f"('{tables.SCHEMA:04d}',)"]
