"""Workers forked by a fork server are as new as those started as programs; all of
test_worker.py holds for them too.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from helpers.fork_servers import only_from
from helpers.misbehave import SEARCHED, misbehaving_spec, misbehaving_target, order
from helpers.waiting import wait_until_gone

from aberration.core.errors import EndedFromOutside, UnknownName
from aberration.core.outcome import Crash, Text
from aberration.core.target import WorkerSpec
from aberration.targets.child import Circumstances, Ends, spawn
from aberration.targets.fork_server import ForkServer, ForkServers
from aberration.targets.pool import TargetPool
from aberration.targets.worker import Worker, worker_environment


@pytest.fixture
def fork_server() -> Iterator[ForkServer]:
    made = ForkServer()
    yield made
    made.close()


def circumstances(runner: str, folder: Path, **environment: str) -> Circumstances:
    inherited = worker_environment(WorkerSpec(runner), folder, os.environ)
    return Circumstances(runner, inherited | environment, folder, 2)


def answer(worker: Worker, text: str) -> str:
    outcome = worker.run(order(text), 10).outcome
    assert isinstance(outcome, Text), outcome
    return outcome.stdout.decode()


def test_each_worker_is_new(fork_server: ForkServer) -> None:
    start = only_from(fork_server)
    with (
        closing(Worker(misbehaving_spec(), start)) as one,
        closing(Worker(misbehaving_spec(), start)) as other,
    ):
        assert [answer(one, "count"), answer(one, "count"), answer(other, "count")] == [
            "1",
            "2",
            "1",
        ]
        assert one.pid != other.pid
        assert os.getsid(one.pid) == one.pid


def test_the_environment_is_that_of_the_worker(fork_server: ForkServer) -> None:
    spec = misbehaving_spec()
    for value in ("one", "other"):
        changed = WorkerSpec(
            spec.runner, spec.options, (*spec.environment, ("GALLIVM_PERF", value)), spec.memory
        )
        with closing(Worker(changed, only_from(fork_server))) as worker:
            assert answer(worker, "environment GALLIVM_PERF") == value
            assert answer(worker, "environment XDG_RUNTIME_DIR") == str(worker._scratch)
    with closing(Worker(spec, only_from(fork_server))) as worker:
        assert answer(worker, "environment GALLIVM_PERF") == "unset"


def test_one_that_dies_harms_no_other(fork_server: ForkServer) -> None:
    start = only_from(fork_server)
    with (
        closing(Worker(misbehaving_spec(), start)) as one,
        closing(Worker(misbehaving_spec(), start)) as other,
    ):
        outcome = one.run(order("segfault"), 10).outcome
        assert isinstance(outcome, Crash)
        assert outcome.signal == "SIGSEGV"
        assert answer(other, "count") == "1"
    with closing(Worker(misbehaving_spec(), start)) as later:
        assert answer(later, "count") == "1"


def test_workers_of_a_fork_server_that_was_killed_are_no_crashes(fork_server: ForkServer) -> None:
    with closing(Worker(misbehaving_spec(), only_from(fork_server))) as worker:
        assert fork_server._process is not None
        os.kill(fork_server._process.pid, signal.SIGKILL)
        assert wait_until_gone(worker.pid)
        with pytest.raises(EndedFromOutside, match="fork server"):
            worker.run(order("echo on"), 10)


def test_without_its_fork_server_a_worker_is_started_as_a_program() -> None:
    with TargetPool() as pool:
        target = misbehaving_target()
        assert [pool.run_fresh(target, order("count"), 10).outcome for _ in range(3)] == [
            Text(b"1")
        ] * 3
        (fork_server,) = pool._fork_servers._fork_servers.values()
        assert fork_server._process is not None
        os.kill(fork_server._process.pid, signal.SIGKILL)
        assert [pool.run_fresh(target, order("count"), 10).outcome for _ in range(2)] == [
            Text(b"1")
        ] * 2


def test_variables_that_only_a_new_program_takes_over_have_a_fork_server_of_their_own(
    tmp_path: Path,
) -> None:
    runner = misbehaving_spec().runner
    fork_servers = ForkServers()
    try:
        for number in (1, 2):
            for environment in ({}, {"LD_BIND_NOW": "1"}, {"GALLIVM_PERF": str(number)}):
                ends = Ends.open_pipes()
                given = circumstances(runner, tmp_path, PYTHONPATH=SEARCHED, **environment)
                forked = fork_servers.fork(given, ends)
                ends.leave_to_child()
                ends.close()
                assert forked is not None
                assert forked.wait(10) == 0
        assert len(fork_servers._fork_servers) == 2
    finally:
        fork_servers.close()


@pytest.mark.parametrize("runner", ["no-such-runner", "helpers.threaded:ThreadedRunner"])
def test_what_cannot_be_forked_is_told(
    fork_server: ForkServer, runner: str, tmp_path: Path
) -> None:
    ends = Ends.open_pipes()
    given = circumstances(runner, tmp_path, PYTHONPATH=SEARCHED)
    assert fork_server.fork(given, ends) is None
    ends.leave_to_child()
    ends.close()


def test_an_unknown_runner_is_named_by_the_worker(fork_server: ForkServer) -> None:
    with TargetPool() as pool:
        pool._opened.add("no-such-runner")
        with pytest.raises(UnknownName, match="no-such-runner"):
            Worker(WorkerSpec("no-such-runner"), pool._start)


PARENT = """
from helpers.misbehave import misbehaving_spec
from helpers.fork_servers import only_from
from aberration.targets.fork_server import ForkServer
from aberration.targets.worker import Worker
fork_server = ForkServer()
worker = Worker(misbehaving_spec(), only_from(fork_server))
print(worker.pid, fork_server._process.pid, worker._scratch, flush=True)
input()
"""


def test_fork_server_and_workers_die_with_the_parent() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": SEARCHED},
        text=True,
    )
    assert parent.stdout is not None
    worker, fork_server, scratch = parent.stdout.readline().split()
    assert Path(f"/proc/{fork_server}").exists()
    parent.kill()
    parent.communicate()
    assert wait_until_gone(int(fork_server))
    assert wait_until_gone(int(worker))
    Path(scratch, "stderr").unlink()
    Path(scratch).rmdir()


def test_there_are_only_so_many_fork_servers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("aberration.targets.fork_server.MOST", 1)
    fork_servers = ForkServers()
    spec = misbehaving_spec()
    other = WorkerSpec(
        spec.runner, spec.options, (*spec.environment, ("LD_OTHER", "1")), spec.memory
    )
    with closing(fork_servers):
        for each, forked in ((spec, True), (other, False), (spec, True)):
            ends = Ends.open_pipes()
            environment = worker_environment(each, tmp_path, os.environ)
            child = fork_servers.fork(Circumstances(each.runner, environment, tmp_path, 2), ends)
            ends.leave_to_child()
            ends.close()
            assert (child is not None) is forked


def test_words_that_launch_a_program_come_before_it(
    fork_server: ForkServer, tmp_path: Path
) -> None:
    spec = msgspec.structs.replace(misbehaving_spec(), launch=("/usr/bin/env", "AT_THE_START=yes"))
    for start in (spawn, only_from(fork_server)):
        with closing(Worker(spec, start)) as worker:
            assert b"AT_THE_START=yes" not in Path(f"/proc/{worker.pid}/cmdline").read_bytes()
            assert b"AT_THE_START=yes" in Path(f"/proc/{worker.pid}/environ").read_bytes()
            assert isinstance(worker.run(order("segfault"), 10).outcome, Crash)
