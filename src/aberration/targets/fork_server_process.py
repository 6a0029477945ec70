"""A fork server: `python -m aberration.targets.fork_server_process PARENT-PID RUNNER`, a socket as
its input.

It loads the modules of a worker and of the runner, and forks a worker for each request. It opens no
runner, so no worker inherits anything of a driver. Where the modules start threads it makes no
worker: a fork takes none along.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
import traceback
from typing import NoReturn

import msgspec

from aberration.core.errors import AberrationError
from aberration.core.process import die_with
from aberration.targets import serve
from aberration.targets.backtrace import tracer
from aberration.targets.fork_server import PID, REQUEST_LIMIT, STATUS, ForkRequest
from aberration.targets.runners import make_runner
from aberration.targets.sandbox.enter import enter

_DESCRIPTORS = 4


class Workers:
    """The living workers: of each the descriptor that tells its end, its process id, and the
    pipe for its status.
    """

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._poll = select.poll()
        self._poll.register(line, select.POLLIN)
        self._living: dict[int, tuple[int, int]] = {}

    def watch(self) -> bool:
        """Wait for something to happen; report ends, and return whether a request came."""
        asked = False
        for descriptor, _ in self._poll.poll():
            if descriptor == self._line.fileno():
                asked = True
            else:
                self._tell(descriptor)
        return asked

    def admit(self, pid: int, status: int) -> None:
        """Take in a new worker."""
        # It becomes readable when the process ends, and never means another process of the same
        # number.
        descriptor = os.pidfd_open(pid)
        self._living[descriptor] = (pid, status)
        self._poll.register(descriptor, select.POLLIN)

    def leave(self) -> None:
        """Close all that is the fork server's, in a forked worker."""
        self._line.close()
        # Held open by a sister, the pipe of a worker would not end with the fork server.
        for descriptor, (_, status) in self._living.items():
            os.close(descriptor)
            os.close(status)

    def _tell(self, descriptor: int) -> None:
        pid, status = self._living.pop(descriptor)
        self._poll.unregister(descriptor)
        os.close(descriptor)
        _, raw = os.waitpid(pid, 0)
        with contextlib.suppress(OSError):
            os.write(status, STATUS.pack(os.waitstatus_to_exitcode(raw)))
        os.close(status)


def main(arguments: list[str]) -> None:
    """Serve requests until the other end of the socket is closed."""
    die_with(int(arguments[0]))
    # The descriptors 0 to 2 are overwritten with the worker's streams in each fork.
    line = socket.socket(fileno=os.dup(0))
    fit = _load(arguments[1])
    # What is loaded is never garbage: collections in the workers need not touch it, and its pages
    # stay shared.
    gc.freeze()
    workers = Workers(line)
    # A worker that is gone before it is reported must not end its fork server.
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    while True:
        if not workers.watch():
            continue
        request, descriptors, _, _ = socket.recv_fds(line, REQUEST_LIMIT, _DESCRIPTORS)
        if not request:
            return
        _fork(
            workers, line, msgspec.msgpack.decode(request, type=ForkRequest), descriptors, fit=fit
        )


def _load(runner: str) -> bool:
    """Load what a worker with this runner needs; return whether it can be forked."""
    try:
        make_runner(runner)
    except AberrationError:
        return False
    # A fork has one thread; a lock that another one held stays locked in it for ever.
    return len(os.listdir("/proc/self/task")) == 1


def _fork(
    workers: Workers,
    line: socket.socket,
    request: ForkRequest,
    descriptors: list[int],
    *,
    fit: bool,
) -> None:
    fork_server = os.getpid()
    *streams, status = descriptors
    pid = os.fork() if fit else -1
    if pid == 0:
        workers.leave()
        os.close(status)
        _become(request, streams)
        _serve(request, fork_server)
    for descriptor in streams:
        os.close(descriptor)
    if pid > 0:
        workers.admit(pid, status)
    else:
        os.close(status)
    line.send(PID.pack(pid))


def _serve(request: ForkRequest, parent: int) -> NoReturn:
    """Be the worker, in a sandbox and below a tracer where they are asked for."""
    try:
        if request.confinement is not None:
            parent = enter(request.confinement, parent)
        start = tracer.main if request.traced else serve.run
        start([str(parent), str(request.limits.memory), str(request.limits.resident)])
    except OSError:
        traceback.print_exc()
        sys.stderr.flush()
    os._exit(1)


def _become(request: ForkRequest, streams: list[int]) -> None:
    """Be as a worker that was started with this environment, folder and these streams."""
    # Its id is that of its group then, which is how all that it starts is killed.
    os.setsid()
    os.chdir(request.folder)
    # `os.environ` calls putenv, so that drivers see it too.
    os.environ.clear()
    os.environ.update(request.environment)
    for place, descriptor in enumerate(streams):
        os.dup2(descriptor, place)
        os.close(descriptor)


if __name__ == "__main__":
    main(sys.argv[1:])
    os._exit(0)
