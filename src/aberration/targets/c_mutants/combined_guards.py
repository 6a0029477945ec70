"""Of two tests that jump to the same place one after the other, the second is forgotten."""

from __future__ import annotations

from typing import Final

from aberration.targets.c_mutants.assembly import in_functions, is_branch, is_variable, windows
from aberration.targets.c_mutants.mutant import CMutant

_TESTS: Final = ("cmp", "test")


def rewrite(text: str) -> str:
    """Keep the first of two tests."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    gone: set[int] = set()
    for at, (first, jump, second, again) in windows(lines, 4):
        tests = first.op.startswith(_TESTS) and second.op.startswith(_TESTS)
        static = any(is_variable(operand) for operand in (*first.operands, *second.operands))
        if tests and static and is_branch(jump) and is_branch(again) and jump.last == again.last:
            gone |= {at + 2, at + 3}
    return [line for at, line in enumerate(lines) if at not in gone]


MUTANT = CMutant(
    "combined-guards",
    "if-combining that drops the second of two conditions",
    ("a guard made with && or ||",),
    "assembly",
    "-O2",
    rewrite,
)
