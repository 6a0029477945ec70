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
from aberration.campaign.records import Check, FlakySeed, FoundRecord, RunRecord, Triage
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
    with pytest.raises(BadInput, match="place without a campaign"):
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
        connection.execute("UPDATE alembic_version SET version_num = '0099'")
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


def test_several_campaigns_in_one_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'all.sqlite'}"
    first, second = (Store(url, str(tmp_path / name), name) for name in ("first", "second"))
    assert not first.exists()
    first.create(HEADER)
    assert not second.exists()
    second.create(msgspec.structs.replace(HEADER, config_digest="f" * 16))
    first.begin_session(1)
    second.begin_session(1)
    assert first.record(run_record(0, findings=1), 1.0)
    assert second.record(run_record(0, tests=3, findings=2, defect=True), 2.0)
    assert second.record(run_record(1), 4.0)
    assert [len(store.findings()) for store in (first, second)] == [1, 2]
    assert [store.tests_by_run() for store in (first, second)] == [{0: 2}, {0: 3, 1: 2}]
    assert [store.totals().seconds for store in (first, second)] == [1.0, 4.0]
    assert [len(store.rows(tables.DEFECTS)) for store in (first, second)] == [0, 1]
    first.update_finding(set_aside(first.findings()[0], "known"))
    assert [one.state for one in second.findings()] == ["new", "new"]
    assert [line.name for line in first.campaigns()] == ["first", "second"]
    assert first.number != second.number
    with pytest.raises(BadInput, match=r"2 campaigns\s+Their names: first, second"):
        Store(url, str(tmp_path)).header()
    first.close()
    second.close()


def test_a_batch_of_runs_is_one_transaction(store: Store) -> None:
    assert store.record_all([run_record(0), run_record(1, findings=1)], 1.0) == [True, True]
    longer = run_record(1, tests=3, findings=1)
    assert store.record_all([run_record(0), run_record(2), longer], 2.0) == [False, True, True]
    assert store.tests_by_run() == {0: 2, 1: 3, 2: 2}
    broken = msgspec.structs.replace(run_record(4), tests=run_record(4).tests * 2)
    with pytest.raises(BadInput):
        store.record_all([run_record(3), broken], 3.0)
    assert store.runs() == {0, 1, 2}
    assert store.record_all([], 4.0) == []
    assert [row["at"] for row in store.rows(tables.RUNS)] == [1.0, 2.0, 2.0]


def test_the_same_run_twice_in_a_batch(store: Store) -> None:
    batch = [run_record(0), run_record(0), run_record(0, tests=3)]
    assert store.record_all(batch, 1.0) == [True, False, True]
    assert store.tests_by_run() == {0: 3}


def test_what_listings_show_of_a_finding(store: Store) -> None:
    store.begin_session(1)
    store.record(run_record(0, findings=2), 1.5)
    first, second = store.findings()
    store.update_finding(msgspec.structs.replace(first, state="reduced", reduced=first.case))
    listed = store.list_findings()
    assert [line.id for line in listed] == [first.id, second.id]
    assert listed[0].reduced_steps == ("Add", "Add")
    assert listed[1].reduced_steps is None
    assert (listed[1].steps, listed[1].detail, listed[1].at) == (2, "3 of 9 differ", 1.5)
    assert store.list_findings("reduced") == listed[:1]


def test_what_people_say_of_bugs(store: Store) -> None:
    assert store.triage() == []
    store.set_triage(Triage("wrong-2", "invalid", reason="our own\0fault"))
    store.set_triage(Triage("wrong-1", owner="me"))
    fixed = Triage("wrong-2", "fixed", fixed_in="25.1", changed="2026-11-27T12:00:00+00:00")
    store.set_triage(fixed)
    assert store.triage() == [Triage("wrong-1", owner="me"), fixed]


def test_checks_of_bugs_are_kept_in_order(store: Store) -> None:
    first = Check("wrong-2", store.number, "000001-tcc", "tcc", "0.9", "wrong", "2026-11-27")
    number = store.add_check(first)
    store.add_check(msgspec.structs.replace(first, bug="wrong-1"))
    later = store.add_check(msgspec.structs.replace(first, verdict="pass"))
    assert number < later
    assert [check.verdict for check in store.checks("wrong-2")] == ["wrong", "pass"]
    assert [check.bug for check in store.checks()] == ["wrong-2", "wrong-1", "wrong-2"]
    assert store.checks("wrong-2")[0] == msgspec.structs.replace(first, id=number)


def test_names_with_half_a_surrogate_pair_are_stored(store: Store) -> None:
    seed = FlakySeed("name\udcff.frag", "1" * 16, "", "not\0text")
    store.set_aside([seed])
    assert store.unsteady() == (seed,)


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
