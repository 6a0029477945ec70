"""Targets for C: every gcc and clang at every level, such as `gcc-12:-O2`, and `tcc`.

They are looked for on the PATH, then among the scripts that `make compilers` leaves in the folder
of compilers.
"""

from __future__ import annotations

import os
from typing import Final

from aberration.core.process import search_path
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.c.compilers import Compiler, csmith_include, find_compilers
from aberration.targets.places import wrappers_folder

LEVELS: Final = ("-O0", "-O1", "-Os", "-O2", "-O3")
MEMORY: Final = 4096
INSTALL: Final = {family: f"sudo apt-get install {family}" for family in ("gcc", "clang", "tcc")}


def providers() -> list[Target]:
    """Return the targets of every compiler found, and one unavailable target for each family
    that is missing.
    """
    found = find_compilers(compiler_folders())
    targets = [target_of(compiler, level) for compiler in found for level in levels(compiler)]
    families = {compiler.family for compiler in found}
    return targets + [_missing(family) for family in INSTALL if family not in families]


def compiler_folders() -> str:
    """Return the folders where compilers are looked for."""
    return os.pathsep.join((search_path(), str(wrappers_folder())))


def levels(compiler: Compiler) -> tuple[str, ...]:
    """Return the optimisation levels of a compiler; tcc has but one, without a name."""
    return ("",) if compiler.family == "tcc" else LEVELS


def target_of(compiler: Compiler, level: str, groups: tuple[str, ...] = ()) -> Target:
    """Return the target of a compiler at a level, in its family's group, its own and those
    given.
    """
    options = (
        ("path", compiler.path),
        ("family", compiler.family),
        ("level", level),
        ("include", csmith_include()),
    )
    return Target(
        id=f"{compiler.name}:{level}" if level else compiler.name,
        kind="executes",
        languages=("c",),
        stages=(Stage(compiler.name, WorkerSpec("c", options, memory=MEMORY)),),
        groups=tuple(dict.fromkeys((compiler.family, compiler.name, *groups, "c"))),
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
