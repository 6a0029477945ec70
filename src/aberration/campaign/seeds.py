"""Pools of seeds and donors: programs by language, from folders or the bundled corpus, in a
fixed order.
"""

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

import msgspec

import aberration
from aberration.campaign.loading.files import ASSEMBLY, SUFFIXES, load_file
from aberration.campaign.readers.job import is_left_out
from aberration.campaign.seed_pool import FileNote as FileNote
from aberration.campaign.seed_pool import RefusedFile as RefusedFile
from aberration.campaign.seed_pool import SeedPool as SeedPool
from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.front_end import SHADING_LANGUAGES, compile_glsl

SEED_KINDS = ("spirv/references", "spirv/compute", "spirv/vertex", "c")
TEXT_KINDS = ("shading", "vertex", "geometry", "pairs")
"""Bundled shaders that are seeds as they are written; in SPIR-V there are others."""
SPIRV = frozenset({"spirv", "c"})
"""The languages of seeds where nobody wants shaders as they are written."""
DONOR_KINDS = ("spirv/donors",)

Compile = Callable[[Program], Program]
Form = Literal["written", "compiled"]


class LoadedSeeds(msgspec.Struct, frozen=True):
    """What the files of folders hold."""

    programs: tuple[Program, ...]
    refused: tuple[RefusedFile, ...] = ()
    notes: tuple[FileNote, ...] = ()


def bundled_corpus() -> Path:
    """Return the folder of the bundled corpus: that of the checkout, or the one installed in
    the package.
    """
    package = Path(aberration.__file__).resolve().parent
    for folder in (package.parent.parent / "corpus", package / "corpus"):
        if (folder / "spirv").is_dir():
            return folder
    hint = "Name folders of seeds with -s."
    raise BadInput(
        "the bundled corpus is missing: neither in a checkout nor in the package", hint=hint
    )


def load_pool(
    seeds: Sequence[str],
    donors: Sequence[str],
    compile_program: Compile = compile_glsl,
    wanted: Collection[str] = SPIRV,
) -> SeedPool:
    """Read the folders, or what is bundled where none is named, in the languages that are `wanted`.

    Raise `BadInput` for a folder without programs.
    """
    seeded = (
        load_folders(seeds, compile_program, wanted)
        if seeds
        else _bundled_seeds(compile_program, wanted)
    )
    given = load_folders(donors or _folders_of(DONOR_KINDS), compile_program)
    notes = tuple(dict.fromkeys((*seeded.notes, *given.notes)))
    return SeedPool(seeded.programs, given.programs, (*seeded.refused, *given.refused), notes)


def _bundled_seeds(compile_program: Compile, wanted: Collection[str]) -> LoadedSeeds:
    """Return the bundled modules and C programs, and the shaders as they are written where
    those are wanted.
    """
    modules = load_folders(_folders_of(SEED_KINDS), compile_program)
    written = set(wanted) & {*SHADING_LANGUAGES, "wgsl"}
    if not written:
        return modules
    texts = load_folders(_folders_of(TEXT_KINDS), compile_program, written)
    parts = (modules, texts)
    return LoadedSeeds(
        tuple(program for part in parts for program in part.programs),
        tuple(file for part in parts for file in part.refused),
        tuple(note for part in parts for note in part.notes),
    )


def _folders_of(kinds: Iterable[str]) -> list[str]:
    return [str(bundled_corpus() / kind) for kind in kinds]


def load_folders(
    folders: Iterable[str], compile_program: Compile = compile_glsl, wanted: Collection[str] = SPIRV
) -> LoadedSeeds:
    """Return the programs of the folders, sorted by path within each, equal ones once.

    GLSL and ESSL come as they are written where that is `wanted`, and as SPIR-V where that is.
    Files that cannot be used are returned beside them; raise `BadInput` when all are such.
    """
    paths = [path for folder in folders for path in program_files(Path(folder))]
    # The front end is a process of its own for each shader: one at a time would leave the other
    # processors idle.
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        read = list(workers.map(lambda path: _read_file(path, compile_program, wanted), paths))
    found: dict[str, Program] = {}
    for program in (program for one in read for program in one.programs):
        found.setdefault(program.digest, program)
    refused = tuple(
        {file.path: file for one in reversed(read) for file in reversed(one.refused)}.values()
    )[::-1]
    if not found and refused:
        count = (
            f"none of {len(refused)} programs can be used"
            if len(refused) > 1
            else "it cannot be used"
        )
        raise BadInput(f"{count}: {refused[0].reason}", where=refused[0].path)
    return LoadedSeeds(
        tuple(found.values()),
        refused,
        tuple(dict.fromkeys(note for one in read for note in one.notes)),
    )


