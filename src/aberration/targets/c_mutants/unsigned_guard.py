"""A signed comparison of a variable with a negative constant jumps as if it were unsigned."""

from __future__ import annotations

from typing import Final

from aberration.targets.c_mutants.assembly import (
    Instruction,
    immediate,
    in_functions,
    is_variable,
    windows,
)
from aberration.targets.c_mutants.mutant import CMutant

_UNSIGNED: Final = {"jl": "jb", "jle": "jbe", "jg": "ja", "jge": "jnb"}


def rewrite(text: str) -> str:
    """Take the unsigned jump."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    changed = list(lines)
    for at, (compare, jump) in windows(lines, 2):
        value = immediate(compare.operands[0]) if compare.op.startswith("cmp") else None
        if value is not None and value < -1 and is_variable(compare.last) and jump.op in _UNSIGNED:
            changed[at + 1] = str(Instruction(_UNSIGNED[jump.op], jump.operands))
    return changed


MUTANT = CMutant(
    "unsigned-guard",
    "a comparison canonicalised with the wrong signedness",
    ("a guard that compares a variable with a negative constant",),
    "assembly",
    "-O1",
    rewrite,
)
