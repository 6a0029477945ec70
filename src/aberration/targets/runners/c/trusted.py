"""Runner that knows what a C program must do: builds that are trusted, which all have to agree.

It answers with what the program printed, and rejects one that a build refuses, that is undefined,
slow or dies, or about which builds disagree.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.outcome import Compiled, Outcome, Rejected, Text
from aberration.core.process import OUTPUT_CAP, Finished, execute, own_folder, plain_environment
from aberration.core.program import Program
from aberration.targets.isolation import leave_network, limit_file_size
from aberration.targets.runner import Clock
from aberration.targets.runners.c.sanitized import undefined_in

RUN_SECONDS: Final = 1.5
"""Right programs of tests end within milliseconds."""
_COMPILE_SECONDS: Final = 30.0
_RESIDENT: Final = "hard_rss_limit_mb=2048"
_ENVIRONMENT: Final = {
    "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1:"
    f"detect_invalid_pointer_pairs=2:{_RESIDENT}",
    "MSAN_OPTIONS": _RESIDENT,
}


class Build(msgspec.Struct, frozen=True):
    """A way to compile a program: `command` is the compiler with its flags."""

    name: str
    command: tuple[str, ...]


class TrustedBuilds:
    """Options: `builds`, a list of `Build` as JSON, the one that refuses most first; `run`,
    empty to compile only.
    """

    def __init__(self) -> None:
        self._builds: list[Build] = []
        self._running = True
        self._folder = Path()
        self._environment: dict[str, str] = {}

    def open(self, options: Mapping[str, str]) -> str:
        self._builds = msgspec.json.decode(options["builds"], type=list[Build])
        self._running = bool(options.get("run", ""))
        self._folder = own_folder()
        self._environment = plain_environment(self._folder, _ENVIRONMENT)
        limit_file_size(OUTPUT_CAP)
        leave_network()
        return ", ".join(build.name for build in self._builds)

    def run(self, program: Program, clock: Clock) -> Outcome:
        (self._folder / "program.c").write_bytes(program.source)
        first: Outcome = Compiled()
        for number, build in enumerate(self._builds):
            with clock:
                outcome = self._outcome(build, program)
            if isinstance(outcome, Rejected):
                return outcome
            if number and outcome != first:
                return Rejected(
                    f"{build.name} does not agree with {self._builds[0].name}", stage="run"
                )
            first = outcome
        return first

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _outcome(self, build: Build, program: Program) -> Outcome:
        target = ("-o", "program", "-lm") if self._running else ("-c", "-o", "program.o")
        command = [*build.command, "program.c", *target]
        compiled = execute(command, self._folder, _COMPILE_SECONDS, self._environment)
        if compiled.status != 0 or compiled.timed_out:
            return Rejected(f"{build.name}: {_error_line(compiled)}", stage="compile")
        return self._run(build, program) if self._running else Compiled()

    def _run(self, build: Build, program: Program) -> Outcome:
        work = self._folder / "work"
        work.mkdir()
        command = [str(self._folder / "program"), *program.inputs.arguments]
        stdin = program.inputs.stdin
        try:
            done = execute(
                command, self._folder, RUN_SECONDS, self._environment, work=work, stdin=stdin
            )
        finally:
            shutil.rmtree(work, ignore_errors=True)
        wrong = _what_is_wrong(done)
        return (
            Rejected(f"{build.name}: {wrong}", stage="run")
            if wrong
            else Text(done.stdout, done.status)
        )


def _what_is_wrong(done: Finished) -> str:
    if done.timed_out:
        return f"it did not end within {RUN_SECONDS:g} s"
    undefined = undefined_in(done.log)
    if undefined:
        return undefined[0]
    return f"it died of {done.signal}" if done.status < 0 else ""


def _error_line(compiled: Finished) -> str:
    lines = compiled.log.splitlines()
    return next((line for line in lines if "error" in line), lines[0] if lines else "no message")[
        :300
    ]
