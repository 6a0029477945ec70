"""What a mutation takes for granted about the places that it reads: the states seen at its program
point, and facts beside them.

A record of a mutation carries this, so that it can be made smaller, and checked while the program
runs, without profiling again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from aberration.languages.c.expressions import Expression, Read, evaluate, reads, render
from aberration.languages.c.integers import literal, promote

Columns = dict[str, Sequence[int]]
"""The value of each place in each state."""


def columns_of(reads: Sequence[Read], rows: Sequence[tuple[int, ...]]) -> Columns:
    """Return the values of each place in all states, of which each is a row."""
    return {read.text: [row[at] for row in rows] for at, read in enumerate(reads)}


class Knowledge(msgspec.Struct, frozen=True):
    """`rows` are the only states that `reads` were seen in; each of `facts` is an expression
    that was always true.
    """

    reads: tuple[Read, ...] = ()
    rows: tuple[tuple[int, ...], ...] = ()
    facts: tuple[Expression, ...] = ()

    @property
    def columns(self) -> Columns:
        """Return the values by place."""
        return columns_of(self.reads, self.rows)

    @property
    def names(self) -> tuple[str, ...]:
        """Return all that the condition names."""
        return (
            *(read.text for read in self.reads),
            *(name for fact in self.facts for name in reads(fact)),
        )

    @property
    def condition(self) -> str:
        """Return a C condition that holds exactly where all this does; nothing if it says
        nothing.
        """
        parts = [render(fact) for fact in self.facts]
        if self.reads:
            parts.append(" || ".join(f"({self._row(row)})" for row in self.rows))
        return " && ".join(f"({part})" for part in parts)

    def _row(self, row: Sequence[int]) -> str:
        pairs = zip(self.reads, row, strict=True)
        return " && ".join(
            f"{read.text} == {literal(value, promote(read.type))}" for read, value in pairs
        )


def truth(expression: Expression, columns: Mapping[str, Sequence[int]], count: int) -> bool | None:
    """Return the truth value that an expression has in every state; None if it is undefined or
    differs.
    """
    result = evaluate(expression, columns, count)
    if result is None or not result[0]:
        return None
    values = {value != 0 for value in result[0]}
    return values.pop() if len(values) == 1 else None
