"""Lanes as processes of this machine; the parent hands out runs and takes in records.

Two runs are with each lane at any time, so that none waits for the parent. A lane that dies is replaced and
its runs are made again; one that kills a second lane is given up and recorded as a defect of ours.
"""

import contextlib
import os
import selectors
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from io import FileIO
from pathlib import Path
from typing import BinaryIO, cast

from aberration.campaign.plan import plan_run
from aberration.campaign.records import Defect, LaneJob, RunRecord, TestRecord
from aberration.campaign.wire import read_frame, write_frame
from aberration.core.errors import InternalError

_IN_HAND = 2
_TICK = 0.5
_GRACE = 5.0
_SILENT_DEATHS = 8


class LaneProcess:
    """One lane and the runs that it has in hand, the first being made now."""

    def __init__(self, log: BinaryIO) -> None:
        self.runs: deque[int] = deque()
        command = [sys.executable, "-m", "aberration.campaign.serve_lane", str(os.getpid())]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, stderr=log, start_new_session=True)
        self.answers = cast(FileIO, self.process.stdout)
        self._requests = cast(FileIO, self.process.stdin)

    def begin(self, job: LaneJob) -> None:
        """Tell the lane which campaign it works for; waits until it listens."""
        self._send(job)

    def give(self, run: int) -> None:
        """Ask for a run."""
        self.runs.append(run)
        self._send(run)

    def _send(self, message: object) -> None:
        """Write to the lane; one that is dead already is noticed when its answers end."""
        with contextlib.suppress(BrokenPipeError):
            write_frame(self._requests, message)

    def take(self) -> RunRecord | None:
        """Return the next record, or None when the lane is dead."""
        record = read_frame(self.answers, RunRecord)
        if record is not None:
            self.runs.remove(record.run)
        return record

    def close(self, grace: float = _GRACE) -> None:
        """Let the lane end its workers, or kill it; they die with it."""
        with contextlib.suppress(BrokenPipeError):
            self._requests.close()
        try:
            self.process.wait(grace)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.answers.close()


class LocalLanes:
    """A pool of lanes for one campaign; `log` takes what they write on stderr."""

    def __init__(self, job: LaneJob, count: int, log: Path) -> None:
        self._job = job
        self._log = log.open("ab")
        self._count = count
        self.lanes: list[LaneProcess] = []
        self._deaths: Counter[int] = Counter()
        self._again: deque[int] = deque()
        self._silent_deaths = 0
        self._ready = selectors.DefaultSelector()

    def records(self, runs: Iterable[int], stop: Callable[[], bool]) -> Iterator[RunRecord]:
        """Yield the records of all runs, as they come; after `stop()` no further run is begun."""
        numbers = iter(runs)
        lanes = [LaneProcess(self._log) for _ in range(self._count)]
        for lane in lanes:
            self._open(lane)
        self._feed_all(numbers, stop)
        while any(lane.runs for lane in self.lanes):
            for key, _ in self._ready.select(_TICK):
                yield from self._serve(key.data)
            self._feed_all(numbers, stop)

    def _open(self, lane: LaneProcess) -> None:
        self.lanes.append(lane)
        lane.begin(self._job)
        self._ready.register(lane.answers, selectors.EVENT_READ, lane)

    def _feed_all(self, numbers: Iterator[int], stop: Callable[[], bool]) -> None:
        """Give each lane one run after the other, so that all have work before any has more."""
        for depth in range(1, _IN_HAND + 1):
            for lane in self.lanes:
                if len(lane.runs) < depth and not stop():
                    self._feed(lane, numbers)

    def _feed(self, lane: LaneProcess, numbers: Iterator[int]) -> None:
        run = self._again.popleft() if self._again else next(numbers, None)
        if run is not None:
            lane.give(run)

    def _serve(self, lane: LaneProcess) -> Iterator[RunRecord]:
        record = lane.take()
        if record is not None:
            self._silent_deaths = 0
            yield record
        else:
            yield from self._replace(lane)

    def _replace(self, lane: LaneProcess) -> Iterator[RunRecord]:
        self._ready.unregister(lane.answers)
        self.lanes.remove(lane)
        lane.close(grace=0.0)
        self._silent_deaths += 1
        if not lane.runs or self._silent_deaths > _SILENT_DEATHS:
            raise InternalError("the lanes die one after the other and answer nothing", hint=f"See {self._log.name}.")
        guilty = lane.runs[0]
        self._deaths[guilty] += 1
        if self._deaths[guilty] > 1:
            lane.runs.popleft()
            yield given_up(self._job, guilty)
        self._again.extend(lane.runs)
        self._open(LaneProcess(self._log))

    def close(self, grace: float = _GRACE) -> None:
        """End all lanes."""
        until = time.monotonic() + grace
        while self.lanes:
            self.lanes.pop().close(max(0.0, until - time.monotonic()))
        self._ready.close()
        self._log.close()


def given_up(job: LaneJob, run: int) -> RunRecord:
    """Return the record of a run that killed its lane twice."""
    plan = plan_run(job.setting, run)
    message = "the lane that made this run died, twice"
    test = TestRecord(plan.first, plan.method, 0, "defect", detail=message)
    return RunRecord(run, plan.method, plan.run_seed, 0.0, 0.0, (test,), defects=(Defect(plan.first, message),))
