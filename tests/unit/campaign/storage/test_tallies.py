"""Tallies are what counting the rows would give, whatever is stored, replaced or upgraded."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from helpers.old_stores import TABLES, make_old_store
from helpers.records import run_record

from aberration.campaign import tables
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.storage.count_rows import count_rows
from aberration.campaign.storage.tallies import TALLIES
from aberration.campaign.store import Header, Store


def _holds(store: Store) -> None:
    for table, tally in TALLIES.items():
        names = [column.name for column in tally.primary_key if column.name != "campaign"]
        counted = Counter(tuple(row[name] for name in names) for row in store.rows(table))
        with store.reading() as connection:
            assert count_rows(connection, store.number, table, *names) == counted


def test_tallies_follow_what_is_stored(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'all.sqlite'}"
    for name in ("first", "second"):
        store = Store(url, str(tmp_path / name), name)
        store.create(Header(FuzzConfiguration(), "0" * 16))
        store.begin_session(1)
        store.record_all([run_record(k, tests=1 + k % 2) for k in range(5)], 1.0)
        _holds(store)
        longer = run_record(2, tests=3)
        other = msgspec.structs.replace(longer.tests[0], seed="another", status="untested")
        store.record(msgspec.structs.replace(longer, tests=(other, *longer.tests[1:])), 2.0)
        _holds(store)
        assert store.counts(tables.TESTS, "status") == {"done": 8, "untested": 1}
        assert store.counts(tables.OUTCOMES, "verdict") == {"none": 9, "pass": 9}
        assert store.counts(tables.TESTS, "variant") == {"0": 5, "1": 3, "2": 1}
        store.close()


@pytest.mark.parametrize("kind", TABLES)
def test_an_old_store_is_counted(kind: str, tmp_path: Path) -> None:
    make_old_store(tmp_path, kind)
    store = Store.in_folder(tmp_path)
    _holds(store)
    store.begin_session(1)
    _holds(store)
    store.close()


def test_what_is_gone_is_not_counted_as_none(tmp_path: Path) -> None:
    store = Store.in_folder(tmp_path)
    store.create(Header(FuzzConfiguration(), "0" * 16))
    store.begin_session(1)
    store.record(run_record(0, tests=1), 1.0)
    whole = run_record(0, tests=2)
    moved = [msgspec.structs.replace(test, seed="moved") for test in whole.tests]
    store.record(msgspec.structs.replace(whole, tests=tuple(moved)), 1.0)
    assert store.counts(tables.TESTS, "seed") == {"moved": 2}
    store.close()
