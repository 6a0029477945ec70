"""The store: whole runs, once each, and what can be read back; also as a state machine beside a
plain model.
"""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from helpers.records import finding, run_record
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from aberration.campaign import tables
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import set_aside
from aberration.campaign.records import FoundRecord, RunRecord
from aberration.campaign.store import DATABASE, Header, Store
from aberration.core.errors import BadInput, NewerSchema, UnknownName
from aberration.core.finding import Finding
from aberration.core.outcome import Text

HEADER = Header(FuzzConfiguration(targets=("tcc", "gcc"), rng_seed=5), "0123456789abcdef")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store.in_folder(tmp_path)
    made.create(HEADER)
    made.begin_session(2)
    yield made
    made.close()


def test_the_header_comes_back(store: Store) -> None:
    assert store.exists()
    assert store.header() == HEADER
    store.amend(FuzzConfiguration(tests=9))
    assert store.header().configuration == FuzzConfiguration(tests=9)


def test_a_second_campaign_in_one_folder_is_refused(store: Store) -> None:
    with pytest.raises(BadInput, match="without a campaign"):
        store.create(HEADER)


def test_an_empty_folder_is_no_campaign(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="none was begun"):
        Store.in_folder(tmp_path).header()


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"no database at all, but long enough to be looked at" * 100)
    with pytest.raises(BadInput, match="cannot be used"):
        Store.in_folder(tmp_path).header()


def test_a_store_damaged_where_its_tables_are_named_is_told(store: Store, tmp_path: Path) -> None:
    store.close()
    path = tmp_path / DATABASE
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = path.read_bytes()
    assert b"CREATE TABLE campaign" in whole
    path.write_bytes(whole.replace(b"CREATE TABLE campaign", b"CREATE TABLE \x8c\xfe\xffpaign"))
    with pytest.raises(BadInput, match="cannot be used"):
        Store.in_folder(tmp_path).header()


def test_a_newer_schema_is_refused(store: Store, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / DATABASE) as connection:
        connection.execute("UPDATE campaign SET schema = 99")
    with pytest.raises(NewerSchema, match="99"):
        store.header()


def test_a_run_is_stored_once(store: Store) -> None:
    record = run_record(3, tests=2, findings=1, defect=True)
    assert store.record(record, 1.0)
    assert not store.record(record, 2.0)
    assert store.runs() == {3}
    assert [row["index"] for row in store.rows(tables.TESTS)] == [30, 31]
    assert store.findings() == [record.found[0].finding]
    assert store.evidence("000030-tcc") == {"reference": Text(b"a"), "variant": Text(b"b")}
    (defect,) = store.rows(tables.DEFECTS)
    assert store.defect_case(str(defect["case"])) == record.defects[0].case
    assert len(store.rows(tables.FLAKY_SEEDS)) == 1


def test_half_a_run_is_never_stored(store: Store) -> None:
    broken = msgspec.structs.replace(run_record(1), tests=run_record(1).tests * 2)
    with pytest.raises(BadInput):
        store.record(broken, 1.0)
    assert store.runs() == frozenset()
    assert (
        store.rows(tables.TESTS) == store.rows(tables.OUTCOMES) == store.rows(tables.HEALTH) == []
    )


def test_sums_over_sessions(store: Store) -> None:
    store.record(run_record(0), 2.0)
    store.begin_session(1)
    store.record(run_record(1), 3.0)
    store.note_time(4.0)
    totals = store.totals()
    assert (totals.seconds, totals.executor_seconds, totals.busy) == (6.0, 8.0, 2.0)
    (health,) = store.rows(tables.HEALTH)
    assert (health["runs"], health["crashes"], health["busy"]) == (8, 2, 2.0)
    assert store.counts(tables.OUTCOMES, "kind") == {"rejected": 4, "text": 4}


def test_findings_change_and_are_added(store: Store) -> None:
    store.record(run_record(0, findings=2), 1.0)
    first, second = store.findings()
    store.update_finding(set_aside(first, "a known matter"))
    assert [one.state for one in store.findings()] == ["set-aside", "new"]
    assert store.findings("new") == [second]
    store.add_finding(FoundRecord(finding(7, "gcc"), {}))
    assert store.finding("000007-gcc").target == "gcc"


def test_unknown_findings_are_told(store: Store) -> None:
    with pytest.raises(UnknownName, match="'nothing'"):
        store.finding("nothing")
    with pytest.raises(UnknownName, match="000001-tcc"):
        store.update_finding(finding(1))


def test_a_run_that_was_cut_is_replaced_by_the_whole(store: Store) -> None:
    store.record(run_record(0, tests=2, findings=2), 1.0)
    assert store.tests_by_run() == {0: 2}
    first, second = store.findings()
    reduced = msgspec.structs.replace(first, state="reduced")
    store.update_finding(reduced)
    assert store.record(run_record(0, tests=3, findings=3), 1.0)
    assert store.tests_by_run() == {0: 3}
    known = store.findings()
    assert known[:2] == [reduced, second], "what was made of a finding meanwhile stays"
    assert len(known) == 3
    assert not store.record(run_record(0, tests=2), 1.0), "the whole is not replaced by a part"


def test_the_time_of_all_calls_is_added_up(store: Store) -> None:
    assert store.seconds_spent() == 0.0
    store.note_time(12.0)
    store.note_beside(3.0)
    store.note_beside(0.5)
    assert store.seconds_spent() == 15.5


class StoreMachine(RuleBasedStateMachine):
    """Any order of runs, repetitions, changes and re-openings gives what a dictionary would
    hold.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="aberration-store-"))
        self.store = Store.in_folder(self.folder)
        self.store.create(HEADER)
        self.store.begin_session(1)
        self.known: dict[int, RunRecord] = {}
        self.found: dict[str, Finding] = {}

    @rule(run=st.integers(0, 8), tests=st.integers(1, 3), findings=st.integers(0, 1))
    def record(self, run: int, tests: int, findings: int) -> None:
        record = run_record(run, tests, findings)
        before = self.known.get(run)
        fresh = before is None or len(before.tests) < tests
        assert self.store.record(record, 1.0) == fresh
        if fresh:
            self.known[run] = record
            for one in () if before is None else before.found:
                if self.found[one.finding.id].state == "new":
                    del self.found[one.finding.id]
            for one in record.found:
                self.found.setdefault(one.finding.id, one.finding)

    @precondition(lambda self: self.found)
    @rule(data=st.data())
    def change(self, data: st.DataObject) -> None:
        chosen = data.draw(st.sampled_from(sorted(self.found)))
        self.found[chosen] = set_aside(self.found[chosen], "known")
        self.store.update_finding(self.found[chosen])

    @rule()
    def open_again(self) -> None:
        self.store.close()
        self.store = Store.in_folder(self.folder)
        self.store.begin_session(1)

    @invariant()
    def holds_what_the_model_holds(self) -> None:
        assert self.store.runs() == set(self.known)
        assert {one.id: one for one in self.store.findings()} == self.found
        tests = {test.index for record in self.known.values() for test in record.tests}
        assert {row["index"] for row in self.store.rows(tables.TESTS)} == tests

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.folder)


TestStoreMachine = StoreMachine.TestCase
TestStoreMachine.settings = settings(max_examples=10, stateful_step_count=12, deadline=None)
