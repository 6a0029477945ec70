"""The tasks that Dask runs on a worker: each hands bytes to the worker's station and returns the
answer's bytes.

A worker has two threads for its one executor, one for each batch in hand, so that the executor
makes the tests of the next run while targets work on those of this one, as on a single machine.
"""

from __future__ import annotations

from typing import Final

from aberration.campaign.distributed.library import distributed
from aberration.campaign.distributed.messages import Ask, Batch, Join, Work, decode, encode
from aberration.campaign.distributed.station import Station
from aberration.core.errors import BadInput

IN_HAND: Final = 2
"""Batches with a worker at a time, and its threads."""
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


def cut(dask_worker: object) -> None:
    """End what a worker is making; Dask runs this beside its tasks."""
    _station_of(dask_worker).cut()


def _station() -> Station:
    return _station_of(distributed().get_worker())


def _station_of(dask_worker: object) -> Station:
    station: object = getattr(dask_worker, _STATION, None)
    if not isinstance(station, Station):
        raise BadInput("expected a worker of `aberration worker`, but another one is asked")
    return station
