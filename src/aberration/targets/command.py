"""Targets from the user's TOML file: any compiler by a template, without code.

Its tables `[target.NAME]` are records of `CommandDefinition`.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import msgspec

from aberration.core.errors import BadInput
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.c.compilers import csmith_include
from aberration.targets import c, vulkan
from aberration.targets.command_definition import CommandDefinition, check
from aberration.targets.spirv_tools import driver_stage
from aberration.targets.user_file import definitions_file, record_of, tables_of


def providers() -> list[Target]:
    """Return the targets of the user's file, if there is one."""
    path = definitions_file(os.environ)
    return [] if path is None else targets_of(path)


def targets_of(path: Path) -> list[Target]:
    """Return the targets of a file; raise `BadInput` naming file and key for what is wrong in
    it.
    """
    folder = path.resolve().parent
    definitions = read_definitions(path)
    return [
        _target(name, _resolve_programs(definition, folder), str(path))
        for name, definition in definitions.items()
    ]


def read_definitions(path: Path) -> dict[str, CommandDefinition]:
    """Return the `[target.NAME]` tables of a file by name; other tables are not looked at."""
    where = str(path)
    return {
        name: _definition(name, table, where) for name, table in tables_of(path, "target").items()
    }


def _definition(name: str, table: object, where: str) -> CommandDefinition:
    definition = record_of(table, CommandDefinition, f"target.{name}", where)
    check(name, definition, where)
    return definition


def _resolve_programs(definition: CommandDefinition, folder: Path) -> CommandDefinition:
    """Resolve the programs that are given by a path relative to the file."""
    command, version = (
        _from(folder, words) for words in (definition.command, definition.version_command)
    )
    # Programs of csmith include a header, which C compilers find by CPATH.
    headers = csmith_include() if definition.language == "c" else ""
    environment = {"CPATH": headers} if headers else {}
    return msgspec.structs.replace(
        definition,
        command=command,
        version_command=version,
        environment=environment | definition.environment,
    )


def _from(folder: Path, words: tuple[str, ...]) -> tuple[str, ...]:
    if not words or os.sep not in words[0]:
        return words
    return (str(folder / words[0]), *words[1:])


def _target(name: str, definition: CommandDefinition, where: str) -> Target:
    options = (("definition", msgspec.json.encode(definition).decode()),)
    stage = Stage(name, WorkerSpec("command", options, memory=definition.memory))
    executor = _executor(name, definition, where) if definition.kind == "translates" else None
    reason = ""
    if shutil.which(definition.command[0]) is None:
        reason = f"{definition.command[0]} is no program on this machine"
    elif executor is not None and not executor.available:
        reason = f"its output cannot be executed: {executor.reason}"
    return Target(
        id=name,
        kind="executes" if definition.kind == "translates" else definition.kind,
        languages=(definition.language,),
        stages=(stage,)
        if executor is None or not executor.stages
        else (stage, executor.stages[-1]),
        groups=tuple(dict.fromkeys((*definition.groups, "command"))),
        family=name,
        available=not reason,
        reason=reason,
        install=definition.install,
    )


def _executor(name: str, definition: CommandDefinition, where: str) -> Target:
    """Return the target that executes the output: the one of `then`, or for SPIR-V any driver."""
    known = {
        target.id: target
        for target in (*vulkan.providers(), *c.providers())
        if target.kind == "executes"
    }
    fitting = {
        key: target
        for key, target in known.items()
        if definition.output_language in target.languages
    }
    if definition.then:
        if definition.then not in fitting:
            choice = " ".join(fitting) or "none here"
            message = (
                f"target.{name}.then: expected a target that executes "
                f"{definition.output_language} ({choice}), "
            )
            raise BadInput(f"{message}but {definition.then!r} came", where=where)
        return fitting[definition.then]
    driver = driver_stage() if definition.output_language == "spirv" else None
    return fitting[driver.name] if driver else next(iter(fitting.values()))
