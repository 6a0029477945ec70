"""Command lines run in forks of a process that has loaded them (`warm_command_server.py`): a test
of what a command does need not pay for its start. What is about the start itself, or about signals,
starts a program.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from helpers.warm_command_server import CommandRequest

from aberration.targets.fork_server import PID, Forked

_ENVIRONMENT: Final = dict(os.environ)
"""That of the tests when they were collected: each test may change it for a while."""
_SERVER: Final = Path(__file__).with_name("warm_command_server.py")
# Read by the loader, by Python, the locale and malloc.
_AT_THE_START: Final = ("LD_", "PYTHON", "LC_", "LANG", "MALLOC_", "GLIBC_", "TZ")
_CUSTOMISING: Final = ("sitecustomize.py", "usercustomize.py")


class Ended(msgspec.Struct, frozen=True):
    """How a command ended, and what it wrote; `code` is negative for a signal."""

    code: int
    out: str
    err: str


class WarmCommands:
    """The process behind the commands, started at the first of them."""

    def __init__(self) -> None:
        self._line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._environment = _ENVIRONMENT
        self._lock = threading.Lock()
        with other:
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(_SERVER), str(os.getpid())],
                stdin=other.fileno(),
                env=self._environment,
            )

    def takes(self, environment: Mapping[str, str]) -> bool:
        """True where a fork can have such an environment, and the process is there: what Python
        and the C library read at their start, only a new program takes over.
        """
        return self._process.poll() is None and _fixed(environment) == _fixed(self._environment)

    def run(
        self, arguments: Sequence[str], environment: Mapping[str, str], folder: Path, limit: float
    ) -> Ended:
        """Run a command line to its end; raise `subprocess.TimeoutExpired` after `limit` seconds
        of the wall clock.
        """
        request = CommandRequest(tuple(arguments), dict(environment), str(folder))
        with (
            open(os.devnull, "rb") as nothing,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
        ):
            process = self._fork(request, [stream.fileno() for stream in (nothing, out, err)])
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                os.kill(process.pid, 9)
                process.wait()
                raise
            assert not process.lost, "the process behind the commands died"
            texts = []
            for stream in (out, err):
                stream.seek(0)
                texts.append(stream.read().decode())
        return Ended(code, *texts)

    def _fork(self, request: CommandRequest, streams: list[int]) -> Forked:
        source, sink = os.pipe()
        with self._lock:
            try:
                socket.send_fds(self._line, [msgspec.msgpack.encode(request)], [*streams, sink])
            finally:
                # The last writer has to be the server, so that its death ends the pipe.
                os.close(sink)
            return Forked(PID.unpack(self._line.recv(PID.size))[0], source)


@cache
def warm_commands() -> WarmCommands:
    """Return the one of this process, which dies with it."""
    return WarmCommands()


def _fixed(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what a fork cannot change."""
    fixed = {name: value for name, value in environment.items() if name.startswith(_AT_THE_START)}
    # The folders that Python searches it can, but for what is run at each start.
    searched = fixed.pop("PYTHONPATH", "").split(os.pathsep)
    run = [str(path) for folder in filter(None, searched) for path in _customised(Path(folder))]
    return fixed | {"customised": os.pathsep.join(run)}


def _customised(folder: Path) -> list[Path]:
    return [path for name in _CUSTOMISING if (path := folder / name).exists()]
