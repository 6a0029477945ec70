"""What a test costs the coordinator of a cluster: `python benchmarks/cluster.py [WORKERS] [SECONDS]
[TEST_SECONDS]`.

A real scheduler of Dask and real workers on this machine, whose executors are simulated: each run
of three tests takes as long as is said and gives a record like those of `transform`, and no
compiler runs. The coordinator is the real one, with its store. One process has all the workers, so
that it and the scheduler compete with the coordinator for this machine's processors: what counts
is the processor time of each.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.distributed.connection import Connection
from aberration.campaign.distributed.executors import ClusterExecutors
from aberration.campaign.distributed.fleet import Fleet
from aberration.campaign.distributed.messages import Answers, Ask, Batch, Join, Joined, Offer
from aberration.campaign.distributed.offering import package_digest
from aberration.campaign.distributed.station import Station
from aberration.campaign.distributed.tags import Needs
from aberration.campaign.distributed.worker import Workers, run_workers
from aberration.campaign.plan import MethodSlot, Setting, plan_run
from aberration.campaign.records import (
    ExecutorJob,
    HealthLine,
    OutcomeLine,
    RunRecord,
    TestRecord,
)
from aberration.campaign.seeds import SeedPool
from aberration.campaign.store import Header, Store
from aberration.core.process import die_with
from aberration.core.target import Target

VARIANTS: Final = 3
TARGETS: Final = tuple(f"target-{number}" for number in range(8))
OFFERS: Final = 120.0


class Cost(msgspec.Struct, frozen=True):
    """Tests in so many seconds of the clock; seconds of the processor that the coordinator, its
    store alone, the scheduler and the workers took.
    """

    workers: int
    tests: int
    seconds: float
    coordinator: float
    store: float
    scheduler: float
    crowd: float

    def of_a_test(self, seconds: float) -> float:
        """Return milliseconds a test."""
        return 1000.0 * seconds / max(1, self.tests)

    @property
    def line(self) -> str:
        """Return the figures in one line of the table in docs/cluster.md."""
        parts = (self.coordinator, self.store, self.scheduler, self.crowd)
        costs = " | ".join(f"{self.of_a_test(part):.3f}" for part in parts)
        return f"| {self.workers} | {self.tests / self.seconds:.0f} | {costs} |"


class SimulatedStation(Station):
    """A worker whose tests take so many seconds and run nothing."""

    def __init__(self, name: str, folder: Path, seconds: float) -> None:
        super().__init__(name, folder, 1)
        self._seconds = seconds
        self._setting: Setting | None = None

    def offer(self, ask: Ask) -> Offer:
        """Offer the simulated targets."""
        places = {name: place for place, name in enumerate(TARGETS)}
        return Offer(self.name, package_digest(), {}, targets(), places)

    def join(self, join: Join) -> Joined:
        """Work for whoever asks."""
        self._setting = setting()
        return Joined()

    def make(self, batch: Batch) -> Answers:
        """Wait as long as the tests would take."""
        assert self._setting is not None
        time.sleep(self._seconds * VARIANTS * len(batch.runs))
        return Answers(tuple(record(self._setting, run, self._seconds) for run in batch.runs))

    def leave(self, grace: float) -> None:
        """Nothing was begun."""

    def cut(self) -> None:
        """Nothing can be cut."""


def targets() -> tuple[Target, ...]:
    """Return the simulated targets."""
    return tuple(Target(name, "executes", ("spirv",), family=name, version="1") for name in TARGETS)


def setting() -> Setting:
    """Return the round of one method on them."""
    families = tuple((name,) for name in TARGETS)
    slot = MethodSlot("simulated", 1, VARIANTS, 4, 0, True, 50, 0, families, language="spirv")
    return Setting(0, (slot,))


def record(of: Setting, run: int, seconds: float) -> RunRecord:
    """Return a record as large as one of `transform` without findings."""
    plan = plan_run(of, run)
    lines = tuple(OutcomeLine(name, "image", f"{run:032x}", "pass") for name in plan.targets)
    tests = tuple(
        TestRecord(plan.first + variant, "simulated", variant, "done", "seed", outcomes=lines)
        for variant in range(VARIANTS)
    )
    health = tuple(HealthLine(name, VARIANTS, busy=seconds, version="1") for name in plan.targets)
    spent = seconds * VARIANTS
    return RunRecord(run, "simulated", plan.run_seed, spent, spent, tests, health=health)


def job(workers: int) -> ExecutorJob:
    """Return the simulated campaign."""
    configuration = FuzzConfiguration(methods=("simulated",), targets=TARGETS, jobs=workers)
    return ExecutorJob(configuration, setting(), SeedPool(()), targets())


@contextmanager
def process(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process of this cluster, and end it with the block."""
    command = [sys.executable, *words]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process so far (proc(5): utime and stime)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(workers: int, seconds: float, test_seconds: float) -> Cost:
    """Run a campaign of so many simulated workers for a while."""
    me, scheduler = str(os.getpid()), "aberration.campaign.distributed.serve_scheduler"
    with process("-m", scheduler, me, "0", "300") as brain:
        assert brain.stdout is not None
        url = brain.stdout.readline().decode().strip()
        words = ("serve", me, url, str(workers), str(test_seconds))
        with process("-m", "benchmarks.cluster", *words) as crowd:
            return _measure(url, workers, seconds, (brain.pid, crowd.pid))


