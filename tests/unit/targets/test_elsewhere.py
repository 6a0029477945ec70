"""The workers that a machine has for others: opened when they are asked first, ended in time."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.wordplay import program, target

from aberration.core.outcome import Crash, Text
from aberration.core.target import WorkerSpec
from aberration.targets.elsewhere import (
    Asked,
    DistantWorker,
    DistantWorkers,
    Unreachable,
    elsewhere_in,
    on_machine,
)
from aberration.targets.pool import TargetPool

SPEC = target("words", bugs="boom").stages[0].worker


@pytest.fixture
def workers() -> Iterator[DistantWorkers]:
    with TargetPool() as pool:
        found = DistantWorkers(lambda spec, traced: pool.new_worker(spec, traced=traced), 2)
        yield found
        found.close()


def ask(name: str, *words: str) -> Asked:
    return Asked(name, SPEC, program=program("text", words), deadline=10.0)


def test_a_worker_is_opened_once_for_its_name(workers: DistantWorkers) -> None:
    first, second = workers.answer(ask("a")), workers.answer(ask("a", "w1"))
    assert first.version == "words 1.0"
    assert first.reply is not None
    assert second.reply is not None
    assert first.reply.outcome == second.reply.outcome == Text(b"text")
    # Only the first run of a worker has what its opening took.
    assert first.reply.opening > 0.0
    assert second.reply.opening == 0.0


def test_one_that_died_is_told_and_opened_anew(workers: DistantWorkers) -> None:
    died = workers.answer(ask("a", "boom"))
    assert died.reply is not None
    assert isinstance(died.reply.outcome, Crash)
    assert not died.alive
    again = workers.answer(ask("a"))
    assert again.alive


def test_the_least_recently_used_goes_first_and_comes_again(workers: DistantWorkers) -> None:
    for name in ("a", "b", "a", "c", "a"):
        told = workers.answer(ask(name))
    assert told.reply is not None
    assert told.reply.opening == 0.0
    told = workers.answer(ask("b"))
    assert told.reply is not None
    assert told.reply.opening > 0.0


def test_what_cannot_be_opened_is_told_with_its_kind(workers: DistantWorkers) -> None:
    told = workers.answer(Asked("a", WorkerSpec("no.such:Runner")))
    assert told.error is not None
    assert "no.such" in "".join(told.error)


def test_a_target_tells_where_its_workers_are(tmp_path: Path) -> None:
    here = target("words", bugs="boom")
    there = on_machine(here, tmp_path, "tcp://10.0.0.2:4000")
    assert elsewhere_in([here, there]) == [there]
    assert there.stages[0].worker.runner == SPEC.runner


def test_without_anybody_to_ask_nothing_is_concluded(tmp_path: Path) -> None:
    there = on_machine(target("words"), tmp_path, "tcp://10.0.0.2:4000")
    with pytest.raises(Unreachable):
        DistantWorker(there.stages[0].worker)
