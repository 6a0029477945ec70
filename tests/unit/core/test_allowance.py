"""A process is past its limit only when the machine gave it that much time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from aberration.core.allowance import (
    CEILING,
    Allowance,
    Books,
    Share,
    Shares,
    descendants,
    shares_of,
)
from aberration.core.errors import Starved

THREAD = (7, 7)


class Machine:
    """A machine with one thread under test, which is ready all the time and runs for `share` of
    it.
    """

    def __init__(self, share: float, *, sleeps: bool = False) -> None:
        self.now = 100.0
        self.share = share
        self.sleeps = sleeps
        self.readings = 0

    def clock(self) -> float:
        return self.now

    def read(self, pid: int) -> Shares:
        assert pid == THREAD[0]
        self.readings += 1
        passed = self.now - 100.0
        if self.sleeps:
            return {THREAD: Share(0.0, 0.0, 1, ready=False)}
        return {
            THREAD: Share(
                passed * self.share, passed * (1 - self.share), int(passed * 50), ready=True
            )
        }

    def seconds_until_the_end(self, seconds: float, processors: int = 2) -> float:
        """Return the wall-clock seconds until the allowance is used up."""
        allowance = Allowance(
            THREAD[0], seconds, clock=self.clock, read=self.read, processors=processors
        )
        while (wait := allowance.wait()) > 0:
            self.now += wait
        return self.now - 100.0


def test_alone_on_the_machine_it_is_the_wall_clock() -> None:
    assert Machine(1.0).seconds_until_the_end(20) == pytest.approx(20)


def test_a_sleeping_process_has_the_wall_clock() -> None:
    assert Machine(0.0, sleeps=True).seconds_until_the_end(20) == pytest.approx(20)


def test_what_it_waits_for_a_processor_does_not_count() -> None:
    wall = Machine(0.25).seconds_until_the_end(20)
    assert 75 < wall <= 80 + 0.25


def test_a_short_run_reads_nothing() -> None:
    machine = Machine(1.0)
    allowance = Allowance(THREAD[0], 20, clock=machine.clock, read=machine.read)
    assert allowance.wait() > 0
    machine.now += 0.1
    assert allowance.wait() > 0
    assert machine.readings == 0


def test_who_got_next_to_nothing_is_starved() -> None:
    machine = Machine(0.01)
    with pytest.raises(Starved, match=r"of 20\.0 seconds in 320"):
        machine.seconds_until_the_end(20)
    assert machine.now - 100.0 == pytest.approx(20 * CEILING, abs=1)


def test_a_thread_that_never_came_to_run_is_starved() -> None:
    machine = Machine(1.0)
    stuck = {THREAD: Share(0.0, 0.0, 3, ready=True)}
    allowance = Allowance(THREAD[0], 1.0, clock=machine.clock, read=lambda _: stuck, processors=2)
    assert allowance.wait() > 0
    machine.now += 0.1
    assert allowance.wait() > 0
    machine.now += CEILING
    with pytest.raises(Starved):
        allowance.wait()


def test_without_readings_it_is_the_wall_clock() -> None:
    machine = Machine(0.25)
    allowance = Allowance(THREAD[0], 20, clock=machine.clock, read=lambda _: {}, processors=2)
    while (wait := allowance.wait()) > 0:
        machine.now += wait
    assert machine.now - 100.0 == pytest.approx(20)


def threads(*pairs: tuple[float, float]) -> Shares:
    return {
        (7, 7 + n): Share(ran, waited, int(ran * 100), ready=True)
        for n, (ran, waited) in enumerate(pairs)
    }


def test_threads_that_wait_for_each_other_use_the_time_up() -> None:
    assert Books(threads(*[(0, 0)] * 4), 2).seconds_given(
        1.0, threads(*[(0.5, 0.5)] * 4)
    ) == pytest.approx(1.0)


def test_threads_that_wait_for_strangers_do_not() -> None:
    assert Books(threads(*[(0, 0)] * 4), 2).seconds_given(
        1.0, threads(*[(0.1, 0.9)] * 4)
    ) == pytest.approx(0.2)


def test_a_new_thread_counts_since_it_began() -> None:
    before = {(7, 7): Share(5.0, 3.0, 9, ready=False)}
    now = {(7, 7): Share(5.0, 3.0, 9, ready=False), (8, 8): Share(0.4, 0.6, 20, ready=True)}
    assert Books(before, 4).seconds_given(1.0, now) == pytest.approx(0.4)


def test_never_more_than_passed_nor_less_than_nothing() -> None:
    assert Books(threads((0, 0)), 1).seconds_given(1.0, threads((9, 0))) == 1.0
    assert Books(threads((0, 0)), 1).seconds_given(1.0, threads((0.001, 9))) == pytest.approx(0.001)
    assert Books(threads((5, 5)), 1).seconds_given(1.0, {}) == 1.0


class Coarse(Machine):
    """A machine that runs the thread for a tenth of a second at the end of each second, and
    counts a wait then.
    """

    def read(self, pid: int) -> Shares:
        assert pid == THREAD[0]
        seconds, rest = divmod(self.now - 100.0, 1.0)
        running = max(0.0, rest - 0.9)
        waits = seconds + (1 if running else 0)
        return {THREAD: Share(seconds * 0.1 + running, waits * 0.9, int(waits), ready=True)}


def test_a_wait_that_is_reported_late_is_taken_back() -> None:
    wall = Coarse(0.1).seconds_until_the_end(5)
    assert 45 < wall <= 51


def test_no_more_is_taken_back_than_was_counted() -> None:
    books = Books(threads((0, 0)), 2, counted=0.25)
    assert books.seconds_given(1.0, threads((0.5, 3.0))) == pytest.approx(0.5 - 0.25)
    assert books.seconds_given(1.0, threads((1.0, 6.0))) == pytest.approx(0.5 - 0.25)


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    script = (
        "import threading,time; threading.Thread(target=time.sleep, args=(60,)).start(); "
        "print(flush=True)\nwhile 1: 0"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
        process.kill()


def test_reads_the_threads_of_a_real_process(child: subprocess.Popen[bytes]) -> None:
    before = shares_of(child.pid)
    assert child.pid in descendants(os.getpid())
    assert len(before) == 2
    while shares_of(child.pid)[child.pid, child.pid].ran < before[child.pid, child.pid].ran + 0.1:
        continue
    now = shares_of(child.pid)
    assert now[child.pid, child.pid].ready
    sleeper = next(name for name in now if name != (child.pid, child.pid))
    assert not now[sleeper].ready
    assert now[sleeper].ran < now[child.pid, child.pid].ran


def test_a_real_process_that_spins_uses_up_its_time(child: subprocess.Popen[bytes]) -> None:
    allowance = Allowance(child.pid, 0.4)
    before = shares_of(child.pid)[child.pid, child.pid].ran
    while (wait := allowance.wait()) > 0:
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(wait)
    assert shares_of(child.pid)[child.pid, child.pid].ran - before > 0.2


def test_of_a_process_that_is_gone_there_is_nothing() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    assert shares_of(process.pid) == {}
