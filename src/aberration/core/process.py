"""One short-lived compiler or program as a process: spawned cheaply, under a time limit, killed
with its children.

Memory, file size, CPU time and network are limits of the worker, which the process inherits:
nothing runs between fork and exec, so the spawn stays a vfork.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import msgspec

from aberration.core.allowance import Allowance, descendants
from aberration.core.outcome import Crash, CrashCause
from aberration.core.signature import find_assertion, find_frames

# More than any compiler's output of ours; a program in an endless loop of prints is cut here.
OUTPUT_CAP = 16 << 20
LOG_CAP = 64 << 10
_PR_SET_PDEATHSIG = 1
_MEMORY_WORDS = (
    "bad_alloc",
    "out of memory",
    "Cannot allocate memory",
    "virtual memory exhausted",
    "memory allocation of",
)


class Finished(msgspec.Struct, frozen=True):
    """How a process ended. `status` is negative for a signal, as in `subprocess`; `seconds` are
    wall-clock.
    """

    status: int
    stdout: bytes
    stderr: bytes
    seconds: float
    timed_out: bool = False

    @property
    def log(self) -> str:
        """Return the last 64 KiB of stderr as text."""
        return self.stderr[-LOG_CAP:].decode("utf-8", "replace")

    @property
    def signal(self) -> str:
        """Return the name of the signal that ended it, also when a shell or driver passed it on
        as 128 + number.
        """
        number = -self.status if self.status < 0 else self.status - 128
        try:
            return signal.Signals(number).name
        except ValueError:
            return ""


def execute(
    command: Sequence[str],
    folder: Path,
    limit: float,
    environment: Mapping[str, str],
    *,
    work: Path | None = None,
    stdin: bytes = b"",
) -> Finished:
    """Run a command in `work` (or `folder`) for at most `limit` seconds; its output goes through
    files in `folder`.

    The seconds are those that the machine gives it (see `Allowance`); raise `Starved` where it
    gives none.
    """
    out, err = _free_path(folder / "stdout"), _free_path(folder / "stderr")
    source_file = write_new(folder / "stdin", stdin) if stdin else Path(os.devnull)
    with (
        out.open("wb") as stdout,
        err.open("wb") as stderr,
        source_file.open("rb") as source,
    ):
        start = time.perf_counter()
        try:
            process = subprocess.Popen(
                command,
                stdin=source,
                stdout=stdout,
                stderr=stderr,
                cwd=work or folder,
                env=environment,
                # Python opens all descriptors as not inheritable: closing them once more in each
                # child would be work for nothing.
                close_fds=False,
            )
        except OSError as error:
            return Finished(
                127, b"", f"{command[0]}: {error.strerror}".encode(), time.perf_counter() - start
            )
        timed_out = not _ends_within(process, limit)
        seconds = time.perf_counter() - start
    return Finished(process.returncode, _head(out), _tail(err), seconds, timed_out)


def crash_of(finished: Finished, stage: str, signal_name: str = "") -> Crash:
    """Return the crash that a process' end and log show."""
    log, name = finished.log, signal_name or finished.signal
    assertion = find_assertion(log)
    cause: CrashCause = "signal" if name else "exit"
    # Before the assertion: what fails for want of memory often says so in one.
    if any(word in log for word in _MEMORY_WORDS):
        cause = "memory"
    elif assertion:
        cause = "assertion"
    return Crash(
        cause, signal=name, assertion=assertion, frames=find_frames(log), log=log, stage=stage
    )


def die_with(parent: int) -> None:
    """End when the parent ends; at once if it is not there any more."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    # The parent may have ended before the call above: then the signal never comes.
    if os.getppid() != parent:
        os._exit(0)


def end_like(code: int) -> NoReturn:
    """End this process as another one did: by the same signal (below 0), or with the same exit
    status.
    """
    if code < 0:
        # What only repeats an end would write a core file that says nothing.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(OSError, ValueError):
            # Python handles SIGINT itself and ignores SIGPIPE: then the kill would not end us.
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code if code > 0 else 0)


def search_path() -> str:
    """Return the folders in which programs are looked for."""
    return os.environ.get("PATH", os.defpath)


def plain_environment(folder: Path, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment that compilers get: a PATH, a folder for temporary files, the C
    locale, nothing else.
    """
    plain = {
        "PATH": search_path(),
        "TMPDIR": str(folder),
        "HOME": str(folder),
        "LC_ALL": "C",
    }
    return plain | dict(extra or {})


def write_new(path: Path, data: bytes) -> Path:
    """Write a file that may be there already.

    It is removed first: ext4 puts a file that is cut to nothing and written again on the disk at
    once, in milliseconds (`auto_da_alloc`, Linux, Documentation/admin-guide/ext4.rst), and one that
    is removed never.
    """
    _free_path(path).write_bytes(data)
    return path


def own_folder() -> Path:
    """Make a folder for the files of one runner, inside the worker's scratch folder where there
    is one.
    """
    scratch = os.environ.get("XDG_RUNTIME_DIR", "")
    return Path(
        tempfile.mkdtemp(prefix="aberration-", dir=scratch if os.path.isdir(scratch) else None)
    )


def first_line(command: Sequence[str]) -> str:
    """Return the first line that is not empty of what a command prints, on stdout or else
    stderr; nothing if none.
    """
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    text = (done.stdout or done.stderr).decode("utf-8", "replace")
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _free_path(path: Path) -> Path:
    path.unlink(missing_ok=True)
    return path


def _ends_within(process: subprocess.Popen[bytes], limit: float) -> bool:
    """Wait for the end; kill the whole tree at the limit."""
    # The process is our child and not waited for yet, so that the number still is its own.
    handle = os.pidfd_open(process.pid)
    try:
        waiter = select.poll()
        waiter.register(handle, select.POLLIN)
        return Allowance(process.pid, max(0.0, limit)).sees(waiter)
    finally:
        # Before the wait: the children of a process that is gone cannot be found any more.
        if process.poll() is None:
            _kill_tree(process.pid)
        process.wait()
        os.close(handle)


def _kill_tree(pid: int) -> None:
    """Kill a process and its descendants (a compiler driver leaves its passes running when it
    alone is killed).
    """
    for each in (pid, *descendants(pid)):
        try:
            os.kill(each, signal.SIGKILL)
        except ProcessLookupError:
            continue


def _head(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(OUTPUT_CAP)


def _tail(path: Path) -> bytes:
    with path.open("rb") as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - LOG_CAP))
        return stream.read()
