"""A store just before a conditional jump moves behind it."""

from __future__ import annotations

from aberration.targets.c_mutants.assembly import (
    in_functions,
    is_branch,
    is_store,
    is_variable,
    windows,
)
from aberration.targets.c_mutants.mutant import CMutant


def rewrite(text: str) -> str:
    """Store only where the jump is not taken."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    changed = list(lines)
    for at, (store, compare, jump) in windows(lines, 3):
        guard = compare.op.startswith("cmp") and is_variable(compare.last) and is_branch(jump)
        if is_store(store) and guard and compare.last != store.last:
            changed[at : at + 3] = [lines[at + 1], lines[at + 2], lines[at]]
    return changed


MUTANT = CMutant(
    "sunk-store",
    "a store sunk past a branch into one of its two sides",
    ("a guard behind a store",),
    "assembly",
    "-O1",
    rewrite,
)
