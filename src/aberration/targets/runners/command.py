"""Runner of a user's own compiler, as a template says."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import TargetUnavailable
from aberration.core.outcome import (
    Compiled,
    Crash,
    Invalid,
    Outcome,
    Rejected,
    Text,
    Timeout,
    Translated,
)
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
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.command_definition import CommandDefinition, filled_words
from aberration.targets.isolation import leave_network, limit_file_size
from aberration.targets.runner import Clock

_SUFFIXES: Final = {"spirv": ".spv", "c": ".c"}


class CommandRunner:
    """Option: `definition`, a `CommandDefinition` as JSON."""

    def __init__(self) -> None:
        self._definition = CommandDefinition("spirv", ("{input}",))
        self._folder = Path()
        self._environment: dict[str, str] = {}

    def open(self, options: Mapping[str, str]) -> str:
        definition = msgspec.json.decode(options["definition"], type=CommandDefinition)
        if shutil.which(definition.command[0]) is None:
            message = (
                f"expected a program {definition.command[0]!r}, but there is none on this machine"
            )
            raise TargetUnavailable(message, hint=definition.install)
        self._definition = definition
        self._folder = own_folder()
        self._environment = plain_environment(self._folder, definition.environment)
        version = first_line(definition.version_command) if definition.version_command else ""
        limit_file_size(OUTPUT_CAP)
        reason = "" if definition.network else leave_network()
        return f"{version} (can reach the network: {reason})".strip() if reason else version

    def run(self, program: Program, clock: Clock) -> Outcome:
        source = self._folder / f"input{self._definition.input_suffix or program.suffix}"
        write_new(source, program.source)
        output = self._output()
        output.unlink(missing_ok=True)
        command = filled_words(self._definition.command, source.name, output.name)
        with clock:
            finished = execute(command, self._folder, self._definition.timeout, self._environment)
        broken = judge(self._definition, finished)
        if broken is not None:
            return broken
        if self._definition.kind == "compiles":
            return Compiled()
        if not output.is_file():
            return Crash("garbage", log=finished.log, stage="compile")
        return (
            self._execute(program, output, clock)
            if self._definition.kind == "executes"
            else self._read(program)
        )

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _output(self) -> Path:
        default = (
            _SUFFIXES[self._definition.output_language]
            if self._definition.kind == "translates"
            else ""
        )
        return self._folder / f"output{self._definition.output_suffix or default}"

    def _read(self, program: Program) -> Outcome:
        language = self._definition.output_language
        stage = "program" if language == "c" else program.stage
        made = msgspec.structs.replace(
            program, source=self._output().read_bytes(), language=language, stage=stage
        )
        message = (
            validate(made.source, environment_of(made.source)) if language == "spirv" else None
        )
        return Translated(made) if message is None else Invalid(message, made)

    def _execute(self, program: Program, output: Path, clock: Clock) -> Outcome:
        command = [*filled_words(self._definition.run, "", str(output)), *program.inputs.arguments]
        limit = self._definition.run_timeout
        with clock:
            done = execute(
                command, self._folder, limit, self._environment, stdin=program.inputs.stdin
            )
        if done.timed_out:
            return Timeout(limit, stage="run")
        return crash_of(done, "run") if done.status < 0 else Text(done.stdout, done.status)


def judge(definition: CommandDefinition, finished: Finished) -> Outcome | None:
    """Return what went wrong with a call of the compiler, or None for success."""
    printed = msgspec.structs.replace(finished, stderr=finished.stderr + finished.stdout)
    if finished.timed_out:
        return Timeout(definition.timeout, stage="compile")
    fatal = _match(definition.crash_pattern, printed.log)
    if finished.status < 0 or fatal:
        crash = crash_of(printed, "compile")
        return (
            crash
            if crash.assertion or not fatal
            else msgspec.structs.replace(crash, assertion=fatal)
        )
    if finished.status in definition.reject_exit or _match(definition.reject_pattern, printed.log):
        return Rejected(printed.log.strip() or f"exit status {finished.status}", stage="compile")
    return None if finished.status in definition.ok_exit else crash_of(printed, "compile")


def _match(pattern: str, log: str) -> str:
    """Return the text that the pattern matches, or nothing."""
    found = re.search(pattern, log, re.MULTILINE) if pattern else None
    return found[0] if found else ""
