"""A pool uses a target of another machine as one of its own."""

import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest
from helpers.wordplay import program, target

from aberration.campaign.distributed.relay import OwnTargets, Relay
from aberration.core.errors import AberrationError
from aberration.core.outcome import Crash, Text
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.elsewhere import Asked, Told, Unreachable, on_machine
from aberration.targets.pool import TargetPool

MACHINE = "tcp://10.0.0.2:4000"


class Network:
    """Two machines: what is sent to the other is answered there, while it `is_up`."""

    def __init__(self, folder: Path) -> None:
        self.own = OwnTargets(folder)
        self.is_up = True
        self.sent: list[Asked] = []
        # Longer than the path of a socket may be.
        self.relay = Relay(folder / ("long" * 30), self.send)

    def send(self, machine: str, asked: Asked) -> Told | None:
        assert machine == MACHINE
        self.sent.append(asked)
        try:
            return self.own.answer(asked).result(60) if self.is_up else None
        except (RuntimeError, CancelledError):
            return None

    def there(self, given: Target) -> Target:
        return on_machine(given, self.relay.folder, MACHINE)


@pytest.fixture
def network(tmp_path: Path) -> Iterator[Network]:
    found = Network(tmp_path)
    yield found
    found.own.close()
    found.relay.close()


def test_a_pool_gets_the_outcomes_of_the_other_machine(network: Network) -> None:
    here = target("words", bugs="boom twist")
    there = network.there(here)
    with TargetPool() as pool:
        for words in ((), ("twist",), ("boom",), ("w1",)):
            given = program("text", words)
            mine, other = pool.run(here, given).outcome, pool.run(there, given).outcome
            assert type(mine) is type(other)
            assert mine == other or isinstance(other, Crash)
        assert pool.run_fresh(there, program("new")).outcome == Text(b"new")
        assert pool.version(there) == "words 1.0"


def test_the_end_of_a_worker_is_told(network: Network) -> None:
    with TargetPool() as pool:
        pool.run(network.there(target("words")), program("text"))
        assert not any(asked.end for asked in network.sent)
        name = network.sent[0].name
    until = time.monotonic() + 20.0
    while not network.sent[-1].end and time.monotonic() < until:
        time.sleep(0.02)
    assert [asked.name for asked in network.sent if asked.end] == [name]


def test_a_machine_that_does_not_answer_is_no_outcome(network: Network) -> None:
    there = network.there(target("words"))
    with TargetPool() as pool:
        assert pool.run(there, program("text")).outcome == Text(b"text")
        network.is_up = False
        with pytest.raises(Unreachable):
            pool.run(there, program("text"))


def test_what_cannot_run_there_is_refused_as_it_would_be_here(network: Network) -> None:
    broken = Target("x", "executes", ("c",), (Stage("x", WorkerSpec("no.such:Runner")),))
    messages = []
    for one in (broken, network.there(broken)):
        with TargetPool() as pool, pytest.raises(AberrationError) as told:
            pool.run(one, program("text"))
        messages.append((type(told.value), told.value.message))
    assert messages[0] == messages[1]
