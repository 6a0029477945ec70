"""Two variables are compared the other way round."""

from __future__ import annotations

from typing import Final

from aberration.targets.c_mutants.assembly import (
    Instruction,
    in_functions,
    is_variable,
    register,
    windows,
)
from aberration.targets.c_mutants.mutant import CMutant

_MIRRORED: Final = {
    "jl": "jg",
    "jg": "jl",
    "jb": "ja",
    "ja": "jb",
    "jle": "jge",
    "jge": "jle",
    "jbe": "jnb",
    "jnb": "jbe",
}


def rewrite(text: str) -> str:
    """Jump on the mirrored condition."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    changed = list(lines)
    for at, (load, compare, jump) in windows(lines, 3):
        loaded = load.op.startswith("mov") and is_variable(load.operands[0])
        against = compare.op.startswith("cmp") and is_variable(compare.last)
        same = against and register(compare.operands[0]) == register(load.last) != ""
        if loaded and same and jump.op in _MIRRORED:
            changed[at + 2] = str(Instruction(_MIRRORED[jump.op], jump.operands))
    return changed


MUTANT = CMutant(
    "swapped-variables",
    "operands exchanged without the condition",
    ("a guard that compares two variables",),
    "assembly",
    "-O1",
    rewrite,
)
