"""The workers of one machine: they look for their scheduler, work for it, and look again when it
is gone, until someone asks for their end.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec

from aberration.campaign.distributed.library import dask_distributed
from aberration.campaign.distributed.offering import OfferBook
from aberration.campaign.distributed.station import Station
from aberration.campaign.distributed.tasks import IN_HAND, connect, give_station

GRACE: Final = 5.0
"""Seconds that the run which is being made has when the end is asked for."""
SHORTEST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 15.0
"""Seconds between two looks for a scheduler: the pause doubles while there is none."""
_CONNECT: Final = "10s"

Tell = Callable[[str], None]
MakeStation = Callable[[str, Path], Station]


class Workers(msgspec.Struct, frozen=True):
    """So many workers for the scheduler at `url`, each with a folder of its own below `folder`;
    `beside` are those that other processes of this machine have.
    """

    url: str
    folder: Path
    count: int = 1
    security: Any = None
    beside: int = 0


def station_of(workers: Workers) -> MakeStation:
    """Return what makes the stations of a machine's workers."""
    book, jobs = OfferBook(), workers.count + workers.beside
    return lambda name, folder: Station(name, folder, jobs, book=book)


def run_workers(workers: Workers, tell: Tell, make_station: MakeStation | None = None) -> None:
    """Work until SIGTERM or Ctrl-C; then give back what is not begun, and end."""
    asyncio.run(_run(workers, tell, make_station or station_of(workers)))


async def _run(workers: Workers, tell: Tell, make_station: MakeStation) -> None:
    end = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end.set)
    pause = SHORTEST_PAUSE
    while not end.is_set():
        began = loop.time()
        try:
            await _shift(workers, tell, make_station, end)
        except (OSError, TimeoutError) as error:
            tell(f"no scheduler at {workers.url} ({type(error).__name__}); looking again")
        pause = (
            SHORTEST_PAUSE if loop.time() - began > LONGEST_PAUSE else min(pause * 2, LONGEST_PAUSE)
        )
        await _sleep(end, pause)


async def _shift(
    workers: Workers, tell: Tell, make_station: MakeStation, end: asyncio.Event
) -> None:
    """Work for one scheduler until it is gone, it wants us no more, or the end is asked for."""
    stations = [
        make_station(f"{socket.gethostname()}-{os.getpid()}-{number}", workers.folder / str(number))
        for number in range(workers.count)
    ]
    members = [_member(workers, station) for station in stations]
    try:
        await _join(members)
        tell(f"{workers.count} at work for {workers.url}")
        finished = [asyncio.ensure_future(member.finished()) for member in members]
        asked = asyncio.ensure_future(end.wait())
        await asyncio.wait([*finished, asked], return_when=asyncio.FIRST_COMPLETED)
        grace = GRACE if end.is_set() else 0.0
        await asyncio.gather(*(asyncio.to_thread(station.leave, grace) for station in stations))
        await asyncio.sleep(SHORTEST_PAUSE if end.is_set() else 0.0)
        for one in (*finished, asked):
            one.cancel()
    finally:
        await asyncio.gather(
            *(member.close(timeout=GRACE) for member in members), return_exceptions=True
        )
        for station in stations:
            station.leave(0.0)


async def _join(members: list[Any]) -> None:
    """Let the members register; raise `OSError` or `TimeoutError` where no scheduler takes them."""
    try:
        await asyncio.gather(*members)
    except RuntimeError as error:
        # So says Dask of whoever answers, but not as a scheduler does.
        raise ConnectionError("what answers is no scheduler") from error


def _member(workers: Workers, station: Station) -> Any:
    member = dask_distributed().Worker(
        workers.url,
        nthreads=IN_HAND,
        name=station.name,
        security=workers.security,
        local_directory=str(workers.folder / "dask"),
        memory_limit=0,
        dashboard=False,
        death_timeout=_CONNECT,
    )
    give_station(member, station)
    connect(member, station, asyncio.get_running_loop())
    return member


async def _sleep(end: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(end.wait(), seconds)
    except TimeoutError:
        return
