"""Databases: PostgreSQL holds what SQLite holds, connections that are lost, locks, and what is told
of an address.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from helpers.postgresql import PostgresqlServer
from helpers.records import finding, run_record
from sqlalchemy import Connection, create_engine, select, text

from aberration.campaign import tables
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import set_aside
from aberration.campaign.migrations import upgrade_schema
from aberration.campaign.records import (
    Check,
    Defect,
    FlakySeed,
    FoundRecord,
    OutcomeLine,
    PutAway,
    RunRecord,
    Triage,
)
from aberration.campaign.storage.database import Database
from aberration.campaign.store import Header, Store
from aberration.core.errors import BadInput

HEADER = Header(FuzzConfiguration(targets=("tcc", "gcc")), "0123456789abcdef", {"toy": "1"})


def _hard_run(run: int) -> RunRecord:
    """Return a run with what databases hold in different ways."""
    plain = run_record(run, tests=2, findings=1, defect=True)
    lines = (
        OutcomeLine("tcc", "crash", "no\0boom \udcff " + "x" * 5000, "crash"),
        OutcomeLine("Gcc", "text", "ünï", "pass"),
        OutcomeLine("gcc", "text", "", "pass"),
    )
    aside = (PutAway("tcc", "spared", 3), PutAway("gcc", "spared"), PutAway("tcc", "spared"))
    tests = tuple(
        msgspec.structs.replace(test, index=test.index + 2**40, outcomes=lines, put_away=aside)
        for test in plain.tests
    )
    return msgspec.structs.replace(plain, run_seed=2**63 - 1, tests=tests)


def _fill(store: Store) -> None:
    """Do all that a campaign does with its store."""
    store.create(HEADER)
    store.begin_session(2)
    store.record_all([run_record(k, tests=1 + k % 3, findings=k % 2) for k in range(6)], 2.0)
    store.record(run_record(1, tests=3, findings=2), 3.0)
    store.record(_hard_run(9), 4.0)
    store.note_beside(1.5)
    store.begin_session(1)
    store.note_time(0.25)
    first, second = store.findings()[:2]
    store.update_finding(set_aside(first, "a known\0matter"))
    store.update_finding(msgspec.structs.replace(second, state="reduced", reduced=second.case))
    store.add_finding(FoundRecord(finding(7, "gcc"), {}))
    store.add_defect(Defect(3, "later", None))
    store.set_aside([FlakySeed("s\udcff", "a" * 16, "", "why\0")])
    store.set_triage(Triage("wrong-1", "open", note="\0"))
    store.set_triage(Triage("wrong-1", "fixed"))
    store.add_check(Check("wrong-1", store.number, first.id, "tcc", "1", "pass", "2026-11-27"))
    store.amend(FuzzConfiguration(tests=7))


def _rows(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    found = {}
    for table in tables.METADATA.sorted_tables:
        columns = [column for column in table.c if column.name != "begun"]
        ordered = select(*columns).order_by(*table.primary_key)
        found[table.name] = [tuple(row) for row in connection.execute(ordered)]
    return found


def test_both_databases_hold_the_same_rows(postgresql: str, tmp_path: Path) -> None:
    place = str(tmp_path / "artifacts")
    stores = [Store(f"sqlite:///{tmp_path}/a.sqlite", place, "toy"), Store(postgresql, place)]
    _fill(stores[0])
    stores[1] = Store(postgresql, f"{place}-2", "toy")
    _fill(stores[1])
    held = []
    for store in stores:
        with store.reading() as connection:
            rows = _rows(connection)
        assert [row[-1] for row in rows["campaigns"]] in (["./artifacts"], [f"{place}-2"])
        held.append(rows | {"campaigns": [row[:-1] for row in rows["campaigns"]]})
        assert all(held[-1].values()), "each table has rows to be compared"
    assert held[0] == held[1]
    assert stores[0].findings() == stores[1].findings()
    assert stores[0].list_findings() == stores[1].list_findings()
    assert stores[0].put_away() == stores[1].put_away()
    assert stores[0].totals() == stores[1].totals()
    for store in stores:
        store.close()


def test_the_revisions_run_on_postgresql_too(postgresql: str) -> None:
    engine = create_engine(postgresql)
    with engine.begin() as connection:
        upgrade_schema(connection)
        assert _rows(connection)["campaigns"] == []
    engine.dispose()


@pytest.fixture
def nightly(postgresql: str, tmp_path: Path) -> Iterator[Store]:
    store = Store(postgresql, str(tmp_path / "artifacts"), "nightly")
    store.create(HEADER)
    yield store
    store.close()


def test_a_lost_connection_is_made_again(
    nightly: Store, postgresql_server: PostgresqlServer
) -> None:
    nightly.hold()
    nightly.begin_session(1)
    assert nightly.record(run_record(0), 1.0)
    postgresql_server.restart()
    assert nightly.record(run_record(1, findings=1), 2.0)
    assert not nightly.record(run_record(0), 3.0)
    assert nightly.runs() == {0, 1}


def test_a_transaction_that_lost_its_connection_is_made_again_whole(postgresql: str) -> None:
    database = Database(postgresql, lambda connection: None)
    tries: list[int] = []

    def work(connection: Connection) -> int:
        number = len(tries) + 1
        tries.append(number)
        connection.execute(tables.TRIAGE.insert().values(_triage_row(f"bug-{number}")))
        if number == 1:
            own = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            _kill_backend(postgresql, int(own))
        connection.execute(tables.TRIAGE.insert().values(_triage_row(f"more-{number}")))
        return number

    assert database.write(work) == 2
    with database.read() as connection:
        bugs = connection.execute(select(tables.TRIAGE.c.bug).order_by(tables.TRIAGE.c.bug))
        assert list(bugs.scalars()) == ["bug-2", "more-2"], "nothing of the first try is left"
    database.close()


def _triage_row(bug: str) -> dict[str, object]:
    return msgspec.structs.asdict(Triage(bug))


def _kill_backend(url: str, number: int) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(f"SELECT pg_terminate_backend({number}, 5000)"))
    engine.dispose()


def test_a_second_process_is_refused_on_postgresql(nightly: Store, postgresql: str) -> None:
    nightly.hold()
    second, other = Store(postgresql, "", "nightly"), Store(postgresql, "memory://other", "other")
    with pytest.raises(BadInput, match="another process works on this campaign"):
        second.hold()
    assert second.header() == HEADER, "it may be read"
    other.create(HEADER)
    other.hold()
    nightly.close()
    second.hold()
    for store in (second, other):
        store.close()


def test_who_lost_its_lock_to_another_writes_no_more(
    nightly: Store, postgresql: str, postgresql_server: PostgresqlServer
) -> None:
    nightly.hold()
    nightly.begin_session(1)
    postgresql_server.restart()
    second = Store(postgresql, "", "nightly")
    second.hold()
    with pytest.raises(BadInput, match="another process works"):
        nightly.record(run_record(0), 1.0)
    assert second.runs() == frozenset()
    second.close()


_HOLDER = """
import sys
from aberration.campaign.store import Store
from pathlib import Path
store = Store.in_folder(Path(sys.argv[1]))
store.hold()
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_refused_on_sqlite_and_a_killed_one_is_not_waited_for(
    tmp_path: Path,
) -> None:
    store = Store.in_folder(tmp_path)
    store.create(HEADER)
    command = [sys.executable, "-c", _HOLDER, str(tmp_path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(BadInput, match=f"number {holder.pid}"):
            store.hold()
        assert store.header() == HEADER
        holder.kill()
    store.hold()
    store.close()


def test_no_password_is_told_where_nobody_answers(tmp_path: Path) -> None:
    url = f"postgresql+psycopg://me:hunter2@/tests?host={tmp_path}&connect_timeout=2"
    with pytest.raises(BadInput) as raised:
        Store(url, "", "nightly").header()
    assert "cannot be used" in str(raised.value)
    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("nosuch://host/tests", "no such kind of database"),
        ("mysql://me:hunter2@host/tests", "driver is missing"),
        ("sqlite:////nothing/here.sqlite", "none was begun"),
    ],
)
def test_what_cannot_be_opened_is_told(url: str, told: str) -> None:
    with pytest.raises(BadInput, match=told) as raised:
        Store(url, "", "nightly").header()
    assert "hunter2" not in str(raised.value)


def test_without_its_driver_postgresql_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadInput, match=r"aberration\[postgresql\]"):
        Store("postgresql+psycopg://me@host/tests", "", "nightly").header()
