"""Targets for C: every gcc and clang on the PATH at every level, such as `gcc-12:-O2`, and `tcc`."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.process import first_line

LEVELS: Final = ("-O0", "-O1", "-Os", "-O2", "-O3")
MEMORY: Final = 4096
INSTALL: Final = {family: f"sudo apt-get install {family}" for family in ("gcc", "clang", "tcc")}
_NAME: Final = re.compile(r"(gcc|clang)(?:-(\d+))?")
_MAJOR: Final = re.compile(r"\d+")


class Compiler(msgspec.Struct, frozen=True):
    """A C compiler: `name` as in target ids (`gcc-12`), family (`gcc`, `clang`, `tcc`) and file."""

    name: str
    family: str
    path: str


def providers() -> list[Target]:
    """Return the targets of every compiler found, and one unavailable target for each family that is missing."""
    found = find_compilers(os.environ.get("PATH", os.defpath))
    targets = [_target(compiler, level) for compiler in found for level in levels(compiler)]
    families = {compiler.family for compiler in found}
    return targets + [_missing(family) for family in INSTALL if family not in families]


def levels(compiler: Compiler) -> tuple[str, ...]:
    """Return the optimisation levels of a compiler; tcc has but one, without a name."""
    return ("",) if compiler.family == "tcc" else LEVELS


def find_compilers(search_path: str) -> list[Compiler]:
    """Return the compilers in the folders of a PATH: each file once, each name once, the first one wins."""
    found: dict[str, Compiler] = {}
    files: set[Path] = set()
    for path, family, major in _candidates(search_path):
        real = path.resolve()
        if real in files or not os.access(path, os.X_OK):
            continue
        files.add(real)
        name = f"{family}-{major or _asked_major(path)}"
        found.setdefault(name, Compiler(name, family, str(path)))
    compilers = sorted(found.values(), key=_by_family_and_version)
    tcc = shutil.which("tcc", path=search_path)
    return [*compilers, Compiler("tcc", "tcc", tcc)] if tcc else compilers


def csmith_include() -> str:
    """Return the folder with `csmith.h`, which the programs of csmith include; nothing if it is not installed."""
    program = shutil.which("csmith")
    prefixes = [Path(program).resolve().parent.parent] if program else []
    for prefix in [*prefixes, Path("/usr"), Path("/usr/local")]:
        headers = sorted((prefix / "include").glob("csmith*/**/csmith.h"))
        if headers:
            return str(headers[-1].parent)
    return ""


def _candidates(search_path: str) -> list[tuple[Path, str, str]]:
    """Return (file, family, major version in its name) in the order of the PATH, names with a version first."""
    found: list[tuple[Path, str, str]] = []
    for folder in dict.fromkeys(search_path.split(os.pathsep)):
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        matches = [match for match in map(_NAME.fullmatch, names) if match]
        found.extend((Path(folder) / match[0], match[1], match[2] or "") for match in matches)
    return sorted(found, key=lambda candidate: not candidate[2])


def _asked_major(path: Path) -> str:
    match = _MAJOR.search(first_line([str(path), "-dumpversion"]))
    return match[0] if match else "unknown"


def _by_family_and_version(compiler: Compiler) -> tuple[bool, int]:
    match = _MAJOR.search(compiler.name)
    return compiler.family != "gcc", int(match[0]) if match else 0


def _target(compiler: Compiler, level: str) -> Target:
    options = (("path", compiler.path), ("family", compiler.family), ("level", level), ("include", csmith_include()))
    return Target(
        id=f"{compiler.name}:{level}" if level else compiler.name,
        kind="executes",
        languages=("c",),
        stages=(Stage(compiler.name, WorkerSpec("c", options, memory=MEMORY)),),
        groups=tuple(dict.fromkeys((compiler.family, compiler.name, "c"))),
        family=compiler.family,
    )


def _missing(family: str) -> Target:
    return Target(
        id=family,
        kind="executes",
        languages=("c",),
        groups=("c",),
        family=family,
        available=False,
        reason=f"no {family} on the PATH",
        install=INSTALL[family],
    )
