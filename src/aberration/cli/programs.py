"""Read what the command line names: a program in any language that we know, or the folder of a
test case.
"""

from collections.abc import Callable
from pathlib import Path

from aberration.campaign.loading.files import SUFFIXES
from aberration.campaign.seeds import load_one
from aberration.cli.console import note
from aberration.core.errors import BadInput, MalformedModule
from aberration.core.program import Language, Program
from aberration.core.recipe import TestCase
from aberration.core.testcase import load_case
from aberration.languages.spirv.module import Module
from aberration.targets.front_end import SHADING_LANGUAGES, compile_glsl


def names_case(path: Path) -> bool:
    """True when the path is a test case: its folder, or the `case.json` in it."""
    return path.name == "case.json" or path.is_dir()


def read_case(path: Path) -> TestCase:
    """Read a test case by its folder or its `case.json`."""
    return load_case(path.parent if path.name == "case.json" else path)


def language_of(case: TestCase) -> Language:
    """Return the language of the programs of a case."""
    return next(iter(case.programs.values())).language


def read_source(path: Path) -> Program:
    """Read a program as it is written, with the inputs beside it; say what nobody gives to it."""
    if not path.is_file():
        hint = f"Give a program ({' '.join(SUFFIXES)}) or the folder of a test case."
        raise BadInput("there is no such file", where=str(path), hint=hint)
    program, notes = load_one(path)
    for one in notes:
        note(f"{one.path}: {one.text}")
    return program


def read_forms(path: Path) -> dict[str, Callable[[], Program]]:
    """Return how to read a program by language: a shader in GLSL or ESSL as it is written, then as
    SPIR-V.

    A module is read, and looked at, when it is asked for: what is meant for OpenGL need not compile
    for Vulkan.
    """
    written = read_source(path)
    if written.language in SHADING_LANGUAGES:
        return {written.language: lambda: written, "spirv": lambda: compile_glsl(written)}
    check_readable(written, path)
    return {written.language: lambda: written}


def check_readable(program: Program, path: Path) -> None:
    """Raise `MalformedModule` with the file and the word offset for SPIR-V that cannot be read."""
    if program.language != "spirv":
        return
    try:
        Module.parse(program.source)
    except MalformedModule as error:
        hint = error.hint or "Was it truncated? `aberration check` may say more."
        raise MalformedModule(error.message, where=f"{path}: {error.where}", hint=hint) from None
