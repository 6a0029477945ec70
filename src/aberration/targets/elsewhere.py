"""Targets of another machine: their workers are there, and are asked over a relay.

Whoever has such a target uses it as one of this machine: its record says where each stage is, as an
option of the stage's worker, and a pool opens a `DistantWorker` for it. The machine itself opens an
ordinary worker for each, so that what is new there and what is warm is so here. A relay that breaks
says nothing about a compiler: `Unreachable` ends whatever was being made.
"""

from __future__ import annotations

import itertools
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Final

import msgspec

from aberration.core import errors
from aberration.core.errors import AberrationError, InternalError
from aberration.core.program import Program
from aberration.core.target import Target, WorkerSpec
from aberration.core.wire import read_frame, write_frame
from aberration.targets import worker as workers
from aberration.targets.worker import Reply, Worker

ELSEWHERE: Final = "elsewhere"
"""The option of a worker that is on another machine: the folder of the relay, and the machine."""
EXIT_UNREACHABLE: Final = 75
"""The exit code of a process that could not reach a machine (sysexits.h, EX_TEMPFAIL)."""
SOCKET: Final = "relay"
_SEPARATOR: Final = "\n"
_NUMBERS: Final = itertools.count()


class Unreachable(BaseException):
    """A machine does not answer; no error, and nothing may be concluded from what did not happen
    there.
    """


class Asked(msgspec.Struct, frozen=True):
    """Asks for a worker by its name, `traced` or not, which is opened if there is none: to run a
    program for so many seconds, to tell its version (no program), or to `end`.
    """

    name: str
    spec: WorkerSpec
    traced: bool = False
    program: Program | None = None
    deadline: float = 0.0
    end: bool = False


class Told(msgspec.Struct, frozen=True):
    """What a worker answers; or the error by kind, message, place and hint. `alive`: it goes on."""

    version: str = ""
    reply: Reply | None = None
    alive: bool = False
    error: tuple[str, str, str, str] | None = None


class Routed(msgspec.Struct, frozen=True):
    """A question for another machine."""

    machine: str
    asked: Asked


class Answered(msgspec.Struct, frozen=True):
    """Its answer; None where it cannot be reached."""

    told: Told | None = None


def on_machine(target: Target, relay: Path, machine: str) -> Target:
    """Return a target of another machine as it is used here: asked over the `relay`, a folder."""
    place = (ELSEWHERE, f"{relay}{_SEPARATOR}{machine}")
    return msgspec.structs.replace(
        target,
        stages=tuple(
            msgspec.structs.replace(
                stage,
                worker=msgspec.structs.replace(
                    stage.worker, options=(*stage.worker.options, place)
                ),
            )
            for stage in target.stages
        ),
    )


def is_elsewhere(spec: WorkerSpec) -> bool:
    """True for a worker of another machine."""
    return any(name == ELSEWHERE for name, _ in spec.options)


