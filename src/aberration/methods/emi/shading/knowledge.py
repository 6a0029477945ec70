"""What a mutation takes for granted about the places that it reads, kept in its record."""

from __future__ import annotations

from functools import reduce

import msgspec

from .environment import columns_of
from .expressions import Apply, Columns, Number, Read, Tree, places_in


class Knowledge(msgspec.Struct, frozen=True):
    """`rows` are the only states that `reads` were seen in, by any invocation; each of `facts` is
    an expression that was always true.
    """

    reads: tuple[Read, ...] = ()
    rows: tuple[tuple[int, ...], ...] = ()
    facts: tuple[Tree, ...] = ()

    @property
    def columns(self) -> Columns:
        """Return the values by place."""
        return columns_of(self.reads, self.rows)

    @property
    def places(self) -> tuple[str, ...]:
        """Return all places that it is about."""
        return (*(read.place for read in self.reads), *places_in(*self.facts))

    @property
    def condition(self) -> Tree:
        """Return a predicate that holds exactly where all this does."""
        parts = list(self.facts)
        if self.reads and self.rows:
            parts.append(_join("||", [self._row(row) for row in self.rows]))
        return _join("&&", parts) if parts else Number(1, "bool")

    def _row(self, row: tuple[int, ...]) -> Tree:
        pairs = zip(self.reads, row, strict=True)
        return _join("&&", [Apply("==", (read, Number(value, read.kind))) for read, value in pairs])


def _join(op: str, parts: list[Tree]) -> Tree:
    return reduce(lambda left, right: Apply(op, (left, right)), parts)