def _measure(url: str, workers: int, seconds: float, pids: tuple[int, int]) -> Cost:
    connection = Connection(url)
    fleet = Fleet(connection, lambda _: None, (), self_test=False)
    fleet.wait_for_offers(workers, OFFERS)
    given = job(len(fleet.members))
    fleet.employ(given, {})
    executors = ClusterExecutors(given, fleet, Needs(given.setting, given.targets))
    with tempfile.TemporaryDirectory() as folder:
        store = Store.in_folder(Path(folder))
        store.create(Header(given.configuration, "benchmark"))
        store.begin_session(workers)
        clock = _Clock(seconds)
        tests, stored, before = 0, 0.0, [0.0, 0.0]
        runs = iter(range(10**9))
        mine = start = 0.0
        for records in executors.batches(runs, clock.is_over):
            if not clock.begun:
                clock.begin()
                start, mine = time.monotonic(), time.process_time()
                before = [processor_seconds(pid) for pid in pids]
            at = time.process_time()
            store.record_all(records, 0.0)
            stored += time.process_time() - at
            tests += VARIANTS * len(records)
        passed, mine = time.monotonic() - start, time.process_time() - mine
        brain, crowd = (processor_seconds(pid) - old for pid, old in zip(pids, before, strict=True))
        store.close()
    connection.close()
    return Cost(workers, tests, passed, mine, stored, brain, crowd)


class _Clock:
    """Counts from the first record on."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end = 0.0

    @property
    def begun(self) -> bool:
        return self._end > 0

    def begin(self) -> None:
        self._end = time.monotonic() + self._seconds

    def is_over(self) -> bool:
        return self.begun and time.monotonic() > self._end


def serve(parent: int, url: str, workers: int, test_seconds: float) -> None:
    """Be all the workers."""
    die_with(parent)
    with tempfile.TemporaryDirectory() as folder:
        run_workers(
            Workers(url, Path(folder), workers),
            lambda _: None,
            lambda name, place: SimulatedStation(name, place, test_seconds),
        )


def main() -> None:
    """Print a line for one size of a cluster."""
    words = sys.argv[1:]
    if words[:1] == ["serve"]:
        serve(int(words[1]), words[2], int(words[3]), float(words[4]))
        return
    given = [float(word) for word in words]
    workers, seconds, test_seconds = (*given, *(50.0, 20.0, 0.5)[len(given) :])
    print("| workers | tests/s | coordinator ms | of it store ms | scheduler ms | workers ms |")
    print(measure(int(workers), seconds, test_seconds).line)


if __name__ == "__main__":
    main()
