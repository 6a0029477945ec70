"""By namespaces, from a process to a confined worker: three processes, of which the last one is
the worker.

The first stays outside, stands for the worker to its parent, and ends as it ended: like a tracer.
The second is the first process of new namespaces (pid_namespaces(7)): when it ends, the kernel ends
all that is left in them, whatever it did to leave its group. The third is the worker.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import struct
from typing import Final, NoReturn

from aberration.core.process import die_with, end_like
from aberration.targets.isolation import map_identity
from aberration.targets.sandbox import kernel
from aberration.targets.sandbox.confinement import Confinement
from aberration.targets.sandbox.mounts import build
from aberration.targets.sandbox.watching import EVERY, let_go, say_too_many, take_orphans

INSIDE: Final = 1
"""The process id of a confined worker's parent, as it sees it."""
_STATUS: Final = struct.Struct("<i")
_KINDS: Final = kernel.NEW_MOUNTS | kernel.NEW_PROCESSES | kernel.NEW_IPC


def enter(given: Confinement, parent: int) -> int:
    """Go on as a confined worker, in a new process; return its parent's id. Raise `OSError` where
    the machine does not allow it.
    """
    die_with(parent)
    leave_namespaces(network=given.network)
    source, sink = os.pipe()
    # Opened while it is sure to be there: the first process inside changes what all of them see.
    nothing = os.open(os.devnull, os.O_RDWR)
    first = os.fork()
    if first:
        os.close(sink)
        let_go(nothing)
        _stand_for(first, source)
    os.close(source)
    _begin(sink)
    build(given)
    worker = os.fork()
    if worker:
        let_go(nothing)
        _watch(worker, sink, given.processes)
    os.close(sink)
    os.close(nothing)
    die_with(INSIDE)
    os.chdir(given.scratch)
    kernel.drop_rights()
    return INSIDE


def leave_namespaces(*, network: bool) -> None:
    """Leave the machine's namespaces; who has not the right to does so as in `user_namespaces(7)`,
    and stays who it was.
    """
    kinds = _KINDS if network else _KINDS | kernel.NEW_NETWORK
    user, group = os.getuid(), os.getgid()
    try:
        kernel.unshare(kinds)
    except PermissionError:
        kernel.unshare(kinds | kernel.NEW_USER)
        reason = map_identity(user, group)
        if reason:
            raise OSError(reason) from None


def _begin(sink: int) -> None:
    """Be the first process of the new namespaces, which ends with the one outside."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)
    # The parent is of another namespace and has no number here. Where it ended before the call
    # above, nobody reads the other end of the pipe any more.
    poll = select.poll()
    poll.register(sink, 0)
    if poll.poll(0):
        os._exit(0)


def _stand_for(first: int, source: int) -> NoReturn:
    """Be the process outside: wait for the worker's end, and end like it."""
    told = os.read(source, _STATUS.size)
    _, status = os.waitpid(first, 0)
    end_like(_STATUS.unpack(told)[0] if told else os.waitstatus_to_exitcode(status))


def _watch(worker: int, sink: int, most: int) -> NoReturn:
    """Be the first process inside: take the orphans, count the processes, and tell the end."""
    kernel.drop_rights()
    kernel.forbid_tracing()
    end = os.pidfd_open(worker)
    poll = select.poll()
    poll.register(end, select.POLLIN)
    while not poll.poll(EVERY):
        take_orphans(worker)
        if sum(name.isdigit() for name in os.listdir("/proc")) > most:
            _tell(sink, say_too_many(most))
    _, status = os.waitpid(worker, 0)
    _tell(sink, os.waitstatus_to_exitcode(status))


def _tell(sink: int, status: int) -> NoReturn:
    os.write(sink, _STATUS.pack(status))
    # All others of the namespace end with this one.
    os._exit(0)
