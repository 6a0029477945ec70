"""What the coordinator does with workers that come, go, die, repeat themselves, or fill their
disks.
"""

from collections import Counter
from collections.abc import Callable
from itertools import count

import msgspec
import pytest
from helpers.fake_cluster import FakeConnection, all_made, record
from helpers.wordplay import target
from helpers.wordplay_jobs import job

from aberration.campaign.distributed.executors import (
    LOST_WITH_WORKERS,
    ClusterExecutors,
    batch_size,
)
from aberration.campaign.distributed.fleet import Fleet
from aberration.campaign.distributed.messages import Answers, Batch
from aberration.campaign.distributed.tags import Needs
from aberration.campaign.plan import Setting
from aberration.campaign.records import FlakySeed, RunRecord
from aberration.core.errors import BadInput, InternalError


class Cluster:
    """A coordinator with workers that are none."""

    def __init__(self, connection: FakeConnection, patience: float = 5.0) -> None:
        self.told: list[str] = []
        self.job = job(executors=2)
        self.connection = connection
        self.fleet = Fleet(connection, self.told.append, (), self_test=False)
        self.fleet.wait_for_offers(1, 1.0)
        self.fleet.employ(self.job, {})
        needs = Needs(self.job.setting, self.job.targets)
        self.executors = ClusterExecutors(self.job, self.fleet, needs, patience)

    def run(self, runs: int, stop: Callable[[], bool] = lambda: False) -> list[RunRecord]:
        """Return all records, in the order in which they came."""
        return [one for records in self.executors.batches(range(runs), stop) for one in records]


def connection(*workers: str) -> FakeConnection:
    return FakeConnection(job().targets, *workers)


@pytest.fixture(autouse=True)
def looks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aberration.campaign.distributed.fleet.LOOK", 0.0)


def test_all_runs_come_once_and_each_worker_gets_the_job_once() -> None:
    cluster = Cluster(connection("a", "b"))
    assert sorted(one.run for one in cluster.run(50)) == list(range(50))
    assert {worker for worker, _ in cluster.connection.batches} == {"a", "b"}
    assert cluster.connection.jobs == {"a": 1, "b": 1}


def test_never_more_than_two_batches_are_with_a_worker() -> None:
    cluster = Cluster(connection("a", "b"))
    most = 0

    def look(worker: str, batch: Batch) -> Answers | None:
        nonlocal most
        most = max(most, *(len(one.in_hand) for one in cluster.fleet.members.values()))
        return all_made(worker, batch)

    cluster.connection.make = look
    cluster.run(200)
    assert most == 2


def test_what_a_lost_worker_had_is_made_elsewhere() -> None:
    line = connection("a", "b")
    line.make = lambda worker, batch: None if worker == "a" else all_made(worker, batch)
    cluster = Cluster(line)
    assert sorted(one.run for one in cluster.run(20)) == list(range(20))
    assert "worker a (a) is gone" in cluster.told


def test_a_worker_that_comes_later_works_too() -> None:
    cluster = Cluster(connection("a"))
    late = connection("a", "late").offers["late"]

    def make(worker: str, batch: Batch) -> Answers | None:
        if len(cluster.connection.batches) == 5:
            cluster.connection.offers["late"] = late
            cluster.connection.there.add("late")
        return all_made(worker, batch)

    cluster.connection.make = make
    assert sorted(one.run for one in cluster.run(60)) == list(range(60))
    assert "late" in {worker for worker, _ in cluster.connection.batches}


def test_a_run_that_kills_two_executors_is_a_defect_of_ours() -> None:
    tries: Counter[int] = Counter()

    def make(_: str, batch: Batch) -> Answers | None:
        tries.update(batch.runs)
        made = tuple(record(run) for run in batch.runs if run != 7)
        return Answers(made, True, 7, (7,)) if 7 in batch.runs else Answers(made)

    line = connection("a", "b")
    line.make = make
    records = Cluster(line).run(20)
    assert sorted(one.run for one in records) == list(range(20))
    assert [one.run for one in records if one.defects] == [7]
    assert (tries[7], tries[6]) == (2, 1)
    assert [7 in batch.alone for _, batch in line.batches if 7 in batch.runs] == [False, True]


def test_machines_are_lost_more_often_before_a_run_is_given_up() -> None:
    line = connection(*(f"w{number:02}" for number in range(LOST_WITH_WORKERS + 3)))
    line.make = lambda worker, batch: (
        None if batch.runs[0] == 3 else Answers(tuple(record(run) for run in batch.runs))
    )
    records = Cluster(line).run(12)
    assert sorted(one.run for one in records) == list(range(12))
    assert [one.run for one in records if one.defects] == [3]
    assert sum(3 in batch.runs for _, batch in line.batches) == LOST_WITH_WORKERS


def test_an_answer_that_comes_twice_counts_once() -> None:
    line = connection("a")
    line.make = lambda _, batch: Answers(tuple(record(run) for run in (*batch.runs, *batch.runs)))
    assert [one.run for one in Cluster(line).run(9)] == list(range(9))


def test_executors_that_cannot_work_end_the_campaign_with_their_log() -> None:
    line = connection("a")
    line.make = lambda _, batch: Answers((), True, None, (), log="no-such-method")
    with pytest.raises(InternalError, match="answer nothing") as told:
        Cluster(line).run(5)
    assert "no-such-method" in told.value.hint


def test_a_worker_without_room_rests_and_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aberration.campaign.distributed.executors.REST", 0.01)
    refusals = count()

    def make(worker: str, batch: Batch) -> Answers | None:
        if worker == "a" and next(refusals) < 3:
            return Answers(refused="its disk is full")
        return all_made(worker, batch)

    line = connection("a", "b")
    line.make = make
    cluster = Cluster(line)
    assert sorted(one.run for one in cluster.run(30)) == list(range(30))
    assert cluster.told == ["worker a (a): its disk is full"]


