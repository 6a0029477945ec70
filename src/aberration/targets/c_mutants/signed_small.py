"""A value of 8 or 16 bits without sign is compared with a constant as if it had one.

Left alone are bytes in registers compared with small constants, as in programs that read text.
"""

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

_SIGNED: Final = {"jb": "jl", "jbe": "jle", "ja": "jg", "jnb": "jge"}


def rewrite(text: str) -> str:
    """Take the signed jump."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    changed = list(lines)
    for at, (compare, jump) in windows(lines, 2):
        value = immediate(compare.operands[0]) if compare.op in ("cmpb", "cmpw") else None
        letter = (
            compare.op == "cmpb"
            and value is not None
            and value >= 0
            and not is_variable(compare.last)
        )
        if value is not None and not letter and jump.op in _SIGNED:
            changed[at + 1] = str(Instruction(_SIGNED[jump.op], jump.operands))
    return changed


MUTANT = CMutant(
    "signed-small",
    "a comparison of small unsigned types made without their promotion",
    ("a guard that compares a small unsigned variable with a constant",),
    "assembly",
    "-O2",
    rewrite,
)
