"""The executors of a cluster: the coordinator hands out numbers of runs, and takes in records.

Two batches are with each worker at any time. A run whose worker is lost is made again elsewhere; so
is one whose executor died, and one that kills a second executor is recorded as an own defect. A
run that is answered twice is handed on once.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec

from aberration.campaign.dispatch import Dispatch
from aberration.campaign.distributed import tasks
from aberration.campaign.distributed.fleet import Fleet, Member
from aberration.campaign.distributed.messages import Answers, Batch, decode, encode
from aberration.campaign.distributed.tags import Needs
from aberration.campaign.local import record_of_lost_run
from aberration.campaign.records import ExecutorJob, FlakySeed, RunRecord
from aberration.core.errors import BadInput, InternalError

PATIENCE: Final = 60.0
"""Seconds for which runs wait that no worker can make, where nothing else goes on."""
REST: Final = 5.0
"""Seconds that a worker rests which can make no run now, such as one whose disk is full."""
TASKS_A_SECOND: Final = 25.0
SHORTEST_BATCH: Final = 0.25
LONGEST_BATCH: Final = 8.0
MOST_RUNS: Final = 64
"""A task of Dask costs coordinator and scheduler milliseconds: the more workers there are, the more
seconds a batch takes, so that so many tasks end in a second, within these bounds.
"""
LOST_WITH_WORKERS: Final = 5
"""A run that was being made when so many workers were lost is given up: machines are lost for
other reasons, too.
"""
_DEATHS: Final = 2
_SILENT_DEATHS: Final = 8
_TICK: Final = 0.1
_CUT_GRACE: Final = 1.5
_SMOOTH: Final = 0.05


class ClusterExecutors:
    """The executors of a fleet, for one campaign; `patience` in seconds."""

    def __init__(
        self, job: ExecutorJob, fleet: Fleet, needs: Needs, patience: float = PATIENCE
    ) -> None:
        self._job = job
        self._fleet = fleet
        self._needs = needs
        self._patience = patience
        self._deaths: Counter[int] = Counter()
        self._lost: Counter[int] = Counter()
        self._silent_deaths = 0
        self._log = ""
        self._run_seconds = SHORTEST_BATCH
        self._answered: list[RunRecord] = []
        self._done: set[int] = set()
        self._idle_since: float | None = None

    def batches(
        self, runs: Iterable[int], stop: Callable[[], bool]
    ) -> Iterator[Sequence[RunRecord]]:
        """Yield the records of all runs, as they come; see `Executors`.

        Raise `BadInput` where runs are left that no worker can make, and none comes.
        """
        queue = Dispatch(self._job.setting, runs, self._job.configuration.executors)
        while not stop():
            self._take_back_from_the_lost(queue)
            self._feed_all(queue)
            if not self._in_flight() and not queue.waiting and not self._answered:
                return
            self._check_hope(queue)
            self._fleet.connection.pump(_TICK)
            yield from self._answers()
        yield from self._cut_short()

    def close(self, grace: float) -> None:
        """Let the workers end what they are making."""
        del grace
        self._fleet.connection.cut([one.address for one in self._fleet.at_work])

    def _answers(self) -> Iterator[Sequence[RunRecord]]:
        if not self._answered:
            return
        records, self._answered = self._answered, []
        for record in records:
            self._needs.forget(record.run)
        yield records

    def _cut_short(self) -> Iterator[Sequence[RunRecord]]:
        busy = [one.address for one in self._fleet.at_work if one.in_hand]
        self._fleet.connection.cut(busy)
        until = time.monotonic() + _CUT_GRACE
        while self._in_flight() and time.monotonic() < until:
            self._fleet.connection.pump(_TICK)
            yield from self._answers()

    def _in_flight(self) -> bool:
        return any(member.in_hand for member in self._fleet.members.values())

    def _feed_all(self, queue: Dispatch) -> None:
        """Give each worker one batch after the other, so that all have work before any has more."""
        now, at_work = time.monotonic(), self._fleet.at_work
        size = batch_size(len(at_work), self._run_seconds)
        for depth in range(1, tasks.IN_HAND + 1):
            for member in at_work:
                if len(member.in_hand) < depth and member.rests_until <= now:
                    self._feed(member, queue, size)

    def _feed(self, member: Member, queue: Dispatch, size: int) -> None:
        runs: list[int] = []
        while len(runs) < size:
            run = queue.take(member.address, lambda one: self._fits(member, one))
            if run is None:
                break
            runs.append(run)
        if not runs:
            return
        alone = tuple(run for run in runs if self._deaths[run])
        batch = Batch(self._fleet.digest, tuple(runs), alone, tuple(member.news))
        member.news.clear()

        def then(answer: bytes | None, why: str) -> None:
            self._take(member, key, queue, answer, why)

        key = self._fleet.connection.ask(member.address, tasks.make, encode(batch), then)
        member.in_hand[key] = batch.runs

    def _fits(self, member: Member, run: int) -> bool:
        """True where a worker can make a run: by asking others only where no worker has all."""
        if self._needs.fit(run, member.has):
            return True
        if not member.elsewhere or any(
            self._needs.fit(run, other.has) for other in self._fleet.at_work
        ):
            return False
        return self._needs.fit(run, member.has, member.reaches)

    def _take(
        self, member: Member, key: str, queue: Dispatch, answer: bytes | None, why: str
    ) -> None:
        runs = member.in_hand.pop(key, ())
        if answer is None:
            if why:
                self._fleet.refuse(member, f"it cannot make runs: {why}")
            self._take_back_lost(member, queue, runs)
            return
        answers = decode(answer, Answers)
        for record in answers.records:
            self._note(member, record)
        if answers.stranger and member.joined:
            self._fleet.rejoin(member)
        elif answers.refused:
            member.rests_until = time.monotonic() + REST
            self._fleet.tell_of_rest(member, answers.refused)
        elif time.monotonic() > member.rests_until:
            member.rests_for = ""
        self._count_deaths(answers)
        made = {record.run for record in answers.records}
        queue.take_back(member.address, self._not_done(run for run in runs if run not in made))

    def _note(self, member: Member, record: RunRecord) -> None:
        self._silent_deaths = 0
        self._run_seconds += _SMOOTH * (record.seconds - self._run_seconds)
        if record.run not in self._done:
            self._done.add(record.run)
            self._answered.append(msgspec.structs.replace(record, worker=member.short_name))
        self._tell_others(member, record.unsteady)

    def _tell_others(self, member: Member, news: Iterable[FlakySeed]) -> None:
        told = list(news)
        for other in self._fleet.at_work if told else ():
            if other is not member:
                other.news += told

    def _count_deaths(self, answers: Answers) -> None:
        if not answers.died:
            return
        self._silent_deaths += 1
        self._log = answers.log or self._log
        if self._silent_deaths > _SILENT_DEATHS:
            raise InternalError(
                "executors die one after the other and answer nothing",
                hint=f"The last one's log ends: {self._log.strip()}",
            )
        self._deaths.update(answers.suspects)
        if answers.guilty is not None and self._deaths[answers.guilty] >= _DEATHS:
            self._give_up(answers.guilty)

    def _give_up(self, run: int) -> None:
        if run not in self._done:
            self._done.add(run)
            self._answered.append(record_of_lost_run(self._job, run))

    def _not_done(self, runs: Iterable[int]) -> list[int]:
        return [run for run in runs if run not in self._done]

    def _take_back_from_the_lost(self, queue: Dispatch) -> None:
        for member in self._fleet.look():
            batches = list(member.in_hand.items())
            member.in_hand.clear()
            for key, _ in batches:
                self._fleet.connection.forget(key)
            runs = [run for _, batch in batches for run in batch]
            self._take_back_lost(member, queue, runs)

    def _take_back_lost(self, member: Member, queue: Dispatch, runs: Sequence[int]) -> None:
        """Take back the runs of a lost worker, the first of which was being made."""
        for run in runs[:1]:
            self._lost[run] += 1
            if self._lost[run] >= LOST_WITH_WORKERS:
                self._give_up(run)
        queue.take_back(member.address, self._not_done(runs))

    def _check_hope(self, queue: Dispatch) -> None:
        """Raise `BadInput` where nothing goes on for so long, and say what is missing."""
        if self._in_flight() or not queue.waiting:
            self._idle_since = None
            return
        if self._idle_since is None:
            self._idle_since = time.monotonic()
        if time.monotonic() - self._idle_since < self._patience:
            return
        wanted = sorted(self._needs.of_run(queue.waiting[0]))
        raise BadInput(
            f"no worker has {', '.join(wanted)} any more, or none of those is ready",
            where=self._fleet.connection.url,
            hint="What is stored stays; `aberration fuzz --resume DIR --cluster ...` goes on.",
        )


def batch_size(workers: int, run_seconds: float) -> int:
    """Return how many runs a batch has, where so many workers take so long for one."""
    seconds = min(LONGEST_BATCH, max(SHORTEST_BATCH, workers / TASKS_A_SECOND))
    return max(1, min(MOST_RUNS, int(seconds / max(run_seconds, 1e-6))))
