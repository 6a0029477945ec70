"""Of two tests of one variable against constants, the second is decided by the first, whatever
its constant.
"""

from __future__ import annotations

from aberration.targets.c_mutants.assembly import (
    Instruction,
    immediate,
    in_functions,
    is_branch,
    is_variable,
    windows,
)
from aberration.targets.c_mutants.mutant import CMutant


def rewrite(text: str) -> str:
    """Compare with the first constant each time."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    changed = list(lines)
    first: dict[str, str] = {}
    for at, (compare, jump) in windows(lines, 2):
        constant = (
            immediate(compare.operands[0]) is not None if compare.op.startswith("cmp") else False
        )
        if constant and is_variable(compare.last) and is_branch(jump):
            known = first.setdefault(f"{compare.op} {compare.last}", compare.operands[0])
            changed[at] = str(Instruction(compare.op, (known, compare.last)))
    return changed


MUTANT = CMutant(
    "threaded-guard",
    "jump threading that confuses two tests of one variable",
    ("two guards that test one variable",),
    "assembly",
    "-O1",
    rewrite,
)
