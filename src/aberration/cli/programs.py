"""Read what the command line names: a program in any language that we know, or the folder of a test case."""

from collections.abc import Callable
from pathlib import Path

from aberration.campaign.seeds import load_seed
from aberration.core.errors import BadInput, MalformedAssembly, MalformedModule
from aberration.core.inputs import Inputs, read_inputs
from aberration.core.program import Program, load_program, stage_of_spirv
from aberration.core.recipe import TestCase
from aberration.core.testcase import load_case
from aberration.languages.spirv.assembler import assemble
from aberration.languages.spirv.module import Module
from aberration.targets.front_end import compile_glsl

ASSEMBLY = ".spvasm"
SHADER_SUFFIXES = (".frag", ".comp")


def names_case(path: Path) -> bool:
    """True when the path is a test case: its folder, or the `case.json` in it."""
    return path.name == "case.json" or path.is_dir()


def read_case(path: Path) -> TestCase:
    """Read a test case by its folder or its `case.json`."""
    return load_case(path.parent if path.name == "case.json" else path)


def read_program(path: Path) -> Program:
    """Read a program with the inputs beside it; GLSL and SPIR-V assembly come as SPIR-V."""
    if not path.is_file():
        hint = "Give a program (.spv .spvasm .frag .comp .c) or the folder of a test case."
        raise BadInput("there is no such file", where=str(path), hint=hint)
    if path.suffix != ASSEMBLY:
        return load_seed(path, compile_glsl)
    source = _assembled(path)
    return Program("spirv", stage_of_spirv(source, str(path)), source, _inputs(path), path.stem)


def read_forms(path: Path) -> dict[str, Callable[[], Program]]:
    """Return how to read a program by language: a shader in GLSL or ESSL as it is written, then as SPIR-V.

    A module is read, and looked at, when it is asked for: what is meant for OpenGL need not compile for Vulkan.
    """
    if path.suffix in SHADER_SUFFIXES and path.is_file():
        written = load_program(path)
        return {written.language: lambda: written, "spirv": lambda: read_program(path)}
    program = read_program(path)
    check_readable(program, path)
    return {program.language: lambda: program}


def check_readable(program: Program, path: Path) -> None:
    """Raise `MalformedModule` with the file and the word offset for SPIR-V that cannot be read."""
    if program.language != "spirv":
        return
    try:
        Module.parse(program.source)
    except MalformedModule as error:
        hint = error.hint or "Was it truncated? `aberration check` may tell more."
        raise MalformedModule(error.message, where=f"{path}: {error.where}", hint=hint) from None


def _assembled(path: Path) -> bytes:
    try:
        return assemble(_text(path))
    except MalformedAssembly as error:
        raise error.at(str(path)) from None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"expected SPIR-V assembly as UTF-8 text, but {error}", where=str(path)) from None


def _inputs(path: Path) -> Inputs:
    beside = path.with_suffix(".json")
    return read_inputs(beside.read_bytes(), str(beside)) if beside.is_file() else Inputs()