def _read_file(path: Path, compile_program: Compile, wanted: Collection[str]) -> LoadedSeeds:
    """Return what one file holds, in all forms that are wanted."""
    try:
        read = load_file(path)
    except BadInput as error:
        return LoadedSeeds((), (RefusedFile(str(path), _reason(error, path)),))
    programs: list[Program] = []
    refused: list[RefusedFile] = []
    for form in _forms(path, wanted):
        try:
            programs += _in_form(form, read.programs, compile_program)
        except BadInput as error:
            refused.append(RefusedFile(str(path), _reason(error, path)))
    return LoadedSeeds(
        tuple(programs), tuple(refused), tuple(FileNote(str(path), text) for text in read.notes)
    )


def _forms(path: Path, wanted: Collection[str]) -> tuple[Form, ...]:
    """Return in which forms a file is to be read: only those that may hold shaders have two."""
    if path.suffix in (".spv", *ASSEMBLY, ".c"):
        return ("compiled",)
    written: tuple[Form, ...] = ("written",) if {*SHADING_LANGUAGES, "wgsl"} & {*wanted} else ()
    return (*written, *(("compiled",) if "spirv" in wanted and path.suffix != ".wgsl" else ()))


def _in_form(
    form: Form, programs: Iterable[Program], compile_program: Compile
) -> tuple[Program, ...]:
    """Return the programs of a file in one of its forms; what has no other stands among the
    compiled ones.
    """
    if form == "compiled":
        return tuple(
            compile_program(program) if program.language in SHADING_LANGUAGES else _usable(program)
            for program in programs
        )
    return tuple(
        program for program in programs if program.language in (*SHADING_LANGUAGES, "wgsl")
    )


def _usable(program: Program) -> Program:
    """Return the program; raise `BadInput` for a module that the validator refuses: it proves
    nothing.
    """
    if program.language != "spirv":
        return program
    problem = validate(program.source, environment_of(program.source))
    if problem is not None:
        raise BadInput(f"the module is not valid: {problem}")
    return program


def _reason(error: BadInput, path: Path) -> str:
    """Return what is wrong in one line, with the place in the file where it is known."""
    place = error.where.removeprefix(str(path)).removeprefix(path.name).strip(": ")
    return " ".join(f"{place}: {error.message}".removeprefix(": ").split())


def program_files(folder: Path) -> list[Path]:
    """Return the programs in a folder, at any depth, or the one file that is named; sorted."""
    if folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise BadInput("expected a folder of seeds, but there is none", where=str(folder))
    files = [
        path
        for path in folder.rglob("*")
        if path.suffix in SUFFIXES and path.is_file() and not is_left_out(path)
    ]
    if not files:
        raise BadInput(
            f"expected programs ({' '.join(SUFFIXES)}), but none was found", where=str(folder)
        )
    return sorted(files, key=lambda path: path.relative_to(folder).parts)


def load_one(path: Path) -> tuple[Program, tuple[FileNote, ...]]:
    """Read the one program of a file as it is written, with what is worth a line about it."""
    read = load_file(path)
    if len(read.programs) > 1:
        names = ", ".join(program.name for program in read.programs)
        hint = "Give its folder as seeds (-s), which takes them all."
        raise BadInput(
            f"expected one program, but {len(read.programs)} came ({names})",
            where=str(path),
            hint=hint,
        )
    return read.programs[0], tuple(FileNote(str(path), text) for text in read.notes)
