"""A single store under a guard is made without the guard."""

from __future__ import annotations

from aberration.targets.c_mutants.assembly import (
    in_functions,
    is_branch,
    is_store,
    is_variable,
    label,
    windows,
)
from aberration.targets.c_mutants.mutant import CMutant


def rewrite(text: str) -> str:
    """Drop the jump around a single store."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    gone: set[int] = set()
    for at, (compare, jump, store) in windows(lines, 3):
        guard = any(map(is_variable, compare.operands)) and is_branch(jump)
        alone = at + 3 < len(lines) and label(lines[at + 3]) == jump.last
        if guard and alone and is_store(store):
            gone.add(at + 1)
    return [line for at, line in enumerate(lines) if at not in gone]


MUTANT = CMutant(
    "speculated-store",
    "if-conversion that introduces a store",
    ("a guarded assignment",),
    "assembly",
    "-O1",
    rewrite,
)
