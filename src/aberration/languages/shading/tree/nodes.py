"""All nodes of a tree at hand, for whoever asks for many kinds of them, and for parents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar, cast

from .node import Node, Span
from .walk import BELOW

N = TypeVar("N", bound=Node)


class Nodes:
    """The nodes of a tree, from one walk: in the order of `walk`, by kind, and by what they stand
    in.
    """

    def __init__(self, root: Node) -> None:
        self._all: Final[list[Node]] = []
        self._parents: Final[dict[int, Node]] = {}
        self._by_kind: Final[dict[type[Node], list[Node]]] = {}
        waiting: list[Any] = [root]
        while waiting:
            current = waiting.pop()
            # Lists may have gaps: initialisers that are left out.
            if current is None:
                continue
            self._all.append(current)
            fields_of = BELOW.get(type(current))
            if fields_of is None:
                continue
            # Backwards, as the last one is taken first; the span behind an only child goes.
            for value in fields_of(current)[::-1]:
                if type(value) is tuple:
                    self._parents.update(dict.fromkeys(map(id, value), current))
                    waiting += value[::-1]
                elif value is not None and type(value) is not Span:
                    self._parents[id(value)] = current
                    waiting.append(value)
        for node in self._all:
            of_kind = self._by_kind.get(type(node))
            if of_kind is None:
                of_kind = self._by_kind[type(node)] = []
            of_kind.append(node)

    def of(self, kind: type[N]) -> Sequence[N]:
        """Return all nodes of one kind, as `walk` comes to them."""
        return cast(Sequence[N], self._by_kind.get(kind, ()))

    def of_any(self, *kinds: type[Node]) -> list[Node]:
        """Return all nodes of several kinds, as `walk` comes to them."""
        if not any(kind in self._by_kind for kind in kinds):
            return []
        return [node for node in self._all if type(node) in kinds]

    def parent_of(self, node: Node) -> Node | None:
        """Return the node that one stands in; None for the root, and for others."""
        return self._parents.get(id(node))
