"""Pools of seeds and donors: programs by language, from folders or the bundled corpus, in a fixed order."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import msgspec

import aberration
from aberration.core.errors import BadInput
from aberration.core.program import Program, load_program
from aberration.targets.front_end import compile_glsl

SUFFIXES = (".spv", ".frag", ".comp", ".c")
SEED_KINDS = ("references", "compute")
DONOR_KINDS = ("donors",)

Compile = Callable[[Program], Program]


class SeedPool(msgspec.Struct, frozen=True):
    """Seeds and donors; a seed's position in its language is what a plan names."""

    seeds: tuple[Program, ...]
    donors: tuple[Program, ...] = ()

    def of(self, language: str) -> tuple[Program, ...]:
        """Return the seeds of a language."""
        return tuple(program for program in self.seeds if program.language == language)

    def donors_of(self, language: str) -> tuple[Program, ...]:
        """Return the donors of a language."""
        return tuple(program for program in self.donors if program.language == language)

    @property
    def digest(self) -> str:
        """Return 16 hex digits that stand for all programs and their order, whatever their names."""
        rows = [[program.digest for program in part] for part in (self.seeds, self.donors)]
        return hashlib.blake2b(msgspec.json.encode(rows), digest_size=8).hexdigest()


def bundled_corpus() -> Path:
    """Return the folder of the bundled corpus: that of the checkout, or the one installed in the package."""
    package = Path(aberration.__file__).resolve().parent
    for folder in (package.parent.parent / "corpus", package / "corpus"):
        if (folder / "spirv").is_dir():
            return folder
    hint = "Name folders of seeds with -s."
    raise BadInput("the bundled corpus is missing: neither in a checkout nor in the package", hint=hint)


def load_pool(seeds: Sequence[str], donors: Sequence[str], compile_program: Compile = compile_glsl) -> SeedPool:
    """Read the folders, or what is bundled where none is named; raise `BadInput` for a folder without programs."""
    return SeedPool(
        load_folders(seeds or _bundled(SEED_KINDS), compile_program),
        load_folders(donors or _bundled(DONOR_KINDS), compile_program),
    )


def _bundled(kinds: Iterable[str]) -> list[str]:
    return [str(bundled_corpus() / "spirv" / kind) for kind in kinds]


def load_folders(folders: Iterable[str], compile_program: Compile = compile_glsl) -> tuple[Program, ...]:
    """Return the programs of the folders, sorted by path within each, equal ones once; GLSL comes as SPIR-V."""
    found: dict[str, Program] = {}
    for folder in folders:
        for path in program_files(Path(folder)):
            program = load_seed(path, compile_program)
            found.setdefault(program.digest, program)
    return tuple(found.values())


def program_files(folder: Path) -> list[Path]:
    """Return the programs in a folder, at any depth, or the one file that is named; sorted."""
    if folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise BadInput("expected a folder of seeds, but there is none", where=str(folder))
    files = [path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file()]
    if not files:
        raise BadInput(f"expected programs ({' '.join(SUFFIXES)}), but none was found", where=str(folder))
    return sorted(files, key=lambda path: path.relative_to(folder).parts)


def load_seed(path: Path, compile_program: Compile = compile_glsl) -> Program:
    """Read one program with its inputs; GLSL is compiled to SPIR-V."""
    program = msgspec.structs.replace(load_program(path), name=path.name.removesuffix(path.suffix))
    return compile_program(program) if program.language == "glsl" else program
