"""An executor on a worker's machine: batches are made, deaths are told with who may be guilty."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from helpers.wordplay_jobs import job

from aberration.campaign.distributed.host import ROOM, UNREACHABLE, ExecutorHost
from aberration.campaign.distributed.messages import Answers, Batch
from aberration.targets.elsewhere import on_machine

pytestmark = pytest.mark.usefixtures("plugin")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[ExecutorHost]:
    made = ExecutorHost(tmp_path / "executor.log")
    made.adopt("d", job())
    yield made
    made.leave(0.0)


def make(host: ExecutorHost, *runs: int) -> Answers:
    return host.make(Batch("d", runs))


def test_makes_the_runs_of_a_batch(host: ExecutorHost) -> None:
    answers = make(host, 0, 3)
    assert [record.run for record in answers.records] == [0, 3]
    assert (answers.died, answers.refused) == (False, "")


def test_two_batches_at_once_get_their_own_records(host: ExecutorHost) -> None:
    taken: dict[int, Answers] = {}
    threads = [
        threading.Thread(target=lambda at=at: taken.update({at: make(host, at, at + 10)}))
        for at in (1, 2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = {at: [record.run for record in answers.records] for at, answers in taken.items()}
    assert found == {1: [1, 11], 2: [2, 12]}


def test_a_run_that_kills_is_told_and_the_next_batch_is_made(tmp_path: Path) -> None:
    deadly = msgspec.structs.replace(job(), pool=job("deadly").pool)
    host = ExecutorHost(tmp_path / "executor.log")
    try:
        host.adopt("d", deadly)
        answers = make(host, 5, 6)
        assert (answers.died, answers.guilty, answers.records) == (True, 5, ())
        assert 5 in answers.suspects
        host.adopt("e", job())
        assert host.make(Batch("e", (7,))).records[0].run == 7
    finally:
        host.leave(0.0)


def test_an_executor_that_is_killed_is_replaced(host: ExecutorHost) -> None:
    make(host, 0)
    (pid,) = host.processes
    os.kill(pid, signal.SIGKILL)
    answers = [make(host, 1), make(host, 1)]
    assert [record.run for one in answers for record in one.records][-1:] == [1]


def test_a_target_that_cannot_be_reached_is_nobodys_fault(tmp_path: Path) -> None:
    asked = job()
    there = tuple(
        on_machine(one, tmp_path / "nobody", "tcp://10.0.0.2:4000") for one in asked.targets
    )
    host = ExecutorHost(tmp_path / "executor.log")
    try:
        host.adopt("d", msgspec.structs.replace(asked, targets=there))
        answers = make(host, 0, 1)
        assert answers == Answers(refused=UNREACHABLE)
        # Where it can be reached again, the same campaign goes on.
        host.adopt("d", asked)
        assert [record.run for record in make(host, 0, 1).records] == [0, 1]
    finally:
        host.leave(0.0)


def test_another_campaign_is_refused_by_name(host: ExecutorHost) -> None:
    answers = host.make(Batch("other", (0,)))
    assert (answers.stranger, answers.refused) == (True, "it works for another campaign")


def test_without_room_on_the_disk_no_run_is_made(tmp_path: Path) -> None:
    host = ExecutorHost(tmp_path / "executor.log", room=lambda: ROOM - 1)
    host.adopt("d", job())
    assert host.make(Batch("d", (0,))).refused == "its disk has less than 64 MiB of room"


def test_what_was_made_while_the_disk_filled_up_does_not_count(tmp_path: Path) -> None:
    left = iter([ROOM, ROOM - 1])
    host = ExecutorHost(tmp_path / "executor.log", room=lambda: next(left))
    host.adopt("d", job())
    try:
        answers = host.make(Batch("d", (0,)))
        assert (answers.records, bool(answers.refused)) == ((), True)
    finally:
        host.leave(0.0)


def test_a_cut_answers_with_what_there_is(tmp_path: Path) -> None:
    host = ExecutorHost(tmp_path / "executor.log")
    host.adopt("d", job(delay=0.05))
    make(host, 0)
    taken: list[Answers] = []
    thread = threading.Thread(target=lambda: taken.append(make(host, *range(1, 200))))
    thread.start()
    time.sleep(0.3)
    host.cut()
    thread.join(60)
    assert not thread.is_alive()
    assert len(taken[0].records) < 199
    assert not taken[0].died


def test_who_leaves_makes_no_run_any_more(host: ExecutorHost) -> None:
    make(host, 0)
    host.leave(1.0)
    assert make(host, 1).refused == "it leaves"
