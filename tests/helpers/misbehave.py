"""A runner that does what its program says: the ways in which a compiler can go wrong, on order."""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from aberration.core.errors import BadInput, Starved, TargetUnavailable
from aberration.core.outcome import Outcome, Rejected, Text, Translated
from aberration.core.program import Program
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.runner import Clock

TESTS = str(Path(__file__).resolve().parent.parent)
SEARCHED = os.pathsep.join(filter(None, (TESTS, os.environ.get("PYTHONPATH"))))


class MisbehavingRunner:
    """Obeys the first word of the source."""

    def open(self, options: Mapping[str, str]) -> str:
        """Open, or fail in the way that the option `open` names."""
        self.runs = 0
        self.options = dict(options)
        how = options.get("open", "")
        if how == "abort" or (how == "abort once" and _is_first(Path(options["place"]))):
            print("nothing works", file=sys.stderr, flush=True)
            os.abort()
        if how == "refuse":
            raise TargetUnavailable("there is no such device", hint="Buy one.")
        return f"misbehave {options.get('version', '1')}"

    def run(self, program: Program, clock: Clock) -> Outcome:
        """Do as told."""
        self.runs += 1
        word, _, rest = program.source.decode().partition(" ")
        with clock:
            return _ACTIONS[word](self, rest, program)

    def close(self) -> None:
        """Leave a mark that the parent asked for."""


def _is_first(place: Path) -> bool:
    """Leave a mark, and say whether there was none."""
    first = not place.exists()
    place.touch()
    return first


def _echo(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    return Text(rest.encode())


def _count(runner: MisbehavingRunner, _: str, __: Program) -> Outcome:
    return Text(str(runner.runs).encode())


def _environment(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    return Text(os.environ.get(rest, "unset").encode())


def _translate(_: MisbehavingRunner, rest: str, program: Program) -> Outcome:
    return Translated(msgspec.structs.replace(program, source=rest.encode()))


def _reject(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    return Rejected(rest)


def _refuse(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    raise BadInput(rest, where="somewhere")


def _starve(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    raise Starved(rest)


def _segfault(_: MisbehavingRunner, __: str, ___: Program) -> Outcome:
    ctypes.string_at(0)
    raise AssertionError("unreachable")


def _assertion(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    sys.stderr.write(f"cc: lib/Opt.cpp:17: void fold(): Assertion `{rest}' failed.\n")
    sys.stderr.flush()
    os.abort()


def _raise(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    raise RuntimeError(rest)


def _exit(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    os._exit(int(rest))


def _kill(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    os.kill(os.getpid(), signal.Signals[rest])
    raise AssertionError("unreachable")


def _sleep(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    time.sleep(float(rest))
    return Text(b"rested")


def _spin(_: MisbehavingRunner, __: str, ___: Program) -> Outcome:
    while True:
        pass


def _leave_child(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    return _wait_for_child(rest, own_session=False)


def _leave_session(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    """As browsers do: they are no part of the group of what started them."""
    return _wait_for_child(rest, own_session=True)


def _wait_for_child(rest: str, *, own_session: bool) -> Outcome:
    child = subprocess.Popen(["sleep", "300"], start_new_session=own_session)
    Path(rest).write_text(str(child.pid))
    time.sleep(300)
    return Text(b"")


def _allocate(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    return Text(bytes(int(rest) << 20))


def _chatter(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    os.write(1, b"chatter\n" * 1000)
    print("more chatter", flush=True)
    return Text(rest.encode() + sys.stdin.read().encode())


def _noise(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    os.write(2, b"noise\n" * (int(rest) << 17))
    return Text(b"done")


def _garbage(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    """Write into every descriptor that is a pipe: the answers among them."""
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, rest.encode() * 100)
        except OSError:
            continue
    time.sleep(300)
    return Text(b"")


def _large(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    return Text(bytes(range(256)) * (int(rest) << 12))


def _attempt(_: MisbehavingRunner, rest: str, __: Program) -> Outcome:
    """Do what Python's text says; answer with what it leaves in `result`, or the error's name."""
    names: dict[str, object] = {}
    try:
        exec(rest, names)
    except OSError as error:
        return Text(errno.errorcode[error.errno or 0].encode())
    return Text(str(names.get("result", "done")).encode())


_ACTIONS: dict[str, Callable[[MisbehavingRunner, str, Program], Outcome]] = {
    "echo": _echo,
    "count": _count,
    "environment": _environment,
    "translate": _translate,
    "reject": _reject,
    "refuse": _refuse,
    "starve": _starve,
    "segfault": _segfault,
    "assert": _assertion,
    "raise": _raise,
    "exit": _exit,
    "kill": _kill,
    "sleep": _sleep,
    "spin": _spin,
    "leave-child": _leave_child,
    "leave-session": _leave_session,
    "allocate": _allocate,
    "chatter": _chatter,
    "noise": _noise,
    "garbage": _garbage,
    "large": _large,
    "attempt": _attempt,
}


def order(text: str) -> Program:
    """Return the program that orders one action."""
    return Program("c", "program", text.encode())


def misbehaving_spec(memory: int = 0, resident: int = 0, **options: str) -> WorkerSpec:
    """Return the spec of a misbehaving worker."""
    return WorkerSpec(
        "helpers.misbehave:MisbehavingRunner",
        tuple(sorted(options.items())),
        (("PYTHONPATH", SEARCHED),),
        memory,
        resident,
    )


def misbehaving_target(identifier: str = "misbehave", *versions: str) -> Target:
    """Return a target with one stage per version, or a single stage."""
    names = versions or ("1",)
    stages = tuple(Stage(f"stage-{name}", misbehaving_spec(version=name)) for name in names)
    return Target(identifier, "executes", ("c",), stages)