def test_a_disk_that_is_full_once_more_is_told_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aberration.campaign.distributed.executors.REST", 0.0)
    asked = count()

    def make(worker: str, batch: Batch) -> Answers | None:
        full = next(asked) in (1, 2, 9, 10)
        return Answers(refused="its disk is full") if full else all_made(worker, batch)

    line = connection("a")
    line.make = make
    cluster = Cluster(line)
    assert sorted(one.run for one in cluster.run(30)) == list(range(30))
    assert cluster.told == 2 * ["worker a (a): its disk is full"]


def test_another_version_of_our_code_is_refused_by_name() -> None:
    line = connection("a", "b")
    line.offers["b"] = msgspec.structs.replace(line.offers["b"], code="older")
    cluster = Cluster(line)
    cluster.run(20)
    assert {worker for worker, _ in line.batches} == {"a"}
    assert any("worker b (b): it is not used: its code" in line for line in cluster.told)


def test_other_versions_of_what_decides_are_refused_by_name() -> None:
    line = connection("a")
    line.offers["a"] = msgspec.structs.replace(line.offers["a"], versions={"numpy": "1"})
    cluster = Cluster(line)
    cluster.fleet.employ(job("beta"), {"numpy": "2"})
    assert cluster.fleet.at_work == []
    assert cluster.told == ["worker a (a): it is not used: other versions: numpy was 2 and is 1"]


def test_seeds_that_are_set_aside_are_told_to_the_others() -> None:
    news = FlakySeed("alpha", "d", "good", "not the same when run again")

    def make(worker: str, batch: Batch) -> Answers | None:
        first = msgspec.structs.replace(record(0), unsteady=(news,))
        made = [first if run == 0 else record(run) for run in batch.runs]
        return Answers(tuple(made))

    line = connection("a", "b")
    line.make = make
    Cluster(line).run(20)
    (teller,) = {worker for worker, batch in line.batches if 0 in batch.runs}
    heard = {worker for worker, batch in line.batches if news in batch.news}
    assert heard == {"a", "b"} - {teller}


def test_runs_that_no_worker_can_make_any_more_end_the_campaign_by_name() -> None:
    line = connection("a")
    cluster = Cluster(line, patience=0.0)
    line.make = lambda worker, batch: None
    with pytest.raises(BadInput, match="no worker has good any more"):
        cluster.run(10)


def test_after_stop_nothing_is_begun_and_what_is_made_is_cut() -> None:
    cluster = Cluster(connection("a"))
    taken: list[RunRecord] = []

    def enough() -> bool:
        return len(taken) >= 5

    for records in cluster.executors.batches(count(), enough):
        taken.extend(records)
    assert 5 <= len(taken) < 60
    assert len({one.run for one in taken}) == len(taken)


@pytest.mark.parametrize(
    ("workers", "run_seconds", "size"),
    [(1, 0.3, 1), (1, 0.05, 5), (100, 0.3, 13), (10_000, 0.3, 26), (10_000, 0.01, 64), (9, 60, 1)],
)
def test_batches_grow_with_the_number_of_workers(
    workers: int, run_seconds: float, size: int
) -> None:
    assert batch_size(workers, run_seconds) == size


class Apart(Cluster):
    """A coordinator whose workers `a` and `b` have one target each, of two."""

    def __init__(self, *others: str) -> None:
        good, other = job().targets[0], target("other")
        line = FakeConnection((good, other), "a", "b", *others)
        for name, mine in (("a", good), *((one, other) for one in ("b", *others))):
            line.offers[name] = msgspec.structs.replace(line.offers[name], targets=(mine,))
        super().__init__(line)
        (slot,) = self.job.setting.methods
        setting = Setting(0, (msgspec.structs.replace(slot, families=(("good",), ("other",))),))
        self.job = msgspec.structs.replace(self.job, setting=setting, targets=(good, other))
        needs = Needs(setting, self.job.targets)
        self.fleet.spread = needs.are_apart(one.has for one in self.fleet.members.values())
        self.fleet.employ(self.job, {})
        self.executors = ClusterExecutors(self.job, self.fleet, needs, 5.0)

    def asks(self, name: str) -> set[tuple[str, str]]:
        """Return which target a worker asks whom for."""
        return {(one.target.id, one.worker) for one in self.fleet.members[name].elsewhere}


def test_runs_whose_targets_are_apart_are_made_by_workers_that_ask_each_other() -> None:
    cluster = Apart()
    assert sorted(one.run for one in cluster.run(20)) == list(range(20))
    assert {worker for worker, _ in cluster.connection.batches} == {"a", "b"}
    assert (cluster.asks("a"), cluster.asks("b")) == ({("other", "b")}, {("good", "a")})


def test_a_worker_asks_another_one_when_the_first_is_gone() -> None:
    cluster = Apart("c")
    cluster.run(5)
    ((_, first),) = cluster.asks("a")
    cluster.connection.there.discard(first)
    assert sorted(one.run for one in cluster.run(20)) == list(range(5, 20))
    assert cluster.asks("a") == {("other", "c" if first == "b" else "b")}


def test_a_worker_that_has_all_targets_makes_all_runs() -> None:
    cluster = Apart()
    whole = msgspec.structs.replace(
        cluster.connection.offers["a"], worker="whole", targets=cluster.job.targets
    )
    cluster.connection.offers["whole"] = whole
    cluster.connection.there.add("whole")
    cluster.fleet.look()
    for _ in range(3):
        cluster.connection.pump(0.0)
    cluster.run(20)
    assert {worker for worker, _ in cluster.connection.batches} == {"whole"}
