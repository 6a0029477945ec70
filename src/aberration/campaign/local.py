"""Lanes as processes of this machine; the parent hands out runs and takes in records.

Two runs are with each lane at any time, so that none waits for the parent. A lane that dies is replaced and
its runs are made again; one that kills a second lane is given up and recorded as a defect of ours.
"""

import selectors
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from aberration.campaign.dispatch import Dispatch
from aberration.campaign.plan import plan_run
from aberration.campaign.records import Defect, LaneJob, LaneRequest, RunRecord, TestRecord, Unsteady
from aberration.campaign.served import Served
from aberration.core.errors import InternalError

CUT = signal.SIGUSR1
"""What tells a lane to answer with what it has of its run."""
_MODULE = "aberration.campaign.serve_lane"
_IN_HAND = 2
_TICK = 0.25
_GRACE = 5.0
_CUT_GRACE = 1.5
_SILENT_DEATHS = 8


class LaneProcess:
    """One lane and the runs that it has in hand, the first being made now."""

    def __init__(self, log: BinaryIO) -> None:
        self.runs: deque[int] = deque()
        self.news: list[Unsteady] = []
        self.served = Served(_MODULE, log)

    def begin(self, job: LaneJob) -> None:
        """Tell the lane which campaign it works for; waits until it listens."""
        self.served.send(job)

    def give(self, run: int) -> None:
        """Ask for a run, and tell what other lanes have learnt."""
        self.runs.append(run)
        self.served.send(LaneRequest(run, tuple(self.news)))
        self.news.clear()

    def take(self) -> RunRecord | None:
        """Return the next record, or None when the lane is dead."""
        record = self.served.receive(RunRecord)
        if record is not None:
            self.runs.remove(record.run)
        return record

    def cut(self) -> None:
        """Ask for what there is of the run that is being made, and for nothing else."""
        while len(self.runs) > 1:
            self.runs.pop()
        self.served.tell(CUT)


class LocalLanes:
    """A pool of lanes for one campaign; `log` takes what they write on stderr."""

    def __init__(self, job: LaneJob, count: int, log: Path, cut_grace: float = _CUT_GRACE) -> None:
        self._job = job
        self._log = log.open("ab")
        self._count = count
        self._cut_grace = cut_grace
        self.lanes: list[LaneProcess] = []
        self._deaths: Counter[int] = Counter()
        self._silent_deaths = 0
        self._ready = selectors.DefaultSelector()

    def records(self, runs: Iterable[int], stop: Callable[[], bool]) -> Iterator[RunRecord]:
        """Yield the records of all runs, as they come.

        After `stop()` no further run is begun; those that are being made end where they are, and their records have
        fewer tests. What does not even do that within the grace is not waited for, and has no record.
        """
        queue = Dispatch(self._job.setting, runs, self._count)
        lanes = [LaneProcess(self._log) for _ in range(self._count)]
        for lane in lanes:
            self._open(lane)
        self._feed_all(queue)
        while any(lane.runs for lane in self.lanes) and not stop():
            for key, _ in self._ready.select(_TICK):
                yield from self._serve(key.data, queue)
            if not stop():
                self._feed_all(queue)
        yield from self._cut_records()

    def _cut_records(self) -> Iterator[RunRecord]:
        busy = [lane for lane in self.lanes if lane.runs]
        for lane in busy:
            lane.cut()
        until = time.monotonic() + self._cut_grace
        while busy and (left := until - time.monotonic()) > 0:
            for key, _ in self._ready.select(min(left, _TICK)):
                lane = key.data
                self._ready.unregister(lane.served.answers)
                record = lane.take() if lane in busy else None
                if record is not None:
                    yield record
                busy = [one for one in busy if one is not lane]

    def _open(self, lane: LaneProcess) -> None:
        self.lanes.append(lane)
        lane.begin(self._job)
        self._ready.register(lane.served.answers, selectors.EVENT_READ, lane)

    def _feed_all(self, queue: Dispatch) -> None:
        """Give each lane one run after the other, so that all have work before any has more."""
        for depth in range(1, _IN_HAND + 1):
            for lane in self.lanes:
                run = queue.take(lane) if len(lane.runs) < depth else None
                if run is not None:
                    lane.give(run)

    def _serve(self, lane: LaneProcess, queue: Dispatch) -> Iterator[RunRecord]:
        record = lane.take()
        if record is not None:
            self._silent_deaths = 0
            for other in self.lanes:
                other.news += record.unsteady if other is not lane else ()
            yield record
        else:
            yield from self._replace(lane, queue)

    def _replace(self, lane: LaneProcess, queue: Dispatch) -> Iterator[RunRecord]:
        self._ready.unregister(lane.served.answers)
        self.lanes.remove(lane)
        lane.served.close(grace=0.0)
        self._silent_deaths += 1
        if not lane.runs or self._silent_deaths > _SILENT_DEATHS:
            raise InternalError("the lanes die one after the other and answer nothing", hint=f"See {self._log.name}.")
        guilty = lane.runs[0]
        self._deaths[guilty] += 1
        if self._deaths[guilty] > 1:
            lane.runs.popleft()
            yield given_up(self._job, guilty)
        queue.lost(lane, lane.runs)
        self._open(LaneProcess(self._log))

    def close(self, grace: float = _GRACE) -> None:
        """End all lanes."""
        until = time.monotonic() + grace
        while self.lanes:
            self.lanes.pop().served.close(max(0.0, until - time.monotonic()))
        self._ready.close()
        self._log.close()


def given_up(job: LaneJob, run: int) -> RunRecord:
    """Return the record of a run that killed its lane twice."""
    plan = plan_run(job.setting, run)
    message = "the lane that made this run died, twice"
    test = TestRecord(plan.first, plan.method, 0, "defect", detail=message)
    return RunRecord(run, plan.method, plan.run_seed, 0.0, 0.0, (test,), defects=(Defect(plan.first, message),))
