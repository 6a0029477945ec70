"""The corpus of the shading languages as it is and as we print it, on the targets that take it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from helpers.conformance import SECONDS, available
from helpers.here import named

from aberration.core.outcome import Outcome
from aberration.core.program import Program, load_program
from aberration.core.target import Target
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.targets.pool import TargetPool

SHADING: Final = Path(__file__).resolve().parents[2] / "corpus" / "shading"
_LANGUAGES: Final[tuple[LanguageName, ...]] = ("glsl", "essl", "wgsl")
_FRONT_ENDS: Final = ("glslang", "glslang@12.0.0", "shaderc", "shaderc:-O", "shaderc:-Os")
_BEHIND_A_FRONT_END: Final = (
    "lavapipe",
    "swiftshader",
    "spirv-cross+softpipe",
    "spirv-cross:310es+zink-lavapipe",
)


@cache
def corpus() -> tuple[Program, ...]:
    """Return all programs, by language and name."""
    paths = [
        path
        for name in _LANGUAGES
        for path in sorted((SHADING / name).iterdir())
        if path.suffix != ".json"
    ]
    return tuple(load_program(path) for path in paths)


@cache
def printed(program: Program) -> Program:
    """Return a program in our own words: read and written."""
    language = next(name for name in _LANGUAGES if name == program.language)
    text = write(read(program.source, language, program.name).module)
    return msgspec.structs.replace(program, source=text.encode())


def compilers() -> list[Target]:
    """Return all targets that take a text and are no mutants, and chains of each front end with
    each kind of end.
    """
    alone = [
        target for target in available() if target.kind != "translates" and not _broken(target)
    ]
    chains = (f"{front}+{end}" for front in _FRONT_ENDS for end in _BEHIND_A_FRONT_END)
    return [target for target in (*alone, *map(named, chains)) if taken_by(target)]


def taken_by(target: Target) -> list[Program]:
    """Return the programs in a language of the target."""
    return [program for program in corpus() if program.language in target.languages]


def both(pool: TargetPool, target: Target, program: Program) -> tuple[Outcome, Outcome]:
    """Return what a target makes of a program and of the same program as we print it."""
    return pool.run(target, program, SECONDS).outcome, pool.run(
        target, printed(program), SECONDS
    ).outcome


def _broken(target: Target) -> bool:
    return "mutants" in target.groups
