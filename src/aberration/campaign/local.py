"""Executors as processes of this machine; the parent hands out runs and takes in records.

Two runs are with each executor at any time, so that none waits for the parent. An executor that
dies is replaced and its runs are made again, each with an executor to itself; one that kills a
second executor is given up and recorded as an own defect. One that hangs in our own code is killed
(`pulse.py`).
"""

import selectors
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from aberration.campaign.dispatch import Dispatch
from aberration.campaign.plan import plan_run
from aberration.campaign.pulse import USUAL, Limits, Pulse
from aberration.campaign.records import (
    Defect,
    ExecutorJob,
    ExecutorRequest,
    FlakySeed,
    RunRecord,
    TestRecord,
)
from aberration.campaign.served import Served
from aberration.core.errors import InternalError

CUT = signal.SIGUSR1
"""What tells an executor to answer with what it has of its run."""
_MODULE = "aberration.campaign.serve_executor"
_IN_HAND = 2
_TICK = 0.25
_GRACE = 5.0
_CUT_GRACE = 1.5
_SILENT_DEATHS = 8


class ExecutorProcess:
    """One executor and the runs that it has in hand, the first being made now; the one that
    replaces it has its `name`.
    """

    def __init__(self, log: BinaryIO, name: str = "", limits: Limits = USUAL) -> None:
        self.name = name
        self.runs: deque[int] = deque()
        self.alone: set[int] = set()
        self.news: list[FlakySeed] = []
        self.served = Served(_MODULE, log)
        self.pulse = Pulse(self.served.process.pid, limits)

    def begin(self, job: ExecutorJob) -> None:
        """Tell the executor which campaign it works for; waits until it listens."""
        self.served.send(job)

    def give(self, run: int, *, alone: bool = False) -> None:
        """Ask for a run, and tell what other executors have learnt."""
        if not self.runs:
            self.pulse.renew()
        self.runs.append(run)
        self.alone |= {run} if alone else set()
        self.served.send(ExecutorRequest(run, tuple(self.news), alone))
        self.news.clear()

    def take(self) -> RunRecord | None:
        """Return the next record, or None when the executor is dead."""
        record = self.served.receive(RunRecord)
        if record is not None:
            self.runs.remove(record.run)
            record = msgspec.structs.replace(record, worker=self.name)
            self.pulse.renew()
        return record

    def cut(self) -> None:
        """Ask for what there is of the run that is being made, and for nothing else."""
        while len(self.runs) > 1:
            self.runs.pop()
        self.served.tell(CUT)


