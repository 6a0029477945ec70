"""Targets `zig-<version>:-O2`: the clang that comes inside the Python package ziglang, which needs
no system package.

Each version lies in `zig-<version>` of the folder of compilers, and is called by a script in its
`bin` that `make compilers` writes. zig's own `cc` is not used: it caches, aims at the very
processor it runs on, checks for undefined behaviour, and knows but one level between -O0 and -O3.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from aberration.core.target import Target
from aberration.languages.c.compilers import Compiler
from aberration.targets.c import LEVELS, target_of
from aberration.targets.places import SETUP_COMPILERS, wrappers_folder

_NAME: Final = re.compile(r"zig-\d+(?:\.\d+)+")


def providers() -> list[Target]:
    """Return the targets of every version here, oldest first; one unavailable target if there
    is none.
    """
    compilers = find_zigs(wrappers_folder())
    targets = [target_of(compiler, level, ("zig",)) for compiler in compilers for level in LEVELS]
    return targets or [_missing()]


def find_zigs(folder: Path) -> list[Compiler]:
    """Return the zigs that have a script in a folder."""
    names = filter(_NAME.fullmatch, os.listdir(folder) if folder.is_dir() else ())
    usable = [name for name in names if os.access(folder / name, os.X_OK)]
    return [Compiler(name, "clang", str(folder / name)) for name in sorted(usable, key=_version)]


def _version(name: str) -> list[int]:
    return [int(part) for part in name.removeprefix("zig-").split(".")]


def _missing() -> Target:
    return Target(
        id="zig",
        kind="executes",
        languages=("c",),
        groups=("c",),
        family="clang",
        available=False,
        reason="no zig in the folder of compilers",
        install=SETUP_COMPILERS,
    )
