"""A store is dropped when it puts back what was loaded, though a store on a side path lies
between.
"""

from __future__ import annotations

from aberration.targets.c_mutants.assembly import in_functions
from aberration.targets.c_mutants.mutant import CMutant
from aberration.targets.c_mutants.restores import restores


def rewrite(text: str) -> str:
    """Drop the stores that put back."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    gone = {at for at, _ in restores(lines)}
    return [line for at, line in enumerate(lines) if at not in gone]


MUTANT = CMutant(
    "lost-restore",
    "redundant-store elimination that overlooks a store on a side path",
    ("a variable saved, changed under a guard, and restored",),
    "assembly",
    "-O2",
    rewrite,
)
