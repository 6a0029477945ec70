"""A worker's process as its parent holds it, however it was started; and the one started with a
program of its own.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol

import msgspec

from aberration.targets.sandbox.confinement import Confinement

_WORKER: Final = "aberration.targets.serve"
_CONFINED: Final = "aberration.targets.sandbox.process"
_TRACER: Final = "aberration.targets.backtrace.tracer"


class Ends(msgspec.Struct, frozen=True):
    """The pipe ends of a worker: the parent reads from `source` and writes to `sink`; the child
    has the other two.
    """

    source: int
    sink: int
    child_in: int
    child_out: int

    @classmethod
    def open_pipes(cls) -> Ends:
        """Return two new pipes."""
        child_in, sink = os.pipe()
        source, child_out = os.pipe()
        return cls(source, sink, child_in, child_out)

    def leave_to_child(self) -> None:
        """Close the child's ends in the parent."""
        # Otherwise the end of the worker would not end the pipe, and its parent would wait until
        # the deadline.
        os.close(self.child_in)
        os.close(self.child_out)

    def close(self) -> None:
        """Close the parent's ends."""
        for descriptor in (self.source, self.sink):
            with contextlib.suppress(OSError):
                os.close(descriptor)


class MemoryLimits(msgspec.Struct, frozen=True):
    """What a worker may have, in MiB, 0 for no limit: of address space, and of `resident`
    memory.
    """

    memory: int = 0
    resident: int = 0


class Circumstances(msgspec.Struct, frozen=True):
    """What a worker is started with: `log` is the descriptor of its stderr, `launch` the words
    before the program's.

    The words have to end in another program's start, in the same process (`exec`): of whatever they
    stand for, id, exit status and end with the parent are the worker's.
    `traced`: around it is a tracer, whose process is the one that is known here; with a
    `confinement` it is one that stands for what is inside.
    """

    runner: str
    environment: Mapping[str, str]
    folder: Path
    log: int
    limits: MemoryLimits = MemoryLimits()
    launch: tuple[str, ...] = ()
    traced: bool = False
    confinement: Confinement | None = None

    def python(self, module: str, *arguments: str) -> list[str]:
        """Return the command that runs a module in such circumstances."""
        # -P: not the folder of the worker first in the path of modules, where a test may have put
        # files.
        return [*self.launch, sys.executable, "-P", "-m", module, *arguments]


class Child(Protocol):
    """A process that leads a session of its own; exit statuses are those of `subprocess` (a
    signal is negative).
    """

    @property
    def pid(self) -> int:
        """Return the process id, which is also the id of the process group."""

    def poll(self) -> int | None:
        """Return the exit status, or None while it runs."""

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status when it ended; raise `subprocess.TimeoutExpired` if it does
        not in time.
        """


def _command(given: Circumstances) -> list[str]:
    arguments = (str(os.getpid()), str(given.limits.memory), str(given.limits.resident))
    if given.confinement is None:
        return given.python(_TRACER if given.traced else _WORKER, *arguments)
    confinement = msgspec.json.encode(given.confinement).decode()
    return given.python(_CONFINED, confinement, str(int(given.traced)), *arguments)


def spawn(given: Circumstances, ends: Ends) -> Child:
    """Start a worker as a program of its own, or below a tracer."""
    return subprocess.Popen(
        _command(given),
        bufsize=0,
        stdin=ends.child_in,
        stdout=ends.child_out,
        stderr=given.log,
        # A group of its own, with all that the compiler starts: it is killed as a whole.
        start_new_session=True,
        cwd=given.folder,
        env=dict(given.environment),
    )
