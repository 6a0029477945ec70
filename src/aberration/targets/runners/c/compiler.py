"""Runner of C compilers: compiles a program and runs what came out, without network, in a
folder of its own.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import TargetUnavailable
from aberration.core.outcome import Crash, Outcome, Rejected, Text, Timeout
from aberration.core.process import (
    OUTPUT_CAP,
    Finished,
    crash_of,
    execute,
    first_line,
    own_folder,
    plain_environment,
    write_new,
)
from aberration.core.program import Program
from aberration.targets.isolation import leave_network, limit_file_size
from aberration.targets.runner import Clock

COMPILE_LIMIT: Final = 20.0
RUN_LIMIT: Final = 5.0
_BROKEN: Final = re.compile(
    r"internal compiler error|PLEASE submit a (?:full )?bug report|PLEASE ATTACH|^Stack dump:|"
    r"LLVM ERROR|"
    r"fatal error: error in backend|Assertion [`'].*' failed|UNREACHABLE executed|^tcc: internal|"
    r"clang frontend command failed|terminated program|"
    r"unable to execute command: .*(?:Segmentation|Aborted|Killed)|out of memory|bad_alloc|"
    r"virtual memory exhausted|Cannot allocate memory",
    re.MULTILINE,
)
_SIGNALS: Final = (
    (re.compile(r"[Ss]egmentation fault|SIGSEGV"), "SIGSEGV"),
    (re.compile(r"\bAborted\b|SIGABRT"), "SIGABRT"),
    (re.compile(r"[Ii]llegal instruction|SIGILL"), "SIGILL"),
    (re.compile(r"Floating point exception|SIGFPE"), "SIGFPE"),
    (re.compile(r"Bus error|SIGBUS"), "SIGBUS"),
    (re.compile(r"\bKilled\b|SIGKILL"), "SIGKILL"),
)

_OWN: Final = 0o700
"""The mode of the folder that programs run in."""


class CCompiler:
    """Options: `path`, `family` (`gcc`, `clang`, `tcc`), `level` (`-O2`, or empty), `include` (a
    folder, or empty), `flags` (more of the command line, optional), `compile_limit` and `run_limit`
    (seconds, optional).
    """

    def __init__(self) -> None:
        self._command: list[str] = []
        self._folder = Path()
        self._environment: dict[str, str] = {}
        self._compile_limit = COMPILE_LIMIT
        self._run_limit = RUN_LIMIT

    def open(self, options: Mapping[str, str]) -> str:
        self._command = command_of(options)
        self._compile_limit = float(options.get("compile_limit", COMPILE_LIMIT))
        self._run_limit = float(options.get("run_limit", RUN_LIMIT))
        self._folder = own_folder()
        self._environment = plain_environment(self._folder)
        limit_file_size(OUTPUT_CAP)
        reason = _leave_network_once()
        version = _version(options["path"], "-v" if options.get("family") == "tcc" else "--version")
        return f"{version} (programs can reach the network: {reason})" if reason else version

    def run(self, program: Program, clock: Clock) -> Outcome:
        broken = self._compile(program.source, clock)
        return (
            broken
            if broken is not None
            else self._execute(self._folder / "program", program, clock)
        )

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _compile(self, source: bytes, clock: Clock) -> Outcome | None:
        """Return what went wrong with the compilation; None when there is a program to run."""
        write_new(self._folder / "program.c", source)
        return self._build(self._command, "program", clock)

    def _build(self, command: list[str], made: str, clock: Clock) -> Outcome | None:
        """Run a compiler that makes this file, which is not there before."""
        file = self._folder / made
        file.unlink(missing_ok=True)
        with clock:
            finished = execute(command, self._folder, self._compile_limit, self._environment)
        return broken_compilation(finished, self._compile_limit, file)

    def _execute(self, executable: Path, program: Program, clock: Clock) -> Outcome:
        work = self._folder / "work"
        work.mkdir(exist_ok=True)
        work.chmod(_OWN)
        command = [str(executable), *program.inputs.arguments]
        stdin = program.inputs.stdin
        try:
            with clock:
                done = execute(
                    command,
                    self._folder,
                    self._run_limit,
                    self._environment,
                    work=work,
                    stdin=stdin,
                )
        finally:
            _clear(work)
        return result_of(done, self._run_limit)


def _clear(work: Path) -> None:
    """Let nothing of a program stay; an empty folder is kept, as removing one can take longer
    than the program.
    """
    if work.is_symlink() or work.is_file():
        work.unlink()
        return
    try:
        left = os.listdir(work)
    except OSError:
        left = [work.name]
    if left:
        shutil.rmtree(work, ignore_errors=True)


@cache
def _leave_network_once() -> str:
    """Leave the network, once in this process; return why that failed, or nothing."""
    return leave_network()


@cache
def _version(path: str, question: str) -> str:
    """Return what a compiler calls itself; asked once in this process, which may open it at
    each level.
    """
    return first_line([path, question])


def command_of(options: Mapping[str, str]) -> list[str]:
    """Return the command line that options such as those of `CCompiler` ask for; raise
    `TargetUnavailable` where the compiler is not there.
    """
    path = options["path"]
    if not Path(path).is_file():
        raise TargetUnavailable(f"expected a C compiler at {path}, but there is none")
    family, level = options.get("family", ""), options.get("level", "")
    return compile_command(path, family, level, options["include"], options.get("flags", ""))


def compile_command(path: str, family: str, level: str, include: str, flags: str = "") -> list[str]:
    """Return the command line: defaults of the compiler but for the level and `flags`, warnings
    off.
    """
    command = [path, "-w"]
    if level:
        command.append(level)
    if include:
        command.append(f"-I{include}")
    if family == "clang":
        command.append("-fno-crash-diagnostics")
    command += flags.split()
    return [*command, "program.c", "-o", "program", "-lm"]


def broken_compilation(finished: Finished, limit: float, executable: Path) -> Outcome | None:
    """Return what went wrong with a compilation, or None; a compiler that says no is not one
    that breaks.
    """
    if finished.timed_out:
        return Timeout(limit, stage="compile")
    if finished.status < 0 or finished.status >= 128 or _BROKEN.search(finished.log):
        named = next((name for pattern, name in _SIGNALS if pattern.search(finished.log)), "")
        return crash_of(finished, "compile", finished.signal or named)
    if finished.status != 0:
        return Rejected(finished.log or f"exit status {finished.status}", stage="compile")
    if not executable.is_file():
        return Crash("garbage", log=finished.log, stage="compile")
    return None


def result_of(finished: Finished, limit: float) -> Outcome:
    """Return the outcome of the run of a compiled program."""
    if finished.timed_out:
        return Timeout(limit, stage="run")
    if finished.status < 0:
        return msgspec.structs.replace(crash_of(finished, "run"), cause="signal")
    return Text(finished.stdout, finished.status)
