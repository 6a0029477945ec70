"""Kinds of faults: each strikes a part, lasts for a while, is undone, and says whether it hit."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
from experiments.cluster_faults.machines import Machine
from experiments.cluster_faults.site import Part, Site

FULL: Final = ("No space left", "disk is full", "disk I/O error")
NO_ROOM: Final = "MiB of room"
_SHORT, _LONG = (1.0, 4.0), (8.0, 12.0)
_STORE_SECONDS: Final = 60.0


class Fault(msgspec.Struct):
    """A fault that lasts; `undo` ends it, and returns whether it hit something. It may end before
    `until` when it `is_seen`.
    """

    kind: str
    part: Part
    until: float
    undo: Callable[[], bool]
    is_seen: Callable[[], bool] = lambda: False


class Kind(msgspec.Struct, frozen=True):
    """A kind of fault: how often it is drawn, what it strikes, and whether it needs machines with
    networks and disks of their own.

    `strike` returns None where there was nothing to strike.
    """

    name: str
    weight: int
    role: str
    strike: Callable[[str, Site, Part, random.Random], Fault | None]
    isolated: bool = False


def _at_work(site: Site, part: Part) -> bool:
    """True where a fault of a part can hit the campaign: all of the cluster is there, and a worker
    has an executor.
    """
    if not site.coordinator.is_running or not part.is_running:
        return False
    return not part.role.startswith("worker") or bool(part.executors())


def _kill(kind: str, site: Site, part: Part, draw: random.Random) -> Fault | None:
    """Kill the process itself: hit where it had work, and died of this."""
    del draw
    process = part.process
    if process is None or not _at_work(site, part):
        return None
    process.send_signal(signal.SIGKILL)
    return Fault(kind, part, 0.0, lambda: process.wait(30) == -signal.SIGKILL)


def _kill_executor(kind: str, site: Site, part: Part, draw: random.Random) -> Fault | None:
    """Kill an executor below a worker: hit where it was there to be killed."""
    del site
    found = part.executors()
    if not found:
        return None
    victim = draw.choice(found)
    try:
        os.kill(victim, signal.SIGKILL)
    except ProcessLookupError:
        return None
    return Fault(kind, part, 0.0, lambda: True)


def _stop(kind: str, site: Site, part: Part, draw: random.Random) -> Fault | None:
    """Stop all processes of a machine: hit where the first of them stood still to the end."""
    if not _at_work(site, part):
        return None
    stopped = part.processes()
    for pid in stopped:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)

    def undo() -> bool:
        stood = _state(stopped[0]) == "T"
        for pid in reversed(stopped):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        return stood

    return Fault(kind, part, _end(draw), undo)


def _fill_worker(kind: str, site: Site, part: Part, draw: random.Random) -> Fault | None:
    """Fill a worker's disk: hit where the coordinator was told that it has no room."""
    if not _at_work(site, part):
        return None
    before = _count_refusals(site, part)

    def told() -> bool:
        return _count_refusals(site, part) > before

    part.machine.fill()
    until = time.monotonic() + draw.uniform(*_LONG)
    return Fault(kind, part, until, lambda: _empty(part, told), told)


def _fill_store(kind: str, site: Site, part: Part, draw: random.Random) -> Fault | None:
    """Fill the disk of the store: hit where the coordinator ended and said so."""
    del draw
    if not _at_work(site, part):
        return None
    exits = len(site.exits)

    def told() -> bool:
        return any(code == 2 and _says(line, FULL) for code, line in site.exits[exits:])

    part.machine.fill()
    until = time.monotonic() + _STORE_SECONDS
    return Fault(kind, part, until, lambda: _empty(part, told), told)


def _slow(kind: str, site: Site, part: Part, draw: random.Random) -> Fault | None:
    """Let little pass to and from a machine: hit where packets had to wait."""
    if not _at_work(site, part):
        return None
    part.machine.slow_down(draw.choice((16, 64, 256)))
    return Fault(kind, part, _end(draw), lambda: part.machine.speed_up() > 0)


def _cut_off(kind: str, site: Site, part: Part, draw: random.Random) -> Fault | None:
    """Cut a machine off: hit where it had something to say meanwhile, again and again."""
    if not _at_work(site, part):
        return None
    before = part.machine.sent_again()
    part.machine.cut_off()

    def undo() -> bool:
        again = part.machine.sent_again() > before
        part.machine.plug_in()
        return again

    return Fault(kind, part, _end(draw), undo)


KINDS: Final = (
    Kind("worker killed", 36, "worker", _kill),
    Kind("executor killed", 30, "worker", _kill_executor),
    Kind("scheduler killed", 14, "scheduler", _kill),
    Kind("coordinator killed", 18, "coordinator", _kill),
    Kind("worker hangs", 22, "worker", _stop),
    Kind("scheduler hangs", 8, "scheduler", _stop),
    Kind("coordinator hangs", 8, "coordinator", _stop),
    Kind("worker's disk full", 18, "worker", _fill_worker, isolated=True),
    Kind("store's disk full", 12, "coordinator", _fill_store, isolated=True),
    Kind("worker's network slow", 12, "worker", _slow, isolated=True),
    Kind("coordinator's network slow", 4, "coordinator", _slow, isolated=True),
    Kind("worker's network down", 14, "worker", _cut_off, isolated=True),
    Kind("scheduler's network down", 2, "scheduler", _cut_off, isolated=True),
    Kind("coordinator's network down", 2, "coordinator", _cut_off, isolated=True),
)


def kinds_for(machine: Machine) -> list[Kind]:
    """Return the kinds that machines like this one can have."""
    return [kind for kind in KINDS if machine.is_isolated or not kind.isolated]


def _end(draw: random.Random) -> float:
    """Return until when a fault lasts: mostly shorter than a worker is waited for, else longer."""
    return time.monotonic() + draw.uniform(*(_SHORT if draw.random() < 0.7 else _LONG))


def _empty(part: Part, told: Callable[[], bool]) -> bool:
    """Give the room of a disk back; return whether its fullness was told before."""
    hit = told()
    part.machine.empty()
    return hit


def _count_refusals(site: Site, part: Part) -> int:
    """Return how often the coordinator heard that a worker has no room."""
    address = f"tcp://{part.machine.address}:"
    lines = site.coordinator.told().splitlines()
    return sum(address in line and NO_ROOM in line for line in lines)


def _says(text: str, words: tuple[str, ...]) -> bool:
    return any(word in text for word in words)


def _state(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0]
    except OSError:
        return ""
