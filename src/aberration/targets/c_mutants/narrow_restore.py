"""A variable of 16 bits that was kept in a register over a guard is put back 8 bits wide."""

from __future__ import annotations

from aberration.targets.c_mutants.assembly import Instruction, in_functions, resized_operand
from aberration.targets.c_mutants.mutant import CMutant
from aberration.targets.c_mutants.restores import restores


def rewrite(text: str) -> str:
    """Put one byte back."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    changed = list(lines)
    for at, store in restores(lines):
        if store.op == "movw":
            changed[at] = str(
                Instruction("movb", (resized_operand(store.operands[0], 1), store.last))
            )
    return changed


MUTANT = CMutant(
    "narrow-restore",
    "a spill slot that is too narrow",
    ("a 16-bit variable saved, changed under a guard, and restored",),
    "assembly",
    "-O1",
    rewrite,
)
