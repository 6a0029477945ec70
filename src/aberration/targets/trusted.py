"""A runner that knows what a C program must do: builds that are trusted, which all have to agree.

Used where there is no expected output, as in the reduction of a program's text. It answers with
what the program printed, and rejects one that a build refuses, that is undefined, slow or dies, or
about which builds disagree.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from aberration.core.outcome import Compiled, Outcome, Rejected, Text
from aberration.core.process import OUTPUT_CAP, Finished, execute, own_folder, plain_environment
from aberration.core.program import Program
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.c.compilers import Compiler
from aberration.targets.isolation import leave_network, limit_file_size
from aberration.targets.runner import Clock
from aberration.targets.sanitizers import undefined_in

RUNNER: Final = "aberration.targets.trusted:TrustedBuilds"
RUN_SECONDS: Final = 1.5
"""Right programs of tests end within milliseconds."""
_COMPILE_SECONDS: Final = 30.0
_MEMORY: Final = 4096
_RESIDENT: Final = "hard_rss_limit_mb=2048"
_ENVIRONMENT: Final = {
    "ASAN_OPTIONS": f"detect_leaks=0:detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2:{_RESIDENT}",
    "MSAN_OPTIONS": _RESIDENT,
}
_STRICT: Final = (
    *(
        "uninitialized",
        "return-type",
        "implicit-function-declaration",
        "implicit-int",
        "int-conversion",
    ),
    *(
        "incompatible-pointer-types",
        "strict-prototypes",
        "format",
        "pointer-to-int-cast",
        "int-to-pointer-cast",
    ),
)
STRICT: Final[dict[str, tuple[str, ...]]] = {
    "gcc": (
        *_STRICT,
        "sequence-point",
        "strict-aliasing=2",
        "builtin-declaration-mismatch",
        "return-local-addr",
    ),
    "clang": (
        *_STRICT,
        "sometimes-uninitialized",
        "unsequenced",
        "return-stack-address",
        "deprecated-non-prototype",
    ),
}
"""Warnings of a family about what is undefined or unportable, and may not show in a run."""
Sanitizing = Literal["address,undefined", "memory"]


class Build(msgspec.Struct, frozen=True):
    """A way to compile a program: `command` is the compiler with its flags."""

    name: str
    command: tuple[str, ...]


def strict_build(compiler: Compiler, level: str, warnings: Sequence[str], include: str) -> Build:
    """Return a build in which these warnings are errors."""
    flags = [flag for warning in warnings for flag in _as_error(warning)]
    quiet = ("-Wno-everything",) if compiler.family == "clang" else ("-fstrict-aliasing",)
    command = (compiler.path, level, *quiet, *flags, *_folder(include))
    return Build(
        f"{compiler.name} {level}, warnings are errors" if flags else f"{compiler.name} {level}",
        command,
    )


def sanitizer_build(compiler: Compiler, sanitizing: Sanitizing, include: str) -> Build:
    """Return a build that ends at the first thing undefined; not optimised, so that nothing
    undefined is lost.
    """
    wanted = (
        f"{sanitizing},pointer-compare,pointer-subtract" if sanitizing != "memory" else sanitizing
    )
    flags = (f"-fsanitize={wanted}", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")
    return Build(
        f"{compiler.name} {sanitizing}", (compiler.path, "-w", "-O0", *flags, *_folder(include))
    )


def trusted_target(
    name: str, builds: Sequence[Build], *, run: bool = True, memory: bool = False
) -> Target:
    """Return the builds as one target; `memory` limits what the programs may take (sanitizers
    cannot live with it).
    """
    options = (("builds", msgspec.json.encode(builds).decode()), ("run", "yes" if run else ""))
    worker = WorkerSpec(RUNNER, options, memory=_MEMORY if memory else 0)
    kind: Literal["executes", "compiles"] = "executes" if run else "compiles"
    return Target(name, kind, ("c",), (Stage(name, worker),))


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
            return Rejected(f"{build.name}: {_telling_line(compiled)}", stage="compile")
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


def _telling_line(compiled: Finished) -> str:
    lines = compiled.log.splitlines()
    return next((line for line in lines if "error" in line), lines[0] if lines else "no message")[
        :300
    ]


def _as_error(warning: str) -> tuple[str, ...]:
    """Return the flags that make a warning an error, also one with a strength such as
    `strict-aliasing=2`.
    """
    name, _, strength = warning.partition("=")
    return (f"-W{warning}", f"-Werror={name}") if strength else (f"-Werror={name}",)


def _folder(include: str) -> tuple[str, ...]:
    return (f"-I{include}",) if include else ()
