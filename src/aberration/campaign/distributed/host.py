"""One executor of a worker's machine, which makes runs for whoever coordinates.

The executor is a process of its own, so that a driver's crash never ends the worker that talks to
the coordinator. It has the runs of several batches in hand, in the order in which they came.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Protocol

from aberration.campaign.distributed.messages import Answers, Batch
from aberration.campaign.local import ExecutorProcess, suspects
from aberration.campaign.records import ExecutorJob, RunRecord
from aberration.targets.elsewhere import EXIT_UNREACHABLE

ROOM: Final = 64 << 20
"""Bytes that must be free where compilers write their files: what is cut short for want of room is
no compiler's doing.
"""
UNREACHABLE: Final = "a target on another machine does not answer"
_LOG_TAIL: Final = 2000
_GRACE: Final = 5.0
"""Seconds that an executor has to end after its last answer."""
_BEGUN: Final = 3
"""Runs that an executor has begun: one is made, one lies ready, and one is being prepared."""


class Host(Protocol):
    """Makes the runs of one campaign at a time."""

    def adopt(self, digest: str, job: ExecutorJob) -> None:
        """Work for a campaign, and for no other any more."""

    def make(self, batch: Batch) -> Answers:
        """Make the runs of a batch; several threads may ask at once."""

    def cut(self) -> None:
        """End the run that is being made where it is, and begin no other."""

    def leave(self, grace: float) -> None:
        """Give back what was not begun, and end the executor after so many seconds."""


def free_bytes() -> int:
    """Return how many bytes are free where programs under test write."""
    return shutil.disk_usage(tempfile.gettempdir()).free


class ExecutorHost:
    """A host with an executor process, started with the first run and again after it died.

    `log` takes what it writes on stderr; `room` tells the bytes that are free.
    """

    def __init__(self, log: Path, room: Callable[[], int] = free_bytes) -> None:
        self._log = log
        self._room = room
        self._changed = threading.Condition()
        self._digest = ""
        self._job: ExecutorJob | None = None
        self._keeper: _Keeper | None = None
        self._leaving = False

    @property
    def processes(self) -> tuple[int, ...]:
        """Return the process id of the executor, if there is one."""
        process = None if self._keeper is None else self._keeper.process
        return () if process is None else (process.served.process.pid,)

    def adopt(self, digest: str, job: ExecutorJob) -> None:
        """Work for a campaign; what is in hand for another one is given back."""
        with self._changed:
            if (digest, job) == (self._digest, self._job):
                return
            self._end(0.0)
            self._digest, self._job = digest, job

    def make(self, batch: Batch) -> Answers:
        """Make the runs of a batch; what the disk had no room for has no record."""
        if self._room() < ROOM:
            return Answers(refused=f"its disk has less than {ROOM >> 20} MiB of room")
        with self._changed:
            if batch.digest != self._digest or self._job is None:
                return Answers(refused="it works for another campaign", stranger=True)
            if self._leaving:
                return Answers(refused="it leaves")
            keeper = self._keeper_for(self._job)
            if keeper.failure and keeper.process is None:
                return Answers(refused=keeper.failure)
            keeper.take_on(batch)
            self._changed.wait_for(lambda: keeper.is_through_with(batch.runs))
            answers = keeper.answers_to(batch.runs)
        if self._room() < ROOM:
            return Answers(refused=f"its disk has less than {ROOM >> 20} MiB of room")
        return answers

    def cut(self) -> None:
        """End the run that is being made where it is; what there is of it is answered."""
        with self._changed:
            if self._keeper is not None:
                self._keeper.cut()

    def leave(self, grace: float) -> None:
        """Give back the runs that are not begun; the one that is being made has the grace."""
        with self._changed:
            self._leaving = True
            self._end(grace)

    def _keeper_for(self, job: ExecutorJob) -> _Keeper:
        if self._keeper is None or self._keeper.is_over:
            self._keeper = _Keeper(job, self._log, self._changed)
        keeper = self._keeper
        self._changed.wait_for(lambda: keeper.process is not None or keeper.is_over)
        return keeper

    def _end(self, grace: float) -> None:
        keeper = self._keeper
        if keeper is None:
            return
        keeper.drop_the_rest()
        if grace:
            self._changed.wait_for(lambda: not keeper.runs, grace)
        keeper.end()
        self._changed.wait_for(lambda: keeper.is_over)
        self._keeper = None


class _Keeper:
    """An executor process and the thread that started it: it would die with another one (prctl(2),
    PR_SET_PDEATHSIG is about the thread). All but that thread hold the lock of `changed`.
    """

    def __init__(self, job: ExecutorJob, log: Path, changed: threading.Condition) -> None:
        self.process: ExecutorProcess | None = None
        self.is_over = False
        self.failure = ""
        self._job = job
        self._log = log
        self._changed = changed
        self._records: dict[int, RunRecord] = {}
        self._dropped: set[int] = set()
        self._left: tuple[int, ...] = ()
        self._asked_to_end = False
        threading.Thread(target=self._keep, name="executor", daemon=True).start()

    @property
    def runs(self) -> tuple[int, ...]:
        """Return the runs in hand, the first being made now."""
        return () if self.process is None else tuple(self.process.runs)

    def take_on(self, batch: Batch) -> None:
        """Give the executor the runs of a batch."""
        assert self.process is not None
        self.process.news += batch.news
        for run in batch.runs:
            self.process.give(run, alone=run in batch.alone)

    def is_through_with(self, runs: Iterable[int]) -> bool:
        """True when no run of these is in hand any more."""
        return self.is_over or not set(self.runs) & set(runs)

    def answers_to(self, runs: Iterable[int]) -> Answers:
        """Return the records of these runs, and what the executor died of if it did."""
        wanted = list(runs)
        records = tuple(self._records.pop(run) for run in wanted if run in self._records)
        left = self._left
        if not self.is_over or self._asked_to_end or not set(left) & set(wanted):
            return Answers(records, refused=self.failure)
        alone = set() if self.process is None else self.process.alone
        guilty = left[0] if left[0] in wanted else None
        may = tuple(run for run in suspects(left[:_BEGUN], alone) if run in wanted)
        return Answers(records, True, guilty, may, _tail(self._log))

    def drop_the_rest(self) -> None:
        """Give back all runs but the one that is being made."""
        if self.process is None:
            return
        while len(self.process.runs) > 1:
            self._dropped.add(self.process.runs.pop())
        self._changed.notify_all()

    def cut(self) -> None:
        """End the run that is being made; the executor ends with it, or at once if it has none."""
        if self.process is None or not self.process.runs:
            self.end()
            return
        self._asked_to_end = True
        self.process.cut()
        self._changed.notify_all()

    def end(self) -> None:
        """Kill the executor."""
        self._asked_to_end = True
        if self.process is not None:
            self.process.served.process.kill()

    def _keep(self) -> None:
        try:
            self._serve()
        except OSError as error:
            self.failure = f"its executor cannot be started: {error.strerror}"
        self._note_unreachable()
        with self._changed:
            self._left = self.runs
            self.is_over = True
            self._changed.notify_all()
        if self.process is not None:
            self.process.served.close(0.0)

    def _note_unreachable(self) -> None:
        """An executor that could not reach a target of another machine died of no run."""
        if self.process is None or self.process.served.status(_GRACE) != EXIT_UNREACHABLE:
            return
        self.failure = UNREACHABLE
        self._asked_to_end = True

    def _serve(self) -> None:
        with self._log.open("ab") as log:
            process = ExecutorProcess(log)
        process.begin(self._job)
        with self._changed:
            self.process = process
            self._changed.notify_all()
        while (record := process.served.receive(RunRecord)) is not None:
            self._note(process, record)

    def _note(self, process: ExecutorProcess, record: RunRecord) -> None:
        with self._changed:
            if record.run in process.runs:
                process.runs.remove(record.run)
                self._records[record.run] = record
                self._changed.notify_all()


def _tail(log: Path) -> str:
    return log.read_bytes()[-_LOG_TAIL:].decode("utf-8", "replace")
