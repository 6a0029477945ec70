"""The graph of one function."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

VARIES: Final = 0
"""What may differ between invocations."""
START: Final = 1
"""Control flow where the function begins."""


class Graph:
    """Nodes are numbers; an edge leads from what is uniform only where all that it leads to is."""

    __slots__ = ("edges",)

    def __init__(self) -> None:
        self.edges: Final[list[list[int]]] = [[], []]

    def node(self, *needs: int) -> int:
        """Return a new node, to which edges may be added."""
        self.edges.append(list(needs))
        return len(self.edges) - 1

    def join(self, *needs: int) -> int:
        """Return a node that is uniform where all of these are."""
        found = dict.fromkeys(needs)
        if VARIES in found:
            return VARIES
        if len(found) == 1:
            return needs[0]
        return self.node(*found)

    def reachable_from(self, starts: Iterable[int]) -> set[int]:
        """Return all nodes that some nodes lead to, and these."""
        waiting = list(starts)
        found = set(waiting)
        while waiting:
            for near in self.edges[waiting.pop()]:
                if near not in found:
                    found.add(near)
                    waiting.append(near)
        return found
