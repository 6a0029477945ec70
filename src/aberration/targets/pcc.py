"""Targets `pcc` and `pcc:-O`: the Portable C Compiler, where it is installed; taken by a
campaign when asked for.
"""

from __future__ import annotations

import shutil
from typing import Final

import msgspec

from aberration.core.target import BY_REQUEST, Target
from aberration.languages.c.compilers import Compiler
from aberration.targets.c import compiler_folders, target_of

FAMILY: Final = "pcc"
LEVELS: Final = ("", "-O")
INSTALL: Final = "sudo apt-get install pcc"


def providers() -> list[Target]:
    """Return the targets, unavailable where there is no pcc."""
    path = shutil.which(FAMILY, path=compiler_folders())
    targets = [
        target_of(Compiler(FAMILY, FAMILY, path or FAMILY), level, (BY_REQUEST,))
        for level in LEVELS
    ]
    if path:
        return targets
    missing = {"available": False, "reason": "no pcc on the PATH", "install": INSTALL}
    return [msgspec.structs.replace(target, **missing) for target in targets]
