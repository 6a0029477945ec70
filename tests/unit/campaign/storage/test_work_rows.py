"""What was tested when, of what it was made, and by whom."""

from pathlib import Path

import msgspec
import pytest
from helpers.records import run_record

from aberration.campaign import tables
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.store import Header, Store


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    url = f"sqlite:///{tmp_path / 'a.sqlite'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgresql")
    store = Store(url, str(tmp_path / "artifacts"), "toy")
    store.create(Header(FuzzConfiguration(), "0" * 16))
    store.begin_session(1)
    return store


def _coverage(store: Store) -> dict[tuple[object, object], object]:
    rows = store.rows(tables.COVERAGE_TALLIES)
    assert {row["method"] for row in rows} <= {"toy"}
    return {(row["aspect"], row["name"]): row["count"] for row in rows}


def test_work_is_added_up(store: Store) -> None:
    store.record_all([run_record(0, tests=2), run_record(1, tests=1)], 59.0)
    store.record_all([run_record(2, tests=3)], 61.0)
    assert store.rows(tables.MINUTE_TALLIES) == [
        {"minute": 0, "count": 3},
        {"minute": 1, "count": 3},
    ]
    assert _coverage(store) == {
        ("stage", "c program"): 6,
        ("feature", "for"): 6,
        ("feature", "return"): 6,
        ("step", "Add"): 6,
        ("step", "Kind0"): 3,
        ("step", "Kind1"): 2,
        ("step", "Kind2"): 1,
    }
    one, other = store.rows(tables.WORKERS)
    assert one == {
        "name": "executor 1",
        "runs": 2,
        "tests": 5,
        "seconds": 3.0,
        "busy": 2.0,
        "at": 61.0,
    }
    assert (other["name"], other["runs"], other["at"]) == ("executor 2", 1, 59.0)
    store.close()


def test_a_run_that_is_made_again_counts_with_what_is_new(store: Store) -> None:
    store.record(run_record(0, tests=1), 1.0)
    store.record(run_record(0, tests=1), 2.0)
    assert _coverage(store)["step", "Add"] == 1
    store.record(run_record(0, tests=3), 70.0)
    assert _coverage(store)["step", "Add"] == 3
    assert _coverage(store)["stage", "c program"] == 3
    assert store.rows(tables.MINUTE_TALLIES) == [
        {"minute": 0, "count": 1},
        {"minute": 1, "count": 2},
    ]
    (worker,) = store.rows(tables.WORKERS)
    assert (worker["runs"], worker["tests"]) == (2, 3)
    store.close()


def test_tests_without_a_verdict_are_not_counted(store: Store) -> None:
    run = run_record(0, tests=2)
    tests = tuple(msgspec.structs.replace(one, status="untested") for one in run.tests)
    store.record(msgspec.structs.replace(run, tests=tests, worker=""), 1.0)
    assert _coverage(store) == {}
    assert store.rows(tables.MINUTE_TALLIES) == store.rows(tables.WORKERS) == []
    store.close()
