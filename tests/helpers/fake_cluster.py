"""A line to workers that are none: each answers what a test says, or is lost."""

from collections import deque
from collections.abc import Callable, Sequence

from aberration.campaign.distributed.connection import Then
from aberration.campaign.distributed.messages import (
    Answers,
    Ask,
    Batch,
    Join,
    Joined,
    Offer,
    decode,
    encode,
)
from aberration.campaign.distributed.offering import package_digest
from aberration.campaign.records import RunRecord, TestRecord
from aberration.core.target import Target

Make = Callable[[str, Batch], Answers | None]


def record(run: int) -> RunRecord:
    """Return a record of one test."""
    return RunRecord(run, "wordplay", 0, 0.5, 0.0, (TestRecord(run, "wordplay", 0, "done"),))


def all_made(_: str, batch: Batch) -> Answers | None:
    """Answer a batch with all its records."""
    return Answers(tuple(record(run) for run in batch.runs))


class FakeConnection:
    """Answers in the order of the questions; `make` says how workers answer, and that one is lost
    with its batch (None).
    """

    url = "fake://"

    def __init__(self, targets: Sequence[Target], *workers: str, make: Make = all_made) -> None:
        self.there = set(workers)
        self.offers = {
            name: Offer(name, package_digest(), {}, tuple(targets), {t.id: 0 for t in targets})
            for name in workers
        }
        self.make = make
        self.jobs: dict[str, int] = {}
        self.batches: list[tuple[str, Batch]] = []
        self.cut_workers: list[str] = []
        self._asked: deque[tuple[str, str, str, bytes, Then]] = deque()
        self._count = 0

    def workers(self) -> frozenset[str]:
        """Return who is there."""
        return frozenset(self.there)

    def ask(self, worker: str, task: Callable[[bytes], bytes], data: bytes, then: Then) -> str:
        """Take a question."""
        self._count += 1
        key = f"{task.__name__}-{self._count}"
        self._asked.append((key, worker, task.__name__, data, then))
        return key

    def forget(self, key: str) -> None:
        """Drop a question."""
        self._asked = deque(asked for asked in self._asked if asked[0] != key)

    def pump(self, seconds: float) -> None:
        """Answer what was asked so far."""
        del seconds
        for _ in range(len(self._asked)):
            _, worker, task, data, then = self._asked.popleft()
            answer = self._answer(worker, task, data)
            then(answer, "")

    def cut(self, workers: Sequence[str]) -> None:
        """Note who is cut."""
        self.cut_workers += workers

    def close(self) -> None:
        """Nothing is open."""

    def _answer(self, worker: str, task: str, data: bytes) -> bytes | None:
        if worker not in self.there:
            return None
        if task == "offer":
            assert decode(data, Ask) is not None
            return encode(self.offers[worker])
        if task == "join":
            return encode(self._join(worker, decode(data, Join)))
        batch = decode(data, Batch)
        self.batches.append((worker, batch))
        answers = self.make(worker, batch)
        if answers is None:
            self.there.discard(worker)
            return None
        return encode(answers)

    def _join(self, worker: str, join: Join) -> Joined:
        if not join.job and worker not in self.jobs:
            return Joined(needs_job=True)
        self.jobs[worker] = self.jobs.get(worker, 0) + bool(join.job)
        return Joined()
