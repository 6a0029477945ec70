"""One command line in a child of this process, under limits, and what may be said against it."""

from __future__ import annotations

import functools
import io
import os
import resource
import select
import signal
import sys
import time
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from typing import Final, NoReturn
from unittest import mock

import msgspec
from helpers.malformed.line import Line

from aberration.cli.app import COMMANDS, load_command
from aberration.cli.main import main
from aberration.targets import registry

SECONDS: Final = 20
"""Of processor time, which a busy machine does not use up."""
PATIENCE: Final = 240.0
"""Of wall clock: what takes no processor time hangs."""
MEMORY: Final = 2 << 30
"""Bytes that may be resident."""
_ADDRESSES: Final = 6 << 30
_FILE: Final = 1 << 30
ALLOWED: Final = (0, 1, 2, 4, 5, 130)
"""Done, a bug, a refusal; a night in which a target tested nothing; ended by its companion."""
_PROVIDERS: Final = frozenset(("mutants", "command"))
"""Targets of our own, and those of the user's file: what drivers do with odd modules is not asked
here.
"""


class Trial(msgspec.Struct, frozen=True):
    """How a command ended: `status` as `subprocess` has it, `seconds` of processor time, `peak`
    in bytes.
    """

    status: int
    seconds: float
    peak: int
    out: str
    err: str
    hung: bool = False
    said: str = ""
    """What is wrong with what it answered others."""

    @property
    def fault(self) -> str:
        """Return what is wrong with it, or nothing: neither a judgement nor a refusal in words."""
        if self.hung:
            return f"it hangs: nothing came in {PATIENCE:.0f} seconds"
        if self.status == -signal.SIGXCPU:
            return f"more than {SECONDS} seconds of processor time"
        if "Traceback" in self.err or self.status == 3:
            return f"internal error: {self.err.strip()[-1500:]}"
        if self.said:
            return f"it answers {self.said}"
        if self.status not in ALLOWED:
            return f"status {self.status}: {self.err.strip()[-300:]}"
        if self.status == 2 and not self.err.strip():
            return "refused without a word"
        if self.peak > MEMORY:
            return f"{self.peak >> 20} MiB"
        return ""


@functools.cache
def load_commands() -> None:
    """Load what the commands need, once: the children have it then."""
    for name in COMMANDS:
        load_command(name)
    for entry in entry_points(group="aberration.methods"):
        entry.load()


def attempt(line: Line, folder: Path) -> Trial:
    """Run a command line in a folder, in a forked child, which is killed with all that it left."""
    if line.companion is None:
        return _attempt(line, folder)
    with line.companion.beside() as port:
        words = tuple(word.replace("{port}", port) for word in line.arguments)
        return _attempt(msgspec.structs.replace(line, arguments=words), folder)


def _attempt(line: Line, folder: Path) -> Trial:
    out, err = folder / "stdout.txt", folder / "stderr.txt"
    pid = os.fork()
    if pid == 0:
        _child(line, folder, out, err)
    handle = os.pidfd_open(pid)
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    said = [] if line.companion is None else line.companion.accompany(pid, out)
    hung = not poll.poll(PATIENCE * 1000)
    _kill_group(pid)
    _, raw, usage = os.wait4(pid, 0)
    os.close(handle)
    return Trial(
        os.waitstatus_to_exitcode(raw),
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss << 10,
        out.read_text("utf-8", "replace"),
        err.read_text("utf-8", "replace"),
        hung,
        ", ".join(said),
    )


def _kill_group(pid: int) -> None:
    # A child that was just forked leads its group only a moment later.
    deadline = time.monotonic() + 5.0
    while time.monotonic() < deadline:
        try:
            os.killpg(pid, signal.SIGKILL)
            return
        except ProcessLookupError:
            time.sleep(0.01)


def _child(line: Line, folder: Path, out: Path, err: Path) -> NoReturn:
    status = 70
    try:
        os.setsid()
        os.chdir(folder)
        for place, path in ((1, out), (2, err)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), place)
        # What the test runner put in their place would be its own.
        sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), "utf-8")
        sys.stderr = io.TextIOWrapper(io.FileIO(2, "w", closefd=False), "utf-8")
        os.environ.update(line.variables)
        os.environ["ABERRATION_DEBUG"] = "1"
        resource.setrlimit(resource.RLIMIT_AS, (_ADDRESSES, _ADDRESSES))
        resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE, _FILE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        used = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(used.ru_utime + used.ru_stime) + SECONDS + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        mock.patch.object(registry, "entry_points", _own_entry_points).start()
        status = main(list(line.arguments))
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _own_entry_points(group: str) -> EntryPoints:
    found: list[EntryPoint] = [one for one in entry_points(group=group) if one.name in _PROVIDERS]
    return EntryPoints(found)