class LocalExecutors:
    """A pool of executors for one campaign; `log` takes what they write on stderr."""

    def __init__(
        self,
        job: ExecutorJob,
        count: int,
        log: Path,
        cut_grace: float = _CUT_GRACE,
        limits: Limits = USUAL,
    ) -> None:
        self._job = job
        self._log = log.open("ab")
        self._count = count
        self._cut_grace = cut_grace
        self._limits = limits
        self.executors: list[ExecutorProcess] = []
        self._deaths: Counter[int] = Counter()
        self._silent_deaths = 0
        self._ready = selectors.DefaultSelector()

    def batches(
        self, runs: Iterable[int], stop: Callable[[], bool]
    ) -> Iterator[Sequence[RunRecord]]:
        """Yield the same, each record a batch of its own."""
        for record in self.records(runs, stop):
            yield (record,)

    def records(self, runs: Iterable[int], stop: Callable[[], bool]) -> Iterator[RunRecord]:
        """Yield the records of all runs, as they come.

        After `stop()` no further run is begun; those that are being made end where they are, and
        their records have fewer tests. What does not even do that within the grace is not waited
        for, and has no record.
        """
        queue = Dispatch(self._job.setting, runs, self._count)
        executors = [
            ExecutorProcess(self._log, f"executor {1 + place}", self._limits)
            for place in range(self._count)
        ]
        for executor in executors:
            self._open(executor)
        self._feed_all(queue)
        while any(executor.runs for executor in self.executors) and not stop():
            for key, _ in self._ready.select(_TICK):
                yield from self._serve(key.data, queue)
            self._end_what_hangs()
            if not stop():
                self._feed_all(queue)
        yield from self._records_cut_short()

    def _records_cut_short(self) -> Iterator[RunRecord]:
        busy = [executor for executor in self.executors if executor.runs]
        for executor in busy:
            executor.cut()
        until = time.monotonic() + self._cut_grace
        while busy and (left := until - time.monotonic()) > 0:
            for key, _ in self._ready.select(min(left, _TICK)):
                executor = key.data
                self._ready.unregister(executor.served.answers)
                record = executor.take() if executor in busy else None
                if record is not None:
                    yield record
                busy = [one for one in busy if one is not executor]

    def _open(self, executor: ExecutorProcess) -> None:
        self.executors.append(executor)
        executor.begin(self._job)
        self._ready.register(executor.served.answers, selectors.EVENT_READ, executor)

    def _feed_all(self, queue: Dispatch) -> None:
        """Give each executor one run after the other, so that all have work before any has more."""
        for depth in range(1, _IN_HAND + 1):
            for executor in self.executors:
                run = queue.take(executor) if len(executor.runs) < depth else None
                if run is not None:
                    executor.give(run, alone=self._deaths[run] > 0)

    def _serve(self, executor: ExecutorProcess, queue: Dispatch) -> Iterator[RunRecord]:
        record = executor.take()
        if record is not None:
            self._silent_deaths = 0
            for other in self.executors:
                other.news += record.unsteady if other is not executor else ()
            yield record
        else:
            yield from self._replace(executor, queue)

    def _end_what_hangs(self) -> None:
        """Kill executors that hang in our own code: what they were making is made again."""
        for executor in self.executors:
            trouble = executor.pulse.trouble() if executor.runs else ""
            if trouble:
                self._log.write(f"executor ended in run {executor.runs[0]}: {trouble}\n".encode())
                self._log.flush()
                executor.served.process.kill()

    def _replace(self, executor: ExecutorProcess, queue: Dispatch) -> Iterator[RunRecord]:
        self._ready.unregister(executor.served.answers)
        self.executors.remove(executor)
        executor.served.close(grace=0.0)
        self._silent_deaths += 1
        if not executor.runs or self._silent_deaths > _SILENT_DEATHS:
            raise InternalError(
                "executors die one after the other and answer nothing",
                hint=f"See {self._log.name}.",
            )
        guilty = executor.runs[0]
        self._deaths.update(suspects(executor.runs, executor.alone))
        if self._deaths[guilty] > 1:
            executor.runs.popleft()
            yield record_of_lost_run(self._job, guilty)
        queue.take_back(executor, executor.runs)
        self._open(ExecutorProcess(self._log, executor.name, self._limits))

    def close(self, grace: float = _GRACE) -> None:
        """End all executors."""
        until = time.monotonic() + grace
        while self.executors:
            self.executors.pop().served.close(max(0.0, until - time.monotonic()))
        self._ready.close()
        self._log.close()


def suspects(runs: Iterable[int], alone: Collection[int]) -> list[int]:
    """Return the runs in hand that an executor may have died of: the first, and those that were
    made beside it.
    """
    first, *others = runs
    return [first] if first in alone else [first, *(run for run in others if run not in alone)]


def record_of_lost_run(job: ExecutorJob, run: int) -> RunRecord:
    """Return the record of a run that killed its executor twice."""
    plan = plan_run(job.setting, run)
    message = "the executor that made this run died or hung, twice"
    test = TestRecord(plan.first, plan.method, 0, "defect", detail=message)
    return RunRecord(
        run, plan.method, plan.run_seed, 0.0, 0.0, (test,), defects=(Defect(plan.first, message),)
    )
