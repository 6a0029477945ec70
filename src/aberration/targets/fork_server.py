"""New workers in a few milliseconds: forked from a process that has loaded our code for a runner,
and no driver.

Most of the time that a new worker takes is Python's, which starts and loads the same modules each
time. A fork server is one process that did this once. It never opens a runner, so a worker forked
from it has seen no program and no driver, as if it had been started alone. What it cannot do (an
environment that only a new program takes over, a runner whose modules start threads) it says, and
the worker is started as a program.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import struct
import subprocess
from typing import Final

import msgspec

from aberration.targets.child import Child, Circumstances, Ends, MemoryLimits
from aberration.targets.sandbox.confinement import Confinement

# As `subprocess` has it: negative for a signal.
STATUS: Final = struct.Struct("<i")
PID: Final = struct.Struct("<i")
"""What a fork server answers: the process id of the new worker, 0 where it cannot make one."""
MOST: Final = 16
REQUEST_LIMIT: Final = 1 << 16
# To load the modules of a runner takes a second; a busy machine may need many.
_PATIENCE: Final = 60.0
# Read once, by the loader, by Python, the locale and malloc, when a program starts: a fork that
# sets them later is too late.
_TAKEN_AT_THE_START: Final = ("LD_", "PYTHON", "LC_", "LANG", "MALLOC_", "GLIBC_")


class ForkRequest(msgspec.Struct, frozen=True):
    """One worker; its descriptors 0 to 2 and the pipe for its exit status come beside."""

    environment: dict[str, str]
    folder: str
    limits: MemoryLimits
    traced: bool = False
    confinement: Confinement | None = None


class Forked:
    """A worker that a fork server made; it tells its exit status through a pipe.

    It is `lost` when the fork server died without a word, and took its workers with it: that says
    nothing about them.
    """

    def __init__(self, pid: int, status: int) -> None:
        self.pid = pid
        self.lost = False
        self._source: int | None = status
        self._status: int | None = None

    def poll(self) -> int | None:
        """Return the exit status, or None while it runs."""
        return self._wait_for_end(0.0)

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status when it ended; raise `subprocess.TimeoutExpired` if it does
        not in time.
        """
        status = self._wait_for_end(timeout)
        if status is None:
            raise subprocess.TimeoutExpired(f"worker {self.pid}", timeout or 0.0)
        return status

    def _wait_for_end(self, seconds: float | None) -> int | None:
        if self._source is None:
            return self._status
        poll = select.poll()
        poll.register(self._source, select.POLLIN)
        if not poll.poll(None if seconds is None else seconds * 1000.0):
            return None
        status = os.read(self._source, STATUS.size)
        os.close(self._source)
        self._source = None
        # The pipe was closed without a status: nobody was there any more to write it.
        self.lost = len(status) < STATUS.size
        self._status = -signal.SIGKILL if self.lost else STATUS.unpack(status)[0]
        return self._status


class ForkServer:
    """The process behind the workers of one runner, started when one is asked for; for the
    thread that made it.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._unfit = False

    def fork(self, given: Circumstances, ends: Ends) -> Child | None:
        """Return a new worker, or None where it has to be started as a program."""
        if self._unfit:
            return None
        try:
            forked = _ask(self._line or self._start(given), given, ends)
        except OSError:
            # Its living workers stay; they would die with it.
            forked = None
        # Asked again it would only cost the time until it says no.
        self._unfit = forked is None
        return forked

    def close(self) -> None:
        """End the process; workers that still live end with it."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _start(self, given: Circumstances) -> socket.socket:
        # Messages keep their bounds, and descriptors can come with them.
        self._line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.settimeout(_PATIENCE)
        with other:
            self._process = subprocess.Popen(
                given.python(
                    "aberration.targets.fork_server_process", str(os.getpid()), given.runner
                ),
                stdin=other.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # A Ctrl-C in the terminal is for the campaign, which ends its workers in order.
                start_new_session=True,
                cwd="/",
                env=dict(given.environment),
            )
        return self._line


class ForkServers:
    """A fork server for each runner, way to launch it, and set of variables that only a program
    start takes over.

    Each keeps some 50 MiB; beyond `MOST` of them, workers are started as programs.
    """

    def __init__(self) -> None:
        self._fork_servers: dict[tuple[str, ...], ForkServer] = {}

    def fork(self, given: Circumstances, ends: Ends) -> Child | None:
        """Return a new worker, or None where it has to be started as a program."""
        fixed = sorted(
            item for item in given.environment.items() if item[0].startswith(_TAKEN_AT_THE_START)
        )
        kind = (given.runner, *given.launch, *(f"{name}={value}" for name, value in fixed))
        if kind not in self._fork_servers and len(self._fork_servers) >= MOST:
            return None
        return self._fork_servers.setdefault(kind, ForkServer()).fork(given, ends)

    def close(self) -> None:
        """End all fork servers."""
        while self._fork_servers:
            self._fork_servers.popitem()[1].close()


def _ask(line: socket.socket, given: Circumstances, ends: Ends) -> Child | None:
    """Return the worker that the fork server makes, None where it cannot; raise `OSError` where
    it does not answer.
    """
    # Only its parent can wait for a process, and that is the fork server: it passes the status on.
    source, status_sink = os.pipe()
    request = ForkRequest(
        dict(given.environment), str(given.folder), given.limits, given.traced, given.confinement
    )
    try:
        socket.send_fds(
            line,
            [msgspec.msgpack.encode(request)],
            [ends.child_in, ends.child_out, given.log, status_sink],
        )
        answer = line.recv(PID.size)
    except OSError:
        os.close(source)
        raise
    finally:
        # The last writer has to be the fork server, so that its death ends the pipe.
        os.close(status_sink)
    pid = PID.unpack(answer)[0] if len(answer) == PID.size else 0
    if pid <= 0:
        os.close(source)
        return None
    return Forked(pid, source)
