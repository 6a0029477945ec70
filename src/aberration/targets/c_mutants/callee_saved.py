"""A function that prints does not give back the registers it saved."""

from __future__ import annotations

from aberration.targets.c_mutants.assembly import in_functions
from aberration.targets.c_mutants.mutant import CMutant


def rewrite(text: str) -> str:
    """Throw the saved %rbx away."""
    return in_functions(text, _edit)


def _edit(lines: list[str]) -> list[str]:
    if not any(line.startswith("\tcall\tprintf") for line in lines):
        return lines
    return ["\tleaq\t8(%rsp), %rsp" if line == "\tpopq\t%rbx" else line for line in lines]


MUTANT = CMutant(
    "callee-saved",
    "shrink-wrapping that loses the restore of a register",
    ("a call of printf where there was none",),
    "assembly",
    "-O2",
    rewrite,
)
