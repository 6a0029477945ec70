"""The tasks that Dask runs on a worker: each hands bytes to the worker's station and returns the
answer's bytes.

A worker has two threads for its one executor, one for each batch in hand, so that the executor
makes the tests of the next run while targets work on those of this one, as on a single machine.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from aberration.campaign.distributed.library import dask_distributed
from aberration.campaign.distributed.messages import Ask, Batch, Join, Work, decode, encode
from aberration.campaign.distributed.relay import Send
from aberration.campaign.distributed.station import Station
from aberration.core.errors import BadInput
from aberration.targets.elsewhere import Answered, Asked, Told
from aberration.targets.worker import OPEN_DEADLINE

IN_HAND: Final = 2
"""Batches with a worker at a time, and its threads."""
_SLACK: Final = 60.0
"""Seconds that an answer may take beyond the deadlines, on a busy machine or a slow network."""
_STATION: Final = "aberration_station"


def give_station(dask_worker: object, station: Station) -> None:
    """Give a worker of Dask the station that its tasks ask."""
    setattr(dask_worker, _STATION, station)


def offer(data: bytes) -> bytes:
    """Answer an `Ask` with an `Offer`."""
    return encode(_station().offer(decode(data, Ask)))


def join(data: bytes) -> bytes:
    """Answer a `Join` with a `Joined`."""
    return encode(_station().join(decode(data, Join)))


def make(data: bytes) -> bytes:
    """Answer a `Batch` with its `Answers`."""
    return encode(_station().make(decode(data, Batch)))


def work(data: bytes) -> bytes:
    """Answer a `Work` with a `Worked`."""
    return encode(_station().work(decode(data, Work)))


def sender(dask_worker: Any, loop: asyncio.AbstractEventLoop) -> Send:
    """Return what asks other workers of Dask, from any thread but that of the loop."""

    async def ask(machine: str, asked: Asked) -> bytes:
        found: bytes = await dask_worker.rpc(machine).aberration_answer(data=encode(asked))
        return found

    def send(machine: str, asked: Asked) -> Told | None:
        limit = OPEN_DEADLINE + asked.deadline + _SLACK
        asking = asyncio.wait_for(ask(machine, asked), limit)
        try:
            data = asyncio.run_coroutine_threadsafe(asking, loop).result()
            return decode(data, Answered).told
        except Exception:
            # Dask raises what it likes here: a machine that does not answer is not reached.
            return None

    return send


def connect(dask_worker: Any, station: Station, loop: asyncio.AbstractEventLoop) -> None:
    """Let a station's worker reach other workers, and be reached by them: beside Dask's tasks,
    which may all wait for answers of others.
    """

    async def aberration_answer(data: bytes) -> bytes:
        told = await asyncio.wrap_future(station.answer(decode(data, Asked)))
        return encode(Answered(told))

    dask_worker.handlers[aberration_answer.__name__] = aberration_answer
    station.connect(sender(dask_worker, loop))


def cut(dask_worker: object) -> None:
    """End what a worker is making; Dask runs this beside its tasks."""
    _station_of(dask_worker).cut()


def _station() -> Station:
    return _station_of(dask_distributed().get_worker())


def _station_of(dask_worker: object) -> Station:
    station: object = getattr(dask_worker, _STATION, None)
    if not isinstance(station, Station):
        raise BadInput("expected a worker of `aberration worker`, but another one is asked")
    return station