class DistantWorker(Worker):
    """A worker of another machine; raises what a worker of this one does, and `Unreachable`."""

    def __init__(self, spec: WorkerSpec, *, traced: bool = False) -> None:
        self.runs = 0
        self._alive = True
        self._name = f"{socket.gethostname()}-{os.getpid()}-{next(_NUMBERS)}"
        self._traced = traced
        self._connection: socket.socket | None = None
        self.reopen(spec)

    @property
    def pid(self) -> int:
        """Raise `InternalError`: none of its processes is here."""
        raise InternalError("expected a worker of this machine, but it is on another")

    @property
    def alive(self) -> bool:
        """Return whether it can be asked."""
        return self._alive

    def reopen(self, spec: WorkerSpec) -> None:
        """Serve another spec from now on."""
        self.spec = spec
        folder, _, self._machine = dict(spec.options)[ELSEWHERE].partition(_SEPARATOR)
        self._there = msgspec.structs.replace(
            spec, options=tuple(one for one in spec.options if one[0] != ELSEWHERE)
        )
        if self._connection is None:
            self._connection = connect(Path(folder))
        self.version = self._tell(Asked(self._name, self._there, self._traced)).version

    def run(self, program: Program, deadline: float) -> Reply:
        """Run one program for at most `deadline` seconds of that machine."""
        self.runs += 1
        told = self._tell(Asked(self._name, self._there, self._traced, program, deadline))
        if told.reply is None:
            raise InternalError("expected a reply of a worker elsewhere, but none came")
        return told.reply

    def interrupt(self) -> None:
        """Let whoever waits for an answer wait no more."""
        if self._connection is not None:
            with suppress(OSError):
                self._connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up: the relay tells the machine, and nobody waits for it."""
        self._alive = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _tell(self, asked: Asked) -> Told:
        if self._connection is None:
            raise Unreachable(self._machine)
        try:
            told = _exchange(self._connection, Routed(self._machine, asked))
        except OSError:
            told = None
        if told is None:
            raise Unreachable(self._machine)
        self._alive = told.alive
        if told.error is not None:
            raise _error_of(*told.error)
        return told


class DistantWorkers:
    """The workers that this machine has for others: at most `limit`, the least recently used one
    goes first; `open_worker` opens one.
    """

    def __init__(self, open_worker: Callable[[WorkerSpec, bool], Worker], limit: int) -> None:
        self._open = open_worker
        self._limit = limit
        self._workers: dict[str, Worker] = {}

    def answer(self, asked: Asked) -> Told:
        """Do what is asked."""
        try:
            if asked.end:
                self._end(asked.name)
                return Told()
            worker = self._worker(asked)
            reply = None if asked.program is None else worker.run(asked.program, asked.deadline)
        except AberrationError as error:
            self._end_the_dead(asked.name)
            kind = type(error).__name__
            return Told(error=(kind, error.message, error.where, error.hint))
        return Told(worker.version, reply, worker.alive)

    def close(self) -> None:
        """End all."""
        for name in list(self._workers):
            self._end(name)

    def _worker(self, asked: Asked) -> Worker:
        worker = self._workers.pop(asked.name, None)
        if worker is not None and worker.alive and worker.spec == asked.spec:
            self._workers[asked.name] = worker
            return worker
        if worker is not None:
            worker.close()
        while len(self._workers) >= self._limit:
            self._end(next(iter(self._workers)))
        self._workers[asked.name] = self._open(asked.spec, asked.traced)
        return self._workers[asked.name]

    def _end_the_dead(self, name: str) -> None:
        if name in self._workers and not self._workers[name].alive:
            self._end(name)

    def _end(self, name: str) -> None:
        worker = self._workers.pop(name, None)
        if worker is not None:
            worker.close()


def connect(folder: Path) -> socket.socket:
    """Return a connection to the relay that is in a folder; raise `Unreachable` where nobody is."""
    connection = socket.socket(socket.AF_UNIX)
    try:
        with address_in(folder) as address:
            connection.connect(address)
    except OSError:
        connection.close()
        raise Unreachable(str(folder)) from None
    return connection


@contextmanager
def address_in(folder: Path) -> Iterator[str]:
    """Give the address of the line in a folder: a path of a socket may have 107 bytes at most
    (unix(7)), and that of a folder more.
    """
    held = os.open(folder, os.O_PATH)
    try:
        yield f"/proc/self/fd/{held}/{SOCKET}"
    finally:
        os.close(held)


def elsewhere_in(targets: Sequence[Target]) -> list[Target]:
    """Return those that are on other machines."""
    return [one for one in targets if any(is_elsewhere(stage.worker) for stage in one.stages)]


def _exchange(connection: socket.socket, routed: Routed) -> Told | None:
    with FileIO(connection.fileno(), "r+b", closefd=False) as pipe:
        write_frame(pipe, routed)
        answered = read_frame(pipe, Answered)
    return None if answered is None else answered.told


def _error_of(name: str, message: str, where: str, hint: str) -> AberrationError:
    kind = getattr(workers, name, getattr(errors, name, AberrationError))
    if not (isinstance(kind, type) and issubclass(kind, AberrationError)):
        kind = AberrationError
    return kind(message, where=where, hint=hint)
