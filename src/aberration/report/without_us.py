"""How to see a bug with the tools that everybody has: lines of a shell, in the folder of the bug.

Programs are named by what they are called on any machine, never by where they lie on this one.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Final

from aberration.core.errors import InternalError
from aberration.core.oracle import roles_of
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.spirv.validate import environment_of
from aberration.targets.runners.spirv.front_end import ARGUMENTS
from aberration.targets.runners.spirv.opt_lists import (
    EXPLICIT,
    MACROS,
    Version,
    arguments_of,
)

_TOOLS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"vulkan": ("amber",), "opengl": ("shadertrap", "shader_runner"), "c": ("make",)}
)
"""What runs the files of our formats on a driver, or with a compiler, by the runner's name."""
_SYSTEM: Final = "/usr/"
_OLD_NAME: Final = "VK_DRIVER_FILES"
"""Loaders know the folder of a driver by two names; one is enough for people."""
_STAGES: Final = {"vertex": "vert", "geometry": "geom", "fragment": "frag", "compute": "comp"}


def shell_lines(
    case: TestCase, target: Target | None, commands: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the lines that show the bug: the `commands` of the formats that run what the target
    runs, with the settings of its driver or compiler; behind translators, what each of them does
    with the programs of the case. None where no tool of a shell does what the target does.
    """
    if target is None:
        return commands
    *before, last = (stage.worker for stage in target.stages)
    if any(worker.runner not in _TRANSLATORS for worker in before):
        return ()
    tools = _TOOLS.get(last.runner, ())
    if not before and last.runner not in _TRANSLATORS:
        run = [line for line in commands if line.split()[0] in tools]
        return tuple(_with_settings(line, last) for line in run)
    roles = roles_of(case.oracle)
    made = [_translations(target.stages, role, case.programs[role]) for role in roles]
    return (*(line for lines in made for line in lines), *_then(roles, made, tools, commands))


def _then(
    roles: tuple[str, ...],
    made: list[list[str]],
    tools: tuple[str, ...],
    commands: tuple[str, ...],
) -> list[str]:
    """Return what is to be done with the programs that the translators made."""
    run = [line for line in commands if line.split()[0] in tools]
    if not run or not all(made):
        return []
    return [
        f"# Then, with what was made of {' and '.join(roles)} in place of the program in it:",
        *run,
    ]


def _translations(stages: tuple[Stage, ...], role: str, program: Program) -> list[str]:
    """Return the lines of the stages that translate, up to the first that no tool of a shell
    does.
    """
    lines: list[str] = []
    file = f"case/{role}{program.suffix}"
    for number, stage in enumerate(stages, 1):
        maker = _TRANSLATORS.get(stage.worker.runner)
        if maker is None:
            return lines
        made = f"{role}.{number}{'.glsl' if stage.worker.runner == 'spirv_cross' else '.spv'}"
        more = maker(stage.worker, program, file, made)
        if not more:
            return lines
        lines += more
        file = made
    return lines


def _compile(worker: WorkerSpec, program: Program, file: str, made: str) -> list[str]:
    tool = worker.option("tool")
    words = [
        "glslangValidator" if tool == "glslang" else "glslc",
        *ARGUMENTS[tool],
        *worker.option("flags").split(),
    ]
    stage = _STAGES[program.shader_stage]
    given = ["-S", stage] if tool == "glslang" else [f"-fshader-stage={stage}"]
    return [shlex.join([*words, *given, file, "-o", made]), _validation(made)]


def _optimise(worker: WorkerSpec, program: Program, file: str, made: str) -> list[str]:
    environment = environment_of(program.source) if program.language == "spirv" else "vulkan1.1"
    passes = _passes(worker.option("flags"))
    if not passes:
        return []
    words = ["spirv-opt", f"--target-env={environment}", *passes]
    return [shlex.join([*words, file, "-o", made]), _validation(made, environment)]


def _passes(flags: str) -> list[str]:
    """Return the arguments that flags stand for in each version; none for lists that a version
    decides.
    """
    is_fixed = flags in MACROS or flags.startswith(EXPLICIT)
    return arguments_of(flags, _unknown_version) if is_fixed else []


def _unknown_version() -> Version:
    raise InternalError("passes that are named need no version")


def _cross(worker: WorkerSpec, program: Program, file: str, made: str) -> list[str]:
    version = worker.option("version")
    number = version.removesuffix("es")
    form = "--es" if version != number else "--no-es"
    return [shlex.join(["spirv-cross", file, "--version", number, form, "--output", made])]


def _validation(made: str, environment: str = "vulkan1.1") -> str:
    return f"spirv-val --target-env {environment} {made}"


_TRANSLATORS: Final[Mapping[str, Callable[[WorkerSpec, Program, str, str], list[str]]]] = (
    MappingProxyType({"front_end": _compile, "spirv_opt": _optimise, "spirv_cross": _cross})
)


def _with_settings(line: str, worker: WorkerSpec) -> str:
    """Return a command with the variables of a driver in front, or the compiler behind it."""
    if worker.runner == "c":
        return f"{line} {shlex.join(_of_compiler(worker))}"
    return " ".join([*_variables(worker), line])


def _of_compiler(worker: WorkerSpec) -> list[str]:
    name = PurePosixPath(worker.option("path")).name
    flags = " ".join([worker.option("level"), *worker.option("flags").split()]).strip()
    return [f"CC={name}", f"CFLAGS={flags}"]


def _variables(worker: WorkerSpec) -> list[str]:
    """Return the variables that say which driver is meant: none that names a place of this
    machine alone.
    """
    return [
        f"{name}={shlex.quote(value)}"
        for name, value in worker.environment
        if name != _OLD_NAME and ("/" not in value or value.startswith(_SYSTEM))
    ]
