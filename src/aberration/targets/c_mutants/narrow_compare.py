"""A 64-bit variable is compared by its lower half."""

from __future__ import annotations

from aberration.targets.c_mutants.assembly import (
    Instruction,
    in_functions,
    is_branch,
    is_variable,
    resized_operand,
    windows,
)
from aberration.targets.c_mutants.mutant import CMutant


def rewrite(text: str) -> str:
    """Compare 32 bits."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    changed = list(lines)
    for at, (compare, jump) in windows(lines, 2):
        if compare.op == "cmpq" and is_branch(jump) and is_variable(compare.last):
            changed[at] = str(
                Instruction("cmpl", (resized_operand(compare.operands[0], 4), compare.last))
            )
    return changed


MUTANT = CMutant(
    "narrow-compare",
    "a comparison narrowed without a look at the upper half",
    ("a guard on a 64-bit variable",),
    "assembly",
    "-O1",
    rewrite,
)
