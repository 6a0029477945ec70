"""By Landlock, from a process to a confined worker: two processes, of which the second one is the
worker.

The first stays outside and watches. What the worker leaves behind becomes its child
(PR_SET_CHILD_SUBREAPER), and is ended with the worker; then it ends as the worker ended.
"""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress
from typing import Final, NoReturn

from aberration.core.allowance import descendants
from aberration.core.process import die_with, end_like
from aberration.targets.sandbox import kernel
from aberration.targets.sandbox.confinement import Confinement
from aberration.targets.sandbox.filters import forbid_sockets
from aberration.targets.sandbox.rules import close_domain, open_domain
from aberration.targets.sandbox.watching import (
    EVERY,
    let_go,
    say_too_large,
    say_too_many,
    take_orphans,
)

_BLOCK: Final = 512
"""Bytes of `st_blocks` (stat(2))."""
_SIZES: Final = 4
"""The size is looked at each time that the number of processes was, so many times."""


def enter(given: Confinement, parent: int) -> int:
    """Go on as a confined worker, in a new process; return its parent's id. Raise `OSError` where
    the machine does not allow it.
    """
    die_with(parent)
    ruleset = open_domain(given)
    kernel.become_reaper()
    watcher = os.getpid()
    worker = os.fork()
    if worker:
        os.close(ruleset)
        let_go(os.open(os.devnull, os.O_RDWR))
        _watch(worker, given)
    die_with(watcher)
    os.chdir(given.scratch)
    kernel.drop_rights()
    close_domain(ruleset)
    if not given.network:
        forbid_sockets()
    return watcher


def _watch(worker: int, given: Confinement) -> NoReturn:
    """Be the process outside: take the orphans, look at what the worker uses, and end like it."""
    end = os.pidfd_open(worker)
    poll = select.poll()
    poll.register(end, select.POLLIN)
    looks = 0
    while not poll.poll(EVERY):
        take_orphans(worker)
        looks += 1
        if len(descendants(os.getpid())) > given.processes:
            _end_all()
            end_like(say_too_many(given.processes))
        if looks % _SIZES == 0 and _bytes_in(given.scratch) > given.scratch_mib << 20:
            _end_all()
            end_like(say_too_large(given.scratch_mib))
    _, status = os.waitpid(worker, 0)
    _end_all()
    end_like(os.waitstatus_to_exitcode(status))


def _end_all() -> None:
    """End all processes below this one, also those that are started meanwhile."""
    while left := descendants(os.getpid()):
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _bytes_in(folder: str) -> int:
    """Return the bytes that a folder takes of the disk, as far as they can be seen."""
    used, waiting = 0, [folder]
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                used += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
    return used
