"""Warm workers, stages, and the health of targets."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from helpers.misbehave import misbehaving_spec, misbehaving_target, order

from aberration.core.errors import TargetUnavailable
from aberration.core.outcome import Crash, Rejected, Text, Timeout, Translated
from aberration.core.program import Program
from aberration.core.target import Stage, Target
from aberration.targets import c
from aberration.targets.pool import REMEMBERED, Health, TargetPool


@pytest.fixture
def unconfined() -> Iterator[TargetPool]:
    """Return a pool whose workers may leave a mark."""
    made = TargetPool(confined="")
    yield made
    made.close()


@pytest.fixture
def pool() -> Iterator[TargetPool]:
    made = TargetPool()
    yield made
    made.close()


def runs_of(pool: TargetPool, target: Target) -> bytes:
    outcome = pool.run(target, order("count"), 10).outcome
    assert isinstance(outcome, Text)
    return outcome.stdout


def test_keeps_a_worker_warm(pool: TargetPool) -> None:
    target = misbehaving_target()
    assert [runs_of(pool, target) for _ in range(3)] == [b"1", b"2", b"3"]
    assert pool.health[target.id] == Health(runs=3)


def test_a_fresh_run_has_no_history(pool: TargetPool) -> None:
    target = misbehaving_target()
    runs_of(pool, target)
    assert pool.run_fresh(target, order("count"), 10).outcome == Text(b"1")
    assert runs_of(pool, target) == b"2"


def test_replaces_a_dead_worker(pool: TargetPool) -> None:
    target = misbehaving_target()
    assert isinstance(pool.run(target, order("segfault"), 10).outcome, Crash)
    assert isinstance(pool.run(target, order("sleep 20"), 0.3).outcome, Timeout)
    assert runs_of(pool, target) == b"1"
    assert pool.health[target.id] == Health(runs=3, crashes=1, timeouts=1, restarts=2)


def test_a_worker_killed_while_idle_costs_no_run(pool: TargetPool) -> None:
    target = misbehaving_target()
    runs_of(pool, target)
    worker = next(iter(pool._workers.values()))
    os.kill(worker.pid, signal.SIGKILL)
    worker._process.wait()
    assert runs_of(pool, target) == b"1"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_worker_killed_in_a_run_is_asked_again(pool: TargetPool, number: signal.Signals) -> None:
    target = misbehaving_target()
    runs_of(pool, target)
    worker = next(iter(pool._workers.values()))
    strike = threading.Timer(0.1, os.kill, (worker.pid, number))
    strike.start()
    assert pool.run(target, order("sleep 2"), 20).outcome == Text(b"rested")
    strike.join()
    assert pool.health[target.id].restarts == 1


def test_what_is_killed_each_time_is_a_crash(pool: TargetPool) -> None:
    outcome = pool.run(misbehaving_target(), order("kill SIGKILL"), 20).outcome
    assert isinstance(outcome, Crash)
    assert (outcome.cause, outcome.signal) == ("signal", "SIGKILL")
    assert pool.health[misbehaving_target().id].restarts == 2


def test_recycles_a_worker() -> None:
    with TargetPool(recycle_after=2) as pool:
        target = misbehaving_target()
        assert [runs_of(pool, target) for _ in range(3)] == [b"1", b"2", b"1"]


def test_closes_the_least_recently_used_worker() -> None:
    one, two, three = (misbehaving_target(name, name) for name in ("one", "two", "three"))
    with TargetPool(limit=2) as pool:
        for target in (one, two, one, three):
            runs_of(pool, target)
        assert runs_of(pool, one) == b"3"
        assert runs_of(pool, two) == b"1"


def test_closes_what_is_nothing_to_open_first() -> None:
    one, two, three = (misbehaving_target(name, name) for name in ("one", "two", "three"))
    compiler = next(target for target in c.providers() if target.available)
    with TargetPool(limit=3) as pool:
        for target in (one, two):
            runs_of(pool, target)
        pool.version(compiler)
        assert [runs_of(pool, target) for target in (three, one, two)] == [b"1", b"2", b"2"]


def test_walks_the_stages(pool: TargetPool) -> None:
    chain = misbehaving_target("chain", "first", "second")
    result = pool.run(chain, order("translate echo translated"), 10)
    assert result.outcome == Text(b"translated")
    assert [name for name, _ in result.stage_seconds] == ["stage-first", "stage-second"]
    assert result.seconds == pytest.approx(sum(seconds for _, seconds in result.stage_seconds))
    assert 0 <= result.busy <= result.seconds
    assert result.opening > 0


def test_no_worker_gets_an_invalid_module(pool: TargetPool) -> None:
    target = misbehaving_target()
    for source in (b"", bytes(64), b"\x03\x02\x23\x07" + bytes(60)):
        for run in (pool.run, pool.run_fresh):
            outcome = run(target, Program("spirv", "fragment", source), 10).outcome
            assert isinstance(outcome, Rejected)
            assert outcome.unasked
            assert outcome.message.startswith("invalid: ")
    assert not pool._workers
    assert pool.health[target.id].runs == 6


def test_validity_is_remembered_for_so_many_modules(
    pool: TargetPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bytes] = []
    monkeypatch.setattr("aberration.targets.pool.validate", lambda source, _: asked.append(source))
    programs = [Program("spirv", "fragment", bytes(4 * size)) for size in range(REMEMBERED + 1)]
    for program in (*programs[:2], *programs[:2], Program("glsl", "fragment", b"")):
        assert pool.validation_error(program) == ""
    assert asked == [programs[0].source, programs[1].source]
    for program in (*programs[2:], programs[1], programs[0]):
        pool.validation_error(program)
    assert asked == [*(program.source for program in programs), programs[0].source]


def test_names_the_stage_that_ends_a_chain(pool: TargetPool) -> None:
    chain = misbehaving_target("chain", "first", "second")
    assert pool.run(chain, order("reject bad"), 10).outcome == Rejected("bad", "stage-first")
    assert pool.run(chain, order("translate reject bad"), 10).outcome == Rejected(
        "bad", "stage-second"
    )
    crash = pool.run(chain, order("translate segfault"), 10).outcome
    assert isinstance(crash, Crash)
    assert crash.stage == "stage-second"


def test_a_single_stage_is_not_named(pool: TargetPool) -> None:
    assert pool.run(misbehaving_target(), order("reject bad"), 10).outcome == Rejected("bad")


def test_a_translating_target_gives_the_program(pool: TargetPool) -> None:
    outcome = pool.run(misbehaving_target(), order("translate x"), 10).outcome
    assert outcome == Translated(Program("c", "program", b"x"))


def test_a_fresh_chain_runs(pool: TargetPool) -> None:
    chain = misbehaving_target("chain", "first", "second")
    assert pool.run_fresh(chain, order("translate count"), 10).outcome == Text(b"1")


def test_two_targets_share_a_worker(pool: TargetPool) -> None:
    one = misbehaving_target("one")
    assert runs_of(pool, one) == b"1"
    assert runs_of(pool, msgspec.structs.replace(one, id="other")) == b"2"


def test_asks_for_the_version(pool: TargetPool) -> None:
    assert (
        pool.version(misbehaving_target("chain", "first", "second"))
        == "misbehave first, then misbehave second"
    )


def test_an_unavailable_target_does_not_run(pool: TargetPool) -> None:
    target = Target(
        "gone", "executes", (), available=False, reason="it went", install="bring it back"
    )
    with pytest.raises(TargetUnavailable, match="gone cannot run here: it went\n  bring it back"):
        pool.run(target, order("count"))


def test_a_target_that_cannot_be_opened_says_so(pool: TargetPool) -> None:
    target = Target("x", "executes", (), (Stage("only", misbehaving_spec(open="refuse")),))
    with pytest.raises(TargetUnavailable, match="no such device"):
        pool.run(target, order("count"))


def test_hardware_that_another_process_hung_is_opened_once_more(
    unconfined: TargetPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aberration.targets.pool.PAUSES", (0.01, 0.01))
    place = str(tmp_path / "opened")
    spec = misbehaving_spec(resident=6144, open="abort once", place=place)
    assert runs_of(unconfined, Target("x", "executes", (), (Stage("only", spec),))) == b"1"


@pytest.mark.parametrize("resident", [0, 6144])
def test_what_never_opens_is_unavailable(
    pool: TargetPool, resident: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aberration.targets.pool.PAUSES", (0.01, 0.01))
    spec = misbehaving_spec(resident=resident, open="abort")
    with pytest.raises(TargetUnavailable, match="nothing works"):
        pool.run(Target("x", "executes", (), (Stage("only", spec),)), order("count"))


def test_software_is_opened_only_once(unconfined: TargetPool, tmp_path: Path) -> None:
    place = str(tmp_path / "opened")
    spec = misbehaving_spec(open="abort once", place=place)
    with pytest.raises(TargetUnavailable, match="nothing works"):
        unconfined.run(Target("x", "executes", (), (Stage("only", spec),)), order("count"))
