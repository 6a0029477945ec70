"""A worker's relay to the targets of other machines, and its own targets for them.

Its executor and those who work on findings connect to a socket in its folder; what they ask goes
to the machine that is named, by whatever `send` is, and is answered there by a process of its own.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

from aberration.campaign.served import Served
from aberration.core.wire import read_frame, write_frame
from aberration.targets.elsewhere import SOCKET, Answered, Asked, Routed, Told, address_in

LOG: Final = "targets.log"
_MODULE: Final = "aberration.campaign.distributed.serve_targets"

Send = Callable[[str, Asked], Told | None]
"""Asks another machine; None where it cannot be reached."""


class Relay:
    """Takes questions for other machines in the folder at `folder`, each connection in a thread of
    its own, and hands them to `send`.
    """

    def __init__(self, folder: Path, send: Send) -> None:
        self.folder = folder
        self._send = send
        folder.mkdir(parents=True, exist_ok=True)
        (folder / SOCKET).unlink(missing_ok=True)
        self._socket = socket.socket(socket.AF_UNIX)
        # Whoever may reach it can run programs here and elsewhere.
        os.chmod(folder, 0o700)
        with address_in(folder) as address:
            self._socket.bind(address)
        self._socket.listen()
        threading.Thread(target=self._accept, name="relay", daemon=True).start()

    def close(self) -> None:
        """Take no more."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                taken, _ = self._socket.accept()
                threading.Thread(target=self._serve, args=(taken,), daemon=True).start()

    def _serve(self, taken: socket.socket) -> None:
        """Answer one connection; at its end the worker that it had is ended as well."""
        last: Routed | None = None
        with taken, FileIO(taken.fileno(), "r+b", closefd=False) as pipe, suppress(OSError):
            while (routed := read_frame(pipe, Routed)) is not None:
                last = None if routed.asked.end else routed
                write_frame(pipe, Answered(self._send(routed.machine, routed.asked)))
        if last is not None:
            self._send(last.machine, Asked(last.asked.name, last.asked.spec, end=True))


class OwnTargets:
    """The targets of this machine for others: one process, which is asked one thing at a time, and
    started when it is asked first.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # One thread that stays: a process dies with the thread that started it.
        self._thread = ThreadPoolExecutor(1)
        self._served: Served | None = None

    def answer(self, asked: Asked) -> Future[Told | None]:
        """Return the answer to come; None where the process ended over it."""
        return self._thread.submit(self._answer, asked)

    def close(self) -> None:
        """End the process, also while it is asked."""
        served = self._served
        if served is not None:
            served.process.kill()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _answer(self, asked: Asked) -> Told | None:
        if asked.end and self._served is None:
            return Told()
        served = self._served = self._served or self._start()
        served.send(asked)
        told = served.receive(Told)
        if told is None:
            served.close(0.0)
            self._served = None
        return told

    def _start(self) -> Served:
        with (self._folder / LOG).open("ab") as log:
            return Served(_MODULE, log)
