"""The process around a worker whose death it reports:
`python -m aberration.targets.backtrace.tracer`, then as `serve`.

It forks the worker and traces it and all that it starts. At a signal that may be deadly it reads
the stack, while everything stands as it was. Whoever then dies, or ends with an error after a
fault, has the stack written at the end of its own stderr, where a compiler would have written an
assertion. The tracer ends as the worker does.

What runs is not slowed down: it stands still only when something starts or ends, or a signal comes.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from typing import Final, NoReturn

import msgspec

from aberration.core.process import die_with, end_like
from aberration.core.signature import NATIVE_STACK
from aberration.targets import serve
from aberration.targets.backtrace.calls import significant_calls, stack_lines
from aberration.targets.backtrace.ptrace import EVENT_EXIT, WALL, Ptrace
from aberration.targets.backtrace.stack import Frame, Unwinder

_DEADLY: Final = frozenset(
    (
        signal.SIGSEGV,
        signal.SIGABRT,
        signal.SIGILL,
        signal.SIGFPE,
        signal.SIGBUS,
        signal.SIGTRAP,
        signal.SIGSYS,
    )
)
# SI_USER: sent with kill(2). An `abort` comes from tgkill, with SI_TKILL below 0.
_BY_ITS_OWN_KILL: Final = 0


class Death(msgspec.Struct, frozen=True):
    """The signal that came, whether the kernel sent it for a fault, and the stack at that
    moment.
    """

    signal: int
    is_fault: bool
    frames: tuple[Frame, ...]


class Tracer:
    """Follows the process `worker`, which waits for it, and what it starts."""

    def __init__(self, worker: int, ptrace: Ptrace) -> None:
        self._worker = worker
        self._ptrace = ptrace
        self._known: set[int] = {worker}
        self._deaths: dict[int, Death] = {}

    def follow(self) -> int:
        """Let it run to its end; return its status, as `waitpid` has it."""
        _, status = os.waitpid(self._worker, WALL)
        if not os.WIFSTOPPED(status):
            return status
        with contextlib.suppress(OSError):
            self._ptrace.follow(self._worker)
        self._go_on(self._worker, 0)
        while True:
            pid, status = os.waitpid(-1, WALL)
            if os.WIFSTOPPED(status):
                self._go_on(pid, self._look_at_stopped(pid, status))
            else:
                self._deaths.pop(pid, None)
                self._known.discard(pid)
                if pid == self._worker:
                    return status

    def _look_at_stopped(self, pid: int, status: int) -> int:
        """Look at what stands still; return the signal that it is to get."""
        # ptrace(2): with its options set, an event stands above the two bytes of a stop's status.
        event, number = status >> 16, os.WSTOPSIG(status)
        if event:
            # The last moment in which memory and descriptors of the process are there.
            if event == EVENT_EXIT:
                self._leaving(pid)
            return 0
        if pid not in self._known:
            # The first stop of what was just started is how tracing begins, and no signal of
            # anybody.
            self._known.add(pid)
            if number == signal.SIGSTOP:
                return 0
        if number in _DEADLY:
            self._note(pid, number)
        return number

    def _note(self, pid: int, number: int) -> None:
        """Keep the stack of a signal; what a handler raises again says less than the fault
        before it.
        """
        try:
            origin = self._ptrace.origin(pid)
            # A fault of the kernel's (above 0) counts anew each time; of what is raised by hand the
            # first.
            if origin == _BY_ITS_OWN_KILL or (pid in self._deaths and origin <= 0):
                return
            self._deaths[pid] = Death(number, origin > 0, self._stack(pid))
        except OSError:
            return

    def _stack(self, pid: int) -> tuple[Frame, ...]:
        unwinder = Unwinder(pid)
        try:
            return tuple(unwinder.walk(self._ptrace.registers(pid)))
        finally:
            unwinder.close()

    def _leaving(self, pid: int) -> None:
        """Write the stack where the process dies of the signal, or says itself that the fault
        was its end.
        """
        death = self._deaths.get(pid)
        try:
            status = self._ptrace.message(pid)
        except OSError:
            return
        # LLVM's handlers print and then exit with a status: the signal is seen here alone.
        failed = os.WIFEXITED(status) and os.WEXITSTATUS(status) != 0
        if death is not None and (os.WIFSIGNALED(status) or (death.is_fault and failed)):
            with contextlib.suppress(OSError):
                _write(pid, text_of(death))

    def _go_on(self, pid: int, number: int) -> None:
        with contextlib.suppress(OSError):
            self._ptrace.go_on(pid, number)


def text_of(death: Death) -> str:
    """Return what is written: one line for `core.signature`, and the whole stack for people."""
    name = signal.Signals(death.signal).name
    report = json.dumps({"signal": name, "frames": significant_calls(death.frames)})
    return "\n".join(("", f"{NATIVE_STACK}{report}", *stack_lines(death.frames), ""))


def _write(pid: int, text: str) -> None:
    """Write to the stderr of a process that stands at its end."""
    # O_NONBLOCK, as a full pipe must not hold the tracer; O_NOCTTY, as it may be a terminal.
    place = os.open(f"/proc/{pid}/fd/2", os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        os.write(place, text.encode("utf-8", "replace"))
    finally:
        os.close(place)


def main(arguments: list[str]) -> NoReturn:
    """Be the tracer of a worker until that ends, and end as it did."""
    die_with(int(arguments[0]))
    ptrace = Ptrace()
    tracer = os.getpid()
    worker = os.fork()
    if worker == 0:
        with contextlib.suppress(OSError):
            ptrace.trace_me()
            # Waits until the tracer has set its options: what it started before would go untraced.
            os.kill(os.getpid(), signal.SIGSTOP)
        serve.run([str(tracer), *arguments[1:]])
    # The pipes belong to the worker, whose end must be seen by the one that asks it.
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    status = Tracer(worker, ptrace).follow()
    end_like(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(sys.argv[1:])
