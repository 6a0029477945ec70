"""C compilers of this machine: every gcc and clang on the PATH, and tcc; and the header of
csmith's programs.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.process import first_line

_NAME: Final = re.compile(r"(gcc|clang)(?:-(\d+))?")
_MAJOR: Final = re.compile(r"\d+")


class Compiler(msgspec.Struct, frozen=True):
    """A C compiler: `name` as in target ids (`gcc-12`), family (`gcc`, `clang`, `tcc`) and file."""

    name: str
    family: str
    path: str


def find_compilers(search_path: str) -> list[Compiler]:
    """Return the compilers in the folders of a PATH: each file once, each name once, the first
    one wins.
    """
    found: dict[str, Compiler] = {}
    files: set[Path] = set()
    for path, family, major in _candidates(search_path):
        real = path.resolve()
        if real in files or not os.access(path, os.X_OK):
            continue
        files.add(real)
        name = f"{family}-{major or _major_of(path)}"
        found.setdefault(name, Compiler(name, family, str(path)))
    compilers = sorted(found.values(), key=_by_family_and_version)
    tcc = shutil.which("tcc", path=search_path)
    return [*compilers, Compiler("tcc", "tcc", tcc)] if tcc else compilers


def newest_by_family(compilers: Iterable[Compiler]) -> dict[str, Compiler]:
    """Return the newest compiler of each family, of a list by version as `find_compilers` gives
    it.
    """
    return {compiler.family: compiler for compiler in compilers}


def csmith_include() -> str:
    """Return the folder with `csmith.h`, which the programs of csmith include; nothing if it is
    not installed.
    """
    return _include_beside(shutil.which("csmith") or "")


@cache
def _include_beside(program: str) -> str:
    prefixes = [Path(program).resolve().parent.parent] if program else []
    for prefix in [*prefixes, Path("/usr"), Path("/usr/local")]:
        headers = sorted((prefix / "include").glob("csmith*/**/csmith.h"))
        if headers:
            return str(headers[-1].parent)
    return ""


def _candidates(search_path: str) -> list[tuple[Path, str, str]]:
    """Return (file, family, major version in its name) in the order of the PATH, names with a
    version first.
    """
    found: list[tuple[Path, str, str]] = []
    for folder in dict.fromkeys(search_path.split(os.pathsep)):
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        matches = [match for match in map(_NAME.fullmatch, names) if match]
        found.extend((Path(folder) / match[0], match[1], match[2] or "") for match in matches)
    return sorted(found, key=lambda candidate: not candidate[2])


def _major_of(path: Path) -> str:
    match = _MAJOR.search(first_line([str(path), "-dumpversion"]))
    return match[0] if match else "unknown"


def _by_family_and_version(compiler: Compiler) -> tuple[bool, int]:
    match = _MAJOR.search(compiler.name)
    return compiler.family != "gcc", int(match[0]) if match else 0
