"""The schema: revisions lead to the tables that new stores get, and keep all rows."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from helpers.old_stores import ROWS, TABLES, make_old_store
from helpers.records import finding
from sqlalchemy import Connection, create_engine, inspect, text

from aberration.campaign import migrations, tables
from aberration.campaign.migrations import create_schema, revision_of, upgrade_schema
from aberration.campaign.store import DATABASE, Store
from aberration.core.errors import BadInput, NewerSchema

Everything = dict[str, list[tuple[object, ...]]]

_RENAMED = {"campaign": "campaigns"}
_COLUMNS = {
    "campaigns": "id, 1, configuration, config_digest",
    "put_away": "row_number() OVER (ORDER BY place, test), test, target, reason, count",
    "runs": "run, method, run_seed, seconds, busy",
}


def _in_memory() -> Connection:
    return create_engine("sqlite://").connect()


def _shape(connection: Connection) -> dict[str, object]:
    looked = inspect(connection)
    return {
        name: (
            [(str(one["name"]), str(one["type"]), one["nullable"]) for one in columns],
            looked.get_pk_constraint(name)["constrained_columns"],
            sorted((str(one["name"]), one["column_names"]) for one in looked.get_indexes(name)),
        )
        for name in looked.get_table_names()
        for columns in [looked.get_columns(name)]
    }


def _content(folder: Path) -> Everything:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        names = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        return {
            name: [(sql,), *connection.execute(f"SELECT * FROM {name}")]
            for name, sql in names
            if sql is not None and sql.startswith("CREATE TABLE")
        }


def test_the_revisions_lead_to_what_new_stores_get() -> None:
    with _in_memory() as new, _in_memory() as upgraded:
        create_schema(new)
        upgrade_schema(upgraded)
        assert _shape(new) == _shape(upgraded)
        assert revision_of(new) == revision_of(upgraded) == tables.SCHEMA
        # Alembic's own view of it: nothing is left to be done.
        assert compare_metadata(MigrationContext.configure(upgraded), tables.METADATA) == []


def test_the_number_of_the_schema_is_that_of_the_newest_revision() -> None:
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert scripts.get_current_head() == f"{tables.SCHEMA:04d}"
    assert len(list(scripts.walk_revisions())) == tables.SCHEMA


@pytest.mark.parametrize("kind", TABLES)
def test_an_old_store_keeps_its_rows(kind: str, tmp_path: Path) -> None:
    make_old_store(tmp_path, kind)
    store = Store.in_folder(tmp_path)
    store.note_beside(0.0)
    store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as connection:
        for name in TABLES[kind]:
            if name not in ROWS:
                continue
            now = _RENAMED.get(name, name)
            info = connection.execute(f"PRAGMA table_info({now})")
            plain = ", ".join(f'"{row[1]}"' for row in info if row[1] != "campaign")
            chosen = _COLUMNS.get(now, plain)
            where = " WHERE seconds > 0" if name == "beside" else ""
            rows = connection.execute(f"SELECT {chosen} FROM {now}{where}").fetchall()
            assert sorted(rows) == sorted(ROWS[name]), name


@pytest.mark.parametrize("kind", TABLES)
def test_an_old_store_is_read_and_stays_as_it_is(kind: str, tmp_path: Path) -> None:
    make_old_store(tmp_path, kind)
    before = _content(tmp_path)
    store = Store.in_folder(tmp_path)
    assert store.header().configuration.targets == ("tcc", "gcc")
    assert store.findings() == [finding(0)]
    (listed,) = store.list_findings()
    assert (listed.steps, listed.target_version, listed.at) == (2, "tcc 0.9", None)
    assert store.seconds_spent() == (11.25 if "beside" in TABLES[kind] else 7.75)
    assert store.put_away() == ({"spared": 3, "tolerance": 4} if "put_away" in TABLES[kind] else {})
    store.close()
    assert _content(tmp_path) == before


def test_an_upgrade_that_is_broken_off_leaves_the_store_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_old_store(tmp_path, "all of them")
    before = _content(tmp_path)

    def die(connection: Connection, _: object) -> None:
        assert revision_of(connection) == tables.SCHEMA
        raise KeyboardInterrupt

    monkeypatch.setattr("aberration.campaign.store.complete_findings", die)
    with pytest.raises(KeyboardInterrupt):
        Store("sqlite:///" + str(tmp_path / DATABASE), str(tmp_path)).set_aside([])
    assert _content(tmp_path) == before


def test_a_lost_artifact_does_not_stop_an_upgrade(tmp_path: Path) -> None:
    make_old_store(tmp_path, "all of them")
    for file in (tmp_path / "artifacts").rglob("*"):
        if file.is_file():
            file.unlink()
    store = Store.in_folder(tmp_path)
    store.set_aside([])
    assert [row["steps"] for row in store.rows(tables.FINDINGS)] == [None]
    with pytest.raises(BadInput, match="missing"):
        store.list_findings()


def test_the_first_releases_read_that_a_store_is_newer() -> None:
    with _in_memory() as connection:
        create_schema(connection)
        connection.execute(
            text("INSERT INTO campaigns VALUES (1, '', '', '{}', '0123456789abcdef', '')")
        )
        # What these ask, and in this order; they refuse a number above 1.
        assert inspect(connection).has_table("campaign")
        assert connection.execute(text("SELECT id FROM campaign")).first() == (1,)
        assert connection.execute(text("SELECT schema FROM campaign")).scalar_one() > 1


def test_numbers_that_are_none_and_newer_ones_are_refused() -> None:
    with _in_memory() as connection:
        assert revision_of(connection) == 0
        create_schema(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = 'abc'"))
        with pytest.raises(BadInput, match="'abc'"):
            revision_of(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '0099'"))
        with pytest.raises(NewerSchema, match="99"):
            revision_of(connection)
