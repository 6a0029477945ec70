"""Runner of the sanitizers: what they find in one program, as a list of checks.

The program is compiled with the sanitizers of each compiler family here, and run. Address and
undefined-behaviour sanitizers of gcc and clang, and clang's memory sanitizer for values that were
never set. They see the one run that the inputs give, not others.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec

from aberration.core.check import Check, failed_check, not_run, passed_check
from aberration.core.outcome import Compiled, Outcome, Text
from aberration.core.process import OUTPUT_CAP, Finished, execute, plain_environment, search_path
from aberration.core.program import Program
from aberration.languages.c.compilers import (
    Compiler,
    csmith_include,
    find_compilers,
    newest_by_family,
)
from aberration.targets.isolation import leave_network, limit_file_size
from aberration.targets.runner import Clock

COMPILE_SECONDS = 60.0
_SHOWN = 10
_FLAGS = ("-w", "-g", "-fno-omit-frame-pointer")
_REPORTS = (
    re.compile(r"^(?P<text>.+?:\d+:\d+: runtime error: .+)$", re.MULTILINE),
    re.compile(r"(?P<text>ERROR: (?:Address|Leak)Sanitizer: .+)$", re.MULTILINE),
    re.compile(r"(?P<text>WARNING: MemorySanitizer: .+)$", re.MULTILINE),
)
_PLACE = re.compile(
    r"^SUMMARY: \w+Sanitizer: .+?(?P<place>[^\s/]+:\d+(?::\d+)?)(?P<function> in \w+)?",
    re.MULTILINE,
)
_ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1",
    "UBSAN_OPTIONS": "print_stacktrace=0",
}


class Sanitizer(msgspec.Struct, frozen=True):
    """One way to compile a program so that it tells what is undefined in it."""

    compiler: Compiler
    flag: str

    @property
    def name(self) -> str:
        """Return what was run, such as `gcc-12 address,undefined`."""
        return f"{self.compiler.name} {self.flag}"


class CSanitized:
    """Options: `file`, as which reports name the program; `deadline` of a run in seconds;
    `expected`, as JSON.
    """

    def __init__(self) -> None:
        self._file = ""
        self._deadline = 0.0
        self._expected: Text | None = None

    def open(self, options: Mapping[str, str]) -> str:
        self._file = options["file"]
        self._deadline = float(options["deadline"])
        self._expected = msgspec.json.decode(options["expected"], type=Text | None)
        limit_file_size(OUTPUT_CAP)
        return leave_network()

    def run(self, program: Program, clock: Clock) -> Outcome:
        with clock:
            checks = run_checks(program, self._file, self._deadline, self._expected, search_path())
        return Compiled(msgspec.json.encode(checks).decode())

    def close(self) -> None:
        """There is nothing to let go."""


def run_checks(
    program: Program, file_name: str, deadline: float, expected: Text | None, folders: str
) -> list[Check]:
    """Return a check for each sanitizer, run by this very process."""
    sanitizers = available_sanitizers(folders)
    if not sanitizers:
        return [
            not_run(
                "sanitizers",
                "no gcc and no clang on the PATH; to get one: sudo apt-get install gcc",
            )
        ]
    return [_check(sanitizer, program, file_name, deadline, expected) for sanitizer in sanitizers]


def available_sanitizers(folders: str) -> list[Sanitizer]:
    """Return the sanitizers of the newest gcc and the newest clang."""
    known = find_compilers(folders)
    newest = newest_by_family(compiler for compiler in known if compiler.family in ("gcc", "clang"))
    both = [Sanitizer(compiler, "address,undefined") for compiler in newest.values()]
    return both + [
        Sanitizer(compiler, "memory") for family, compiler in newest.items() if family == "clang"
    ]


def _check(
    sanitizer: Sanitizer, program: Program, file_name: str, deadline: float, expected: Text | None
) -> Check:
    """Return the check; a wrong result counts only if it is there without optimisation too.

    The sanitizer's own compiler may be the one that a bug is looked for in.
    """
    ran = _compile_and_run(sanitizer, program, file_name, deadline, "-O1")
    if isinstance(ran, Check):
        return ran
    if expected is None or undefined_in(ran.log) or _gives(ran, expected):
        return _check_of(sanitizer, ran, deadline)
    ran = _compile_and_run(sanitizer, program, file_name, deadline, "-O0")
    if isinstance(ran, Check):
        return ran
    check = _check_of(sanitizer, ran, deadline)
    if check.result != "passed" or _gives(ran, expected):
        return check
    return failed_check(
        sanitizer.name, f"it ends with {check.detail}, which is not the known result"
    )


def _gives(ran: Finished, expected: Text) -> bool:
    return not ran.timed_out and (ran.stdout, ran.status) == (expected.stdout, expected.exit_status)


def _compile_and_run(
    sanitizer: Sanitizer, program: Program, file_name: str, deadline: float, level: str
) -> Finished | Check:
    """Compile a program and run it; a program that is not compiled was not checked."""
    with tempfile.TemporaryDirectory(prefix="aberration-") as place:
        folder = Path(place)
        (folder / file_name).write_bytes(program.source)
        environment = plain_environment(folder, _ENVIRONMENT)
        folders = [f"-I{include}"] if (include := csmith_include()) else []
        flags = [*_FLAGS, f"-fsanitize={sanitizer.flag}", *folders, f"./{file_name}"]
        command = [sanitizer.compiler.path, *flags, "-o", "program", "-lm", level]
        compiled = execute(command, folder, COMPILE_SECONDS, environment)
        if compiled.status != 0:
            return not_run(sanitizer.name, f"it was not compiled: {_why(sanitizer, compiled.log)}")
        work = folder / "work"
        work.mkdir()
        command = [str(folder / "program"), *program.inputs.arguments]
        return execute(
            command, folder, deadline, environment, work=work, stdin=program.inputs.stdin
        )


def _check_of(sanitizer: Sanitizer, ran: Finished, deadline: float) -> Check:
    found = undefined_in(ran.log)
    if found:
        return failed_check(sanitizer.name, "\n".join(found[:_SHOWN]))
    if ran.timed_out:
        return not_run(sanitizer.name, f"it did not end within {deadline:g} s")
    if ran.status < 0:
        return failed_check(
            sanitizer.name,
            f"the program died of {ran.signal}, and the sanitizer says nothing about it",
        )
    return passed_check(
        sanitizer.name, f"exit status {ran.status}, {len(ran.stdout)} bytes printed"
    )


def undefined_in(log: str) -> list[str]:
    """Return what sanitizers reported, each once, with the place in the source where it is
    it.
    """
    place = _PLACE.search(log)
    where = f"{place['place']}{place['function'] or ''}: " if place else ""
    found: list[str] = []
    for pattern in _REPORTS:
        for match in pattern.finditer(log):
            text = match["text"].strip().removeprefix("./")
            found.append(text if "runtime error" in text else f"{where}{_without_addresses(text)}")
    return list(dict.fromkeys(found))


def _without_addresses(text: str) -> str:
    """Leave out the addresses of a report."""
    return re.sub(r" (?:on|at|to)? ?(?:unknown )?address 0x[0-9a-f]+.*", "", text)


def _why(sanitizer: Sanitizer, log: str) -> str:
    """Return the error line of a compiler's log, and what to do where the sanitizer itself is
    missing.
    """
    if "libclang_rt" in log or "cannot find -l" in log:
        major = sanitizer.compiler.name.rpartition("-")[2]
        package = (
            f"libclang-rt-{major}-dev"
            if sanitizer.compiler.family == "clang"
            else f"libgcc-{major}-dev"
        )
        return f"its sanitizers are not installed; to get them: sudo apt-get install {package}"
    lines = [line for line in log.splitlines() if "error" in line]
    return (lines or log.splitlines() or ["no message"])[0][:300]
