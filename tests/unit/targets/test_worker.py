"""Whatever happens in a worker process comes back as an outcome."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.fork_servers import only_from
from helpers.misbehave import SEARCHED, misbehaving_spec, order
from helpers.waiting import wait_until_gone

from aberration.core.allowance import Share, Shares
from aberration.core.errors import BadInput, Starved, TargetUnavailable, UnknownName
from aberration.core.outcome import Crash, Outcome, Rejected, Text, Timeout
from aberration.core.target import WorkerSpec
from aberration.targets.child import spawn
from aberration.targets.fork_server import ForkServer
from aberration.targets.worker import Worker, worker_environment


@pytest.fixture(scope="module")
def fork_server() -> Iterator[ForkServer]:
    made = ForkServer()
    yield made
    made.close()


@pytest.fixture(params=["started as a program", "forked by a fork server"])
def worker(request: pytest.FixtureRequest, fork_server: ForkServer) -> Iterator[Worker]:
    made = Worker(
        misbehaving_spec(),
        spawn if request.param == "started as a program" else only_from(fork_server),
    )
    yield made
    made.close()


def crash_of(outcome: Outcome) -> Crash:
    assert isinstance(outcome, Crash)
    return outcome


def test_tells_the_version_and_answers(worker: Worker) -> None:
    assert worker.version == "misbehave 1"
    reply = worker.run(order("echo hello"), 10)
    assert reply.outcome == Text(b"hello")
    assert 0 <= reply.busy <= reply.seconds
    assert reply.opening > 0
    second = worker.run(order("count"), 10)
    assert second.outcome == Text(b"2")
    # The time that it took to open counts once.
    assert second.opening == 0
    assert worker.runs == 2


def test_passes_large_answers(worker: Worker) -> None:
    assert worker.run(order("large 5"), 10).outcome == Text(bytes(range(256)) * (5 << 12))


def test_passes_large_programs(worker: Worker) -> None:
    text = "x" * (3 << 20)
    assert worker.run(order(f"echo {text}"), 10).outcome == Text(text.encode())


def test_a_rejection_is_an_outcome(worker: Worker) -> None:
    assert worker.run(order("reject no such type"), 10).outcome == Rejected("no such type")


def test_bad_input_is_raised_and_the_worker_lives(worker: Worker) -> None:
    with pytest.raises(BadInput, match="somewhere: not a shader"):
        worker.run(order("refuse not a shader"), 10)
    assert worker.run(order("echo on"), 10).outcome == Text(b"on")


def test_chatter_on_stdout_does_no_harm(worker: Worker) -> None:
    assert worker.run(order("chatter done"), 10).outcome == Text(b"done")


def test_a_segmentation_fault_is_a_crash(worker: Worker) -> None:
    crash = crash_of(worker.run(order("segfault"), 10).outcome)
    assert (crash.cause, crash.signal) == ("signal", "SIGSEGV")
    assert "Segmentation fault" in crash.log
    assert not worker.alive


def test_an_assertion_is_found(worker: Worker) -> None:
    crash = crash_of(worker.run(order("assert width > 0"), 10).outcome)
    assert (crash.cause, crash.signal, crash.assertion) == ("assertion", "SIGABRT", "width > 0")


def test_the_log_is_of_the_crashing_run_alone(worker: Worker) -> None:
    worker.run(order("chatter before"), 10)
    assert "chatter" not in crash_of(worker.run(order("segfault"), 10).outcome).log


def test_a_noisy_compiler_fills_no_disk_and_no_log(worker: Worker) -> None:
    for _ in range(8):
        assert worker.run(order("noise 1"), 10).outcome == Text(b"done")
    assert worker._log_size() < 6 << 20
    crash = crash_of(worker.run(order("assert a < b"), 10).outcome)
    assert crash.log.startswith("cc: lib/Opt.cpp:17")


def test_an_escaping_exception_ends_the_worker(worker: Worker) -> None:
    crash = crash_of(worker.run(order("raise out of cheese"), 10).outcome)
    assert (crash.cause, crash.assertion) == ("exit", "RuntimeError: out of cheese")


def test_an_exit_is_a_crash(worker: Worker) -> None:
    crash = crash_of(worker.run(order("exit 3"), 10).outcome)
    assert (crash.cause, crash.assertion) == ("exit", "exit status 3")


def test_a_dead_worker_answers_with_its_death(worker: Worker) -> None:
    worker.run(order("exit 3"), 10)
    assert crash_of(worker.run(order("echo again"), 10).outcome).cause == "exit"


def test_a_signal_from_outside_is_a_crash(worker: Worker) -> None:
    threading.Timer(0.2, os.kill, (worker.pid, signal.SIGKILL)).start()
    crash = crash_of(worker.run(order("sleep 20"), 20).outcome)
    assert (crash.cause, crash.signal) == ("signal", "SIGKILL")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_who_stops_everything_is_no_crash(worker: Worker, number: signal.Signals) -> None:
    threading.Timer(0.2, os.kill, (worker.pid, number)).start()
    with pytest.raises(Starved, match=f"{number.name} from outside"):
        worker.run(order("sleep 600"), 600)
    assert not worker.alive


def test_the_deadline_is_kept(worker: Worker) -> None:
    reply = worker.run(order("sleep 600"), 0.3)
    assert reply.outcome == Timeout(0.3)
    assert reply.busy == reply.seconds
    assert not worker.alive


def waiting_in_vain(pid: int) -> Shares:
    """Return what a machine tells of a process that is ready and never comes to run."""
    return {(pid, pid): Share(0.0, 0.0, 1, ready=True)}


def test_without_time_on_a_processor_there_is_no_timeout(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aberration.core.allowance.shares_of", waiting_in_vain)
    with pytest.raises(Starved, match="too busy"):
        worker.run(order("sleep 20"), 0.05)
    assert not worker.alive


def test_a_busy_machine_gives_a_warm_worker_more_of_the_clock(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert worker.run(order("echo warm"), 10).outcome == Text(b"warm")
    monkeypatch.setattr("aberration.core.allowance.shares_of", waiting_in_vain)
    assert worker.run(order("sleep 1"), 0.5).outcome == Text(b"rested")


def test_a_program_that_a_runner_starved_is_no_outcome(worker: Worker) -> None:
    with pytest.raises(Starved, match="no time for gcc"):
        worker.run(order("starve no time for gcc"), 10)
    assert worker.run(order("echo on"), 10).outcome == Text(b"on")


def test_a_spinning_worker_is_stopped(worker: Worker) -> None:
    assert worker.run(order("spin"), 0.3).outcome == Timeout(0.3)


def test_the_cpu_limit_means_timeout(worker: Worker) -> None:
    assert worker.run(order("kill SIGXCPU"), 7).outcome == Timeout(7)


@pytest.mark.parametrize("child", ["leave-child", "leave-session"])
def test_all_that_it_started_is_killed(worker: Worker, tmp_path: Path, child: str) -> None:
    file = tmp_path / "pid"
    assert worker.run(order(f"{child} {file}"), 2).outcome == Timeout(2)
    assert wait_until_gone(int(file.read_text()))


def test_too_much_memory_is_a_crash() -> None:
    worker = Worker(misbehaving_spec(memory=512))
    crash = crash_of(worker.run(order("allocate 4096"), 10).outcome)
    worker.close()
    assert (crash.cause, crash.signal) == ("memory", "")


@pytest.mark.parametrize("noise", ["\x01\x00\x00\x00A", "\x00", "\x7f"])
def test_garbage_is_a_crash(worker: Worker, noise: str) -> None:
    assert crash_of(worker.run(order(f"garbage {noise}"), 10).outcome).cause == "garbage"
    assert not worker.alive


def test_closing_leaves_nothing() -> None:
    worker = Worker(misbehaving_spec())
    scratch = worker.run(order("environment XDG_RUNTIME_DIR"), 10).outcome
    assert isinstance(scratch, Text)
    place = Path(scratch.stdout.decode())
    assert place.stat().st_mode & 0o777 == 0o700
    worker.close()
    assert not worker.alive
    assert not place.exists()


def test_a_worker_that_dies_at_the_start_is_unavailable() -> None:
    with pytest.raises(TargetUnavailable, match="nothing works"):
        Worker(misbehaving_spec(open="abort"))


def test_a_runner_may_refuse_to_open() -> None:
    with pytest.raises(TargetUnavailable, match="no such device"):
        Worker(misbehaving_spec(open="refuse"))


@pytest.mark.parametrize(
    "runner", ["no-such-runner", "helpers.misbehave:NoSuchClass", "no.such.module:Class"]
)
def test_an_unknown_runner_is_named(runner: str) -> None:
    with pytest.raises(UnknownName, match=runner):
        Worker(WorkerSpec(runner))


def test_the_environment_is_clean() -> None:
    spec = WorkerSpec("x", environment=(("VK_ICD_FILENAMES", "only"),))
    inherited = {"PATH": "bin", "DISPLAY": ":0", "LD_PRELOAD": "evil.so", "LP_NUM_THREADS": "1"}
    environment = worker_environment(spec, Path("scratch"), inherited)
    assert environment["PATH"] == "bin"
    assert environment["VK_ICD_FILENAMES"] == "only"
    assert environment["MESA_SHADER_CACHE_DISABLE"] == "true"
    assert not {"DISPLAY", "LD_PRELOAD", "LP_NUM_THREADS"} & set(environment)


PARENT = """
from helpers.misbehave import misbehaving_spec
from aberration.targets.worker import Worker
worker = Worker(misbehaving_spec())
print(worker.pid, worker._scratch, flush=True)
input()
"""


def test_a_worker_dies_with_its_parent() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": SEARCHED},
        text=True,
    )
    assert parent.stdout is not None
    pid, scratch = parent.stdout.readline().split()
    assert Path(f"/proc/{pid}").exists()
    parent.kill()
    parent.communicate()
    assert wait_until_gone(int(pid))
    shutil.rmtree(scratch)
