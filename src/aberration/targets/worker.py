"""The parent's side of a worker process.

One process per `WorkerSpec`, in its own session, with its own scratch directory and limits, dying
with its parent, killed as a group at the deadline, which is one of the time that the machine gives
it (`Allowance`). Whatever the compiler does comes back as an `Outcome`; an exception means that the
worker could not be opened at all, that our own code refuses the program, or that the machine had no
time for it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from aberration.core import errors
from aberration.core.allowance import Allowance, descendants, is_stopped
from aberration.core.errors import (
    AberrationError,
    EndedFromOutside,
    InternalError,
    Starved,
    TargetUnavailable,
)
from aberration.core.outcome import Crash, Outcome, Timeout
from aberration.core.program import Program
from aberration.core.target import WorkerSpec
from aberration.core.wire import frame
from aberration.targets.channel import Channel, Closed, Expired
from aberration.targets.child import Child, Circumstances, Ends, MemoryLimits, spawn
from aberration.targets.death import FROM_OUTSIDE, KILLED, outcome_of_death, signal_name
from aberration.targets.fork_server import Forked
from aberration.targets.protocol import (
    Done,
    Garbage,
    Open,
    Ready,
    Refused,
    Run,
    decode_answer,
)
from aberration.targets.sandbox.confinement import Confinement, Way
from aberration.targets.sandbox.places import confinement_of
from aberration.targets.sandbox.watching import TOO_LARGE, TOO_MANY

# A driver may compile its own shaders, or a browser start, before the first test.
OPEN_DEADLINE: Final = 120.0
LOG_BYTES: Final = 64 << 10
RUN_PROGRAMS: Final = frozenset(("c", "c_mutant", "c_sanitized", "c_trusted", "command"))
"""Runners that execute programs under test. Their compilers are processes of their own, too: of
what becomes of such a worker the compiler is innocent, and a program may well have done it.
"""
_LOG_LIMIT: Final = 4 << 20
# The pipe is closed a moment before the process ends, and much memory takes a while to give back.
_GRACE: Final = 5.0
_TOO_MUCH: Final = {
    TOO_MANY: "it had more processes than a worker may; what it ran is not judged",
    TOO_LARGE: "it wrote more files than a worker may; what it ran is not judged",
}
_CPU_TIME: Final = "SIGXCPU"
_BY_ITS_PROGRAM: Final = (
    "{name} ended the worker, which a program under test can send to it; nothing of it is judged"
)
_STOPPED: Final = (
    "the worker was stopped, as a program under test can do; what it ran is not judged"
)
# Whatever else is set here (a debug flag, another driver) would make the results those of this
# machine alone.
_KEPT_VARIABLES: Final = (
    "PATH",
    "HOME",
    "PYTHONPATH",
    "LD_LIBRARY_PATH",
    "VIRTUAL_ENV",
    "SYSTEMROOT",
)


Start = Callable[[Circumstances, Ends], Child]
"""How the process of a worker comes to be."""


class Reply(msgspec.Struct, frozen=True):
    """The outcome of one run; `seconds` of wall time, of which `busy` in the calls under test.

    Of the first run of a worker `opening` are the seconds that the driver or compiler took before
    it: many compile shaders of their own then.
    """

    outcome: Outcome
    seconds: float
    busy: float
    opening: float = 0.0


class Unopened(TargetUnavailable):
    """The process of a worker died or hung while it was opened: it did not say itself that it
    cannot run here.
    """


class KilledUnopened(Unopened):
    """The process of a worker was killed from outside while it was opened."""


class Worker:
    """One process with one open runner; raises `TargetUnavailable` if it cannot be opened.

    One that is `traced` writes its native stack, and that of what it starts, when it dies. One that
    is `confined` lives in a sandbox (docs/sandbox.md).
    """

    def __init__(
        self,
        spec: WorkerSpec,
        start: Start = spawn,
        *,
        traced: bool = False,
        confined: Way = "",
    ) -> None:
        self.spec = spec
        self._traced = traced
        self._confined = confined
        self.runs = 0
        self._opening = 0.0
        self._scratch = Path(tempfile.mkdtemp(prefix="aberration-"))
        self._log = (self._scratch / "stderr").open("a+b", buffering=0)
        self._ends = Ends.open_pipes()
        try:
            self._process = start(self._circumstances(), self._ends)
        finally:
            self._ends.leave_to_child()
        self._channel = Channel(self._ends.source, self._ends.sink)
        try:
            self.version = self._open()
        except BaseException:
            self.close()
            raise

    def reopen(self, spec: WorkerSpec) -> None:
        """Serve another spec, which differs in its options only, in the same process; raise as
        opening does.
        """
        self.spec = spec
        self.version = self._open()

    @property
    def pid(self) -> int:
        """Return the process id, which is also the id of the process group."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Return whether the process still runs."""
        return self._process.poll() is None

    def run(self, program: Program, deadline: float) -> Reply:
        """Run one program for at most `deadline` seconds; the worker is dead after a crash or
        timeout.

        Raise `Starved` where the machine had no time for it, or someone ended it from outside.
        """
        self.runs += 1
        # Drivers that warn at each test would fill the disk. Between tests, so that no test loses
        # its log.
        if self._log_size() > _LOG_LIMIT:
            self._log.truncate(0)
        # What stands before belongs to earlier tests, and may hold their assertions.
        mark = self._log_size()
        start = time.monotonic()
        outcome, busy = self._ask(program, deadline, mark)
        seconds = time.monotonic() - start
        opening, self._opening = self._opening, 0.0
        return Reply(outcome, seconds, min(seconds if busy is None else busy, seconds), opening)

    def interrupt(self) -> None:
        """End the process while another thread waits for it."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """End the process and everything it started, and remove its scratch directory."""
        self._kill()
        self._ends.close()
        self._log.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _circumstances(self) -> Circumstances:
        spec = self.spec
        environment = worker_environment(spec, self._scratch, os.environ)
        limits = MemoryLimits(spec.memory, spec.resident)
        return Circumstances(
            spec.runner,
            environment,
            self._scratch,
            self._log.fileno(),
            limits,
            spec.launch,
            self._traced,
            self._confinement(environment),
        )

    def _confinement(self, environment: Mapping[str, str]) -> Confinement | None:
        if not self._confined:
            return None
        return confinement_of(self.spec, self._scratch, environment, self._confined)

    def _open(self) -> str:
        allowance = Allowance(self.pid, OPEN_DEADLINE)
        try:
            self._channel.send(frame(Open(self.spec.runner, dict(self.spec.options))), allowance)
            answer = decode_answer(self._channel.receive(allowance))
        except (Closed, Expired, Garbage) as error:
            raise self._why_unopened(error) from None
        if isinstance(answer, Ready):
            self._opening += answer.seconds
            return answer.version
        if isinstance(answer, Refused):
            raise _refusal(answer)
        raise InternalError(f"expected a worker to get ready, but {type(answer).__name__} came")

    def _why_unopened(self, error: Exception) -> Unopened:
        self._kill()
        why = (
            "it did not answer in time"
            if isinstance(error, Expired)
            else str(error) or "its process ended"
        )
        status = self._process.poll()
        kind = KilledUnopened if not isinstance(error, Expired) and _is_killed(status) else Unopened
        tail = self._log_from(0).strip()[-2000:]
        message = f"the worker for {self.spec.runner!r} cannot be opened: {why} (status {status})"
        return kind(message, hint=f"It wrote:\n{tail}" if tail else "It wrote nothing on stderr.")

    def _ask(self, program: Program, deadline: float, mark: int) -> tuple[Outcome, float | None]:
        """Return the outcome and the busy seconds, None where the worker cannot say any more."""
        allowance = Allowance(self.pid, deadline)
        request = Run(self.runs, program, deadline * (os.cpu_count() or 1))
        try:
            self._channel.send(frame(request), allowance)
            answer = decode_answer(self._channel.receive(allowance))
        except Expired:
            stopped = self._runs_programs and is_stopped(self.pid)
            self._kill()
            if stopped:
                raise EndedFromOutside(_STOPPED) from None
            return Timeout(deadline), None
        # It did not answer, so whatever it still does would be mixed up with the next request.
        except Starved:
            self._kill()
            raise
        except Closed:
            return self._death(deadline, mark), None
        except Garbage as error:
            return self._garbage(str(error), mark), None
        return self._judge(answer, mark)

    def _judge(self, answer: Ready | Done | Refused, mark: int) -> tuple[Outcome, float | None]:
        if isinstance(answer, Refused):
            raise _refusal(answer)
        # A driver that writes to the pipe by itself, or an answer that comes late, must not be
        # taken for this test's.
        if isinstance(answer, Done) and answer.number == self.runs:
            return answer.outcome, answer.busy
        return self._garbage(
            f"an answer came that was not asked for: {type(answer).__name__}", mark
        ), None

    def _death(self, deadline: float, mark: int) -> Outcome:
        try:
            status = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return self._garbage("the worker closed its answers and stayed alive", mark)
        self._kill()
        # With the fork server all its workers die by a signal: no crash of the compiler.
        if isinstance(self._process, Forked) and self._process.lost:
            raise EndedFromOutside(
                "the fork server of a worker ended, and the worker with it; what it ran "
                "is not judged"
            )
        name = signal_name(status)
        # SIGTERM and its like come from a user or a service manager: they say nothing about the
        # program.
        if name in FROM_OUTSIDE:
            raise EndedFromOutside(
                f"{name} from outside ended the worker; what it ran is not judged"
            )
        if self._confined and status in _TOO_MUCH:
            raise Starved(_TOO_MUCH[status])
        if name and name != _CPU_TIME and self._runs_programs:
            raise EndedFromOutside(_BY_ITS_PROGRAM.format(name=name))
        return outcome_of_death(status, self._log_from(mark), deadline)

    def _garbage(self, message: str, mark: int) -> Crash:
        self._kill()
        return Crash("garbage", assertion=message, log=self._log_from(mark))

    def _kill(self) -> None:
        """Kill the whole group: a dead worker may have left compilers behind. What left the group
        goes too: a browser has a session of its own, and one whose GPU process hangs outlives all.
        """
        strays = [] if self._process.poll() is not None else descendants(self._process.pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for stray in strays:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(stray, signal.SIGKILL)
        self._process.wait()

    @property
    def _runs_programs(self) -> bool:
        return self.spec.runner in RUN_PROGRAMS

    def _log_size(self) -> int:
        return os.fstat(self._log.fileno()).st_size

    def _log_from(self, mark: int) -> str:
        size = self._log_size()
        start = max(mark, size - LOG_BYTES)
        return os.pread(self._log.fileno(), max(size - start, 0), start).decode("utf-8", "replace")


def worker_environment(
    spec: WorkerSpec, scratch: Path, inherited: Mapping[str, str]
) -> dict[str, str]:
    """Return the environment of a worker: nothing inherited that could change what a driver
    does.
    """
    kept = {name: inherited[name] for name in _KEPT_VARIABLES if name in inherited}
    own = {
        "LC_ALL": "C.UTF-8",
        # Nothing ours depends on it; scripts that are targets may.
        "PYTHONHASHSEED": "0",
        "TMPDIR": str(scratch),
        "XDG_RUNTIME_DIR": str(scratch),
        # A cache that outlives the worker would answer for the compiler: each new worker compiles
        # anew.
        "XDG_CACHE_HOME": str(scratch),
        "MESA_SHADER_CACHE_DISABLE": "true",
        # Implicit layers (overlays, capture tools) are installed system-wide and sit between us and
        # the driver.
        "VK_LOADER_LAYERS_DISABLE": "~implicit~",
    }
    return kept | own | dict(spec.environment)


def _is_killed(status: int | None) -> bool:
    """True for the status of a process that somebody killed; a fork server that died with its
    workers counts.
    """
    return status is not None and signal_name(status) in FROM_OUTSIDE | {KILLED}


def _refusal(answer: Refused) -> AberrationError:
    kind = getattr(errors, answer.kind, AberrationError)
    if not (isinstance(kind, type) and issubclass(kind, AberrationError)):
        kind = AberrationError
    return kind(answer.message, where=answer.where, hint=answer.hint)
