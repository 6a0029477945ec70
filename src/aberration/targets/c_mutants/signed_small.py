"""A variable of 8 or 16 bits without sign is compared with a constant beyond the middle of its range as if signed."""

from __future__ import annotations

from typing import Final

from aberration.targets.c_mutants.assembly import Instruction, immediate, in_functions, windows
from aberration.targets.c_mutants.mutant import CMutant

_SIGNED: Final = {"jb": "jl", "jbe": "jle", "ja": "jg", "jnb": "jge"}


def rewrite(text: str) -> str:
    """Take the signed jump."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    changed = list(lines)
    for at, (compare, jump) in windows(lines, 2):
        value = immediate(compare.operands[0]) if compare.op in ("cmpb", "cmpw") else None
        if value is not None and value < 0 and jump.op in _SIGNED:
            changed[at + 1] = str(Instruction(_SIGNED[jump.op], jump.operands))
    return changed


MUTANT = CMutant(
    "signed-small",
    "a comparison of small unsigned types made without their promotion",
    ("a guard that compares a small unsigned variable with a large constant",),
    "assembly",
    "-O2",
    rewrite,
)
