"""The worker process: `python -m aberration.targets.serve PARENT-PID MEMORY-MIB RESIDENT-MIB`.

Opens one runner and serves `Run` messages until its input ends, or another `Open` puts a new runner
in its place. What escapes from a runner ends the process at once, without closing a runner in an
unknown state: the traceback on stderr and the exit status say so to the parent.
"""

from __future__ import annotations

import faulthandler
import os
import resource
import sys
import time
import traceback
from io import FileIO
from typing import Final, NoReturn

from aberration.core.errors import AberrationError, BadInput, Starved
from aberration.core.outcome import Outcome, Rejected
from aberration.core.process import die_with
from aberration.core.program import Program
from aberration.core.wire import read_body, write_frame
from aberration.targets.protocol import (
    Answer,
    Done,
    Open,
    Ready,
    Refused,
    Run,
    decode_request,
)
from aberration.targets.runner import Clock, Runner
from aberration.targets.runners import make_runner
from aberration.targets.runners.attachments import unknown_attachments
from aberration.targets.runners.constants import with_taken_constants
from aberration.targets.runners.memory_watch import watch_resident
from aberration.targets.runners.storage_images import unknown_storage_images
from aberration.targets.runners.textures import unknown_textures
from aberration.targets.runners.vertices import unknown_vertices
from aberration.targets.runners.ways import unknown_ways

_FILE_LIMIT: Final = 1 << 30
# The deadline of the parent is to come first: SIGXCPU is for a process that it does not see.
_CPU_GRACE: Final = 5.0


def main(arguments: list[str]) -> None:
    """Serve until the input ends."""
    parent, memory, resident = map(int, arguments)
    die_with(parent)
    # Core files of drivers may have gigabytes, and each crash would write one.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _lower(resource.RLIMIT_FSIZE, _FILE_LIMIT)
    if memory:
        _lower(resource.RLIMIT_AS, memory << 20)
    if resident:
        watch_resident(os.getpid(), resident)
    source, sink = _take_pipes()
    # Python's frames at a crash tell which call of ours the driver died in.
    faulthandler.enable(file=sys.stderr, all_threads=True)
    request = _read(source)
    opened = _open(request, sink) if isinstance(request, Open) else None
    while opened is not None:
        request = _serve(opened, source, sink)
        opened.close()
        opened = _open(request, sink) if request is not None else None


def _open(request: Open, sink: FileIO) -> Runner | None:
    try:
        runner = make_runner(request.runner)
        start = time.perf_counter()
        version = runner.open(request.options)
        write_frame(sink, Ready(version, time.perf_counter() - start))
    except AberrationError as error:
        write_frame(sink, _refusal(error))
        return None
    return runner


def _serve(runner: Runner, source: FileIO, sink: FileIO) -> Open | None:
    """Answer runs; return what is to be opened instead, or None at the end of the input."""
    while isinstance(request := _read(source), Run):
        write_frame(sink, _answer(runner, request))
    return request


def _answer(runner: Runner, request: Run) -> Answer:
    # The programs that a runner starts inherit the limit of the CPU time.
    usage = resource.getrusage(resource.RUSAGE_SELF)
    _lower(
        resource.RLIMIT_CPU, int(usage.ru_utime + usage.ru_stime + request.seconds + _CPU_GRACE) + 1
    )
    clock = Clock()
    try:
        program = with_taken_constants(runner, request.program)
        outcome = program if isinstance(program, Rejected) else _run(runner, program, clock)
    except (BadInput, Starved) as error:
        return _refusal(error)
    return Done(request.number, outcome, clock.seconds)


def _run(runner: Runner, program: Program, clock: Clock) -> Outcome:
    refused = (
        unknown_vertices(runner, program)
        or unknown_ways(runner, program)
        or unknown_textures(runner, program)
        or unknown_storage_images(runner, program)
        or unknown_attachments(runner, program)
    )
    return refused or runner.run(program, clock)


def _refusal(error: AberrationError) -> Refused:
    return Refused(type(error).__name__, error.message, error.where, error.hint)


def _read(source: FileIO) -> Open | Run | None:
    body = read_body(source)
    return None if body is None else decode_request(body)


def _take_pipes() -> tuple[FileIO, FileIO]:
    """Keep the pipes to ourselves: what a driver prints goes to stderr, what it reads is empty."""
    source, sink = os.dup(0), os.dup(1)
    with open(os.devnull, "rb") as empty:
        os.dup2(empty.fileno(), 0)
    # Drivers print to stdout, where it would get among the frames of the answers.
    os.dup2(2, 1)
    return FileIO(source, "rb"), FileIO(sink, "wb")


def _lower(which: int, wanted: int) -> None:
    _, hard = resource.getrlimit(which)
    # The hard limit stays: it could not be raised again for the next run.
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(which, (allowed, hard))


def run(arguments: list[str]) -> NoReturn:
    """Be a worker until the input ends, and end the process."""
    try:
        main(arguments)
    except Exception:
        # No exit handler of a broken driver may hide the reason.
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    run(sys.argv[1:])
