"""A strict comparison becomes a loose one, or the reverse, and keeps its constant, where a jump
leads forward.
"""

from __future__ import annotations

from typing import Final

from aberration.targets.c_mutants.assembly import (
    Instruction,
    immediate,
    in_functions,
    is_variable,
    label,
    windows,
)
from aberration.targets.c_mutants.mutant import CMutant

_OTHER: Final = {"jg": "jge", "jle": "jl", "ja": "jnb", "jbe": "jb", "jge": "jg", "jl": "jle"}


def rewrite(text: str) -> str:
    """Jump at equality too, or no more."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    changed = list(lines)
    places = {label(line): at for at, line in enumerate(lines) if label(line)}
    for at, (compare, jump) in windows(lines, 2):
        value = immediate(compare.operands[0]) if compare.op.startswith("cmp") else None
        if (
            value is not None
            and is_variable(compare.last)
            and jump.op in _OTHER
            and places.get(jump.last, 0) > at
        ):
            changed[at + 1] = str(Instruction(_OTHER[jump.op], jump.operands))
    return changed


MUTANT = CMutant(
    "off-by-one",
    "a comparison canonicalised without its constant",
    ("a guard at the very bound of a variable's values",),
    "assembly",
    "-O1",
    rewrite,
)
