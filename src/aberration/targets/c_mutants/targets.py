"""Targets `c-mutant-<name>`: gcc with a mistake planted in what it reads or writes;
`c-identity`: without one.
"""

from __future__ import annotations

import platform
from typing import Final

from aberration.core.process import search_path
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.c.compilers import (
    Compiler,
    csmith_include,
    find_compilers,
    newest_by_family,
)
from aberration.targets.c import INSTALL, MEMORY
from aberration.targets.c_mutants.catalogue import C_MUTANTS

IDENTITY: Final = "c-identity"
_MACHINE: Final = "x86_64"


def providers() -> list[Target]:
    """Return one target for each C mutant, and the identity; all of them use the newest gcc."""
    # What gcc writes is read as assembly for one kind of machine.
    compiler = newest_by_family(find_compilers(search_path())).get("gcc")
    mutants = [
        _target(f"c-mutant-{mutant.name}", mutant.name, "mutants", compiler) for mutant in C_MUTANTS
    ]
    return [*mutants, _target(IDENTITY, "identity", "identity", compiler)]


def _target(name: str, mutant: str, group: str, compiler: Compiler | None) -> Target:
    reason, install = ("", "") if compiler else ("no gcc on the PATH", INSTALL["gcc"])
    if platform.machine() != _MACHINE:
        here = platform.machine()
        reason = f"C mutants rewrite assembly for {_MACHINE}, and this machine is {here}"
        install = ""
    path = compiler.path if compiler else ""
    options = (("mutant", mutant), ("path", path), ("include", csmith_include()))
    return Target(
        id=name,
        kind="executes",
        languages=("c",),
        stages=() if reason else (Stage(mutant, WorkerSpec("c_mutant", options, memory=MEMORY)),),
        groups=(group,),
        family=name,
        available=not reason,
        reason=reason,
        install=install,
    )
