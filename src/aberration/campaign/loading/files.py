"""The programs of one file, as they are written, each with the inputs that it asks for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec

from aberration.campaign.loading.fit import Fitted, with_defaults, with_inputs
from aberration.campaign.loading.pairs import check_stage, other_file, with_own_companion
from aberration.campaign.loading.shadertoy import complete_shadertoy
from aberration.campaign.readers.job import check_job
from aberration.campaign.readers.registry import READERS, read_programs
from aberration.core.errors import BadInput, MalformedAssembly
from aberration.core.inputs import inputs_of
from aberration.core.inputs_file import InputsFile, read_file
from aberration.core.program import Program, Stage, shading_language, stage_of_spirv, stage_of_wgsl
from aberration.languages.spirv.assembler import assemble
from aberration.languages.spirv.validate import environment_of, validate

SHADERS: Final = (".vert", ".vs", ".geom", ".frag", ".comp", ".glsl")
ASSEMBLY: Final = (".spvasm", ".asm")
SUFFIXES: Final = (".spv", *ASSEMBLY, *SHADERS, ".wgsl", ".c", *READERS)
_STAGES: Final[dict[str, Stage]] = {
    **dict.fromkeys(("vert", "vertex", "vs"), "vertex"),
    **dict.fromkeys(("geom", "geometry", "gs"), "geometry"),
    **dict.fromkeys(("frag", "fragment", "fs"), "fragment"),
    **dict.fromkeys(("comp", "compute", "cs"), "compute"),
}
"""The last word of the name of a `.glsl` file, or the suffix of another one."""
_WORDS: Final = re.compile(r"[._-]")
_VERSION: Final = re.compile(r"^\s*;\s*Version:\s*1\.(?P<minor>[0-6])\s*$", re.MULTILINE)
_BYTE_ORDER_MARK: Final = "\N{ZERO WIDTH NO-BREAK SPACE}".encode()
"""Some editors write one in front, and no driver's compiler takes it."""
_TRIED: Final = (0, 3, 4, 6)
"""Minor versions of SPIR-V for assembly that names none: the lowest in which the module is
valid.
"""


class LoadedPrograms(msgspec.Struct, frozen=True):
    """The programs of a file, and what is worth a line about them."""

    programs: tuple[Program, ...]
    notes: tuple[str, ...] = ()


def load_file(path: Path) -> LoadedPrograms:
    """Read the programs of a file with their inputs; raise `BadInput` for what is wrong in it
    or beside it.
    """
    if path.suffix not in SUFFIXES:
        known = " ".join(SUFFIXES)
        raise BadInput(
            f"expected a program ({known}), but a {path.suffix or 'suffixless'} file came",
            where=str(path),
        )
    if path.suffix in READERS:
        return _test_file(path)
    program, added = _program(path)
    given = None if program.language == "c" else inputs_beside(path)
    other = other_file(path, given)
    if other is not None:
        beside, _ = _program(other)
        check_stage(program, path)
        check_stage(beside, other)
        program = msgspec.structs.replace(program, companion=beside.source)
    elif path.suffix == ".wgsl":
        program = with_own_companion(program, given)
    job = path.suffix in SHADERS and not program.vertices
    notes = check_job(path) if job else ()
    found = _fit_inputs(program, given, str(path))
    return LoadedPrograms((found.program,), (*notes, *added, *found.notes))


def inputs_beside(path: Path) -> InputsFile | None:
    """Read the file of inputs beside a program: its name with any number of suffixes less, and
    `.json`.
    """
    stem = path.name
    while "." in stem:
        stem = stem.rpartition(".")[0]
        candidate = path.with_name(f"{stem}.json")
        if stem and candidate.is_file():
            return read_file(_bytes(candidate), str(candidate))
    return None


def _test_file(path: Path) -> LoadedPrograms:
    found = [
        with_defaults(program, str(path)) if _is_readable(program) else Fitted(program)
        for program in read_programs(path)
    ]
    several = len(found) > 1
    notes = [
        f"{one.program.name}: {note}" if several else note for one in found for note in one.notes
    ]
    return LoadedPrograms(tuple(one.program for one in found), tuple(notes))


def _fit_inputs(program: Program, given: InputsFile | None, where: str) -> Fitted:
    """Fit the inputs of a program; those of C and of modules that are not valid stay as they
    are.
    """
    if _is_readable(program):
        return with_inputs(program, given, where)
    return Fitted(
        program if given is None else msgspec.structs.replace(program, inputs=inputs_of(given))
    )


def _is_readable(program: Program) -> bool:
    if program.language == "spirv":
        return validate(program.source, environment_of(program.source)) is None
    return program.language != "c"


def _program(path: Path) -> tuple[Program, tuple[str, ...]]:
    """Return the program of a file, and what was added to it."""
    name = path.name.removesuffix(path.suffix)
    source = _bytes(path)
    if path.suffix in ASSEMBLY:
        source = _assemble(path, source)
    if path.suffix in (".spv", *ASSEMBLY):
        return Program("spirv", stage_of_spirv(source, str(path)), source, name=name), ()
    if path.suffix == ".wgsl":
        return Program("wgsl", stage_of_wgsl(source, str(path)), source, name=name), ()
    if path.suffix == ".c":
        return Program("c", "program", source, name=name), ()
    text = source.removeprefix(_BYTE_ORDER_MARK)
    whole = complete_shadertoy(text, str(path))
    stage = "fragment" if whole.note else _stage(path)
    program = Program(shading_language(whole.text, stage), stage, whole.text, name=name)
    return program, (whole.note,) if whole.note else ()


def _stage(path: Path) -> Stage:
    """Return the stage that a file's name tells: `x.frag`, or `x.frag.glsl`, `x_fs.glsl`,
    `frag.glsl`.
    """
    word = _WORDS.split(path.name.removesuffix(".glsl"))[-1].lower()
    if word in _STAGES:
        return _STAGES[word]
    hint = "Name it x.vert.glsl, x.geom.glsl, x.frag.glsl or x.comp.glsl."
    raise BadInput(
        "expected the stage in the name of a .glsl file, but it has none",
        where=str(path),
        hint=hint,
    )


def _assemble(path: Path, source: bytes) -> bytes:
    """Return the module of an assembly text, in the version that its header tells, or the
    lowest that fits.
    """
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"expected SPIR-V assembly as UTF-8 text, but byte {error.start} is none"
        raise BadInput(message, where=str(path)) from None
    stated = _VERSION.search(text)
    try:
        modules = [
            assemble(text, (1, minor)) for minor in ((int(stated["minor"]),) if stated else _TRIED)
        ]
    except MalformedAssembly as error:
        raise error.at(str(path)) from None
    return next(
        (module for module in modules if validate(module, environment_of(module)) is None),
        modules[0],
    )


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(path)) from None
