"""What the coordinator of a campaign and the workers of a cluster say to each other.

They travel as bytes (msgpack), so that a worker of another version says so, and does not fail
somewhere in the midst.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from aberration.campaign.crew import Piece
from aberration.campaign.finding_reducer import Judged
from aberration.campaign.records import ExecutorJob, FlakySeed, RunRecord
from aberration.core.errors import BadInput
from aberration.core.recipe import TestCase
from aberration.core.target import Target

T = TypeVar("T")


class Ask(msgspec.Struct, frozen=True):
    """Asks a worker what it has; `patterns` as those of `-t`, none for all that a campaign
    takes.
    """

    patterns: tuple[str, ...] = ()


class Offer(msgspec.Struct, frozen=True):
    """What a worker has: targets with their versions, each with its place in the order of its
    machine, and the versions of what decides the tests.

    `unknown` are the patterns that nothing on its machine answers to, each with the reason.
    """

    worker: str
    code: str
    versions: dict[str, str]
    targets: tuple[Target, ...]
    places: dict[str, int]
    unknown: dict[str, str] = {}


class Elsewhere(msgspec.Struct, frozen=True):
    """A target that another worker has, with the address of that one."""

    target: Target
    worker: str


class Join(msgspec.Struct, frozen=True):
    """Tells a worker which campaign it works for; `job` is an encoded `ExecutorJob`, empty where
    the worker may have it from before.

    `tags` are the versions that its targets must have; those `elsewhere` it asks other workers for.
    With `self_test` it tests its machine first.
    """

    digest: str
    tags: dict[str, str]
    job: bytes = b""
    self_test: bool = False
    elsewhere: tuple[Elsewhere, ...] = ()


class Joined(msgspec.Struct, frozen=True):
    """The worker's answer: it works (neither), it needs the job, or it cannot, and why."""

    needs_job: bool = False
    refused: str = ""
    notes: tuple[str, ...] = ()


class Batch(msgspec.Struct, frozen=True):
    """Runs to make, in this order; `alone` are those that an executor died of. `news` are seeds
    that others have set aside.
    """

    digest: str
    runs: tuple[int, ...]
    alone: tuple[int, ...] = ()
    news: tuple[FlakySeed, ...] = ()


class Answers(msgspec.Struct, frozen=True):
    """The records of a batch; what it lacks is to be made again.

    Where the executor died, `guilty` is the run that it was making, and `suspects` those of the
    batch that it may have died of; `log` is what it wrote last. `refused`: why the worker makes no
    run now; a `stranger` works for another campaign.
    """

    records: tuple[RunRecord, ...] = ()
    died: bool = False
    guilty: int | None = None
    suspects: tuple[int, ...] = ()
    log: str = ""
    refused: str = ""
    stranger: bool = False


class Work(msgspec.Struct, frozen=True):
    """Work on a finding, for so many `seconds` from when it comes: clocks of machines differ."""

    piece: Piece
    seconds: float | None = None


class Worked(msgspec.Struct, frozen=True):
    """What became of it, or the smallest case there was where it was broken off; `status` is that
    of a process that died of it.
    """

    judged: Judged | None = None
    kept: TestCase | None = None
    status: int | None = None


def encode(message: object) -> bytes:
    """Return a message as bytes."""
    return msgspec.msgpack.encode(message)


def decode(data: object, kind: type[T]) -> T:
    """Return a message; raise `BadInput` for what is none."""
    if not isinstance(data, bytes):
        raise BadInput(f"expected bytes, but {type(data).__name__} came")
    try:
        return msgspec.msgpack.decode(data, type=kind)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"expected a message ({kind.__name__}), but {error}") from None


def job_of(data: bytes) -> ExecutorJob:
    """Return the job that a coordinator sent."""
    return decode(data, ExecutorJob)
