"""Which share of true bugs is put away, by reason: a few mutants of each kind, hunted with one
seed.

The whole measurement is `python -m experiments.mutants.swallowed`.
"""

from __future__ import annotations

from typing import Final

from experiments.mutants.swallowed import Swallowed, swallowed, table

MUTANTS: Final = (
    "mutant-swapped-operands",
    "mutant-dead-break",
    "mutant-unroll-exit-value",
    "mutant-float-narrow-constants",
    "mutant-float-negated-less",
    "mutant-float-narrow-reciprocal",
)
TESTS: Final = 30
VIOLATIONS: Final = 8
"""Of each mutant: so many tests, or so many violations of its own."""


def measure() -> list[Swallowed]:
    """Hunt each."""
    return [swallowed(name, TESTS, 0, VIOLATIONS) for name in MUTANTS]


def report(rows: list[Swallowed]) -> str:
    """Return the table, and the sentence of each violation that is lost."""
    return "\n".join([table(rows), *(f"  {told}" for row in rows for told in row.told)])


if __name__ == "__main__":
    print(report(measure()))
