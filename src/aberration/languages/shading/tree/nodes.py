"""All nodes of a tree at hand, for whoever asks for many kinds of them, and for parents."""

from __future__ import annotations

from collections import defaultdict
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
        parents: dict[int, Node] = {}
        by_kind: defaultdict[type[Node], list[Node]] = defaultdict(list)
        found: list[Node] = []
        waiting: list[Any] = [root]
        while waiting:
            current = waiting.pop()
            # Lists may have gaps: initialisers that are left out.
            if current is None:
                continue
            kind = type(current)
            found.append(current)
            by_kind[kind].append(current)
            fields_of = BELOW.get(kind)
            if fields_of is None:
                continue
            # Backwards, as the last one is taken first; the span behind an only child goes.
            for value in fields_of(current)[::-1]:
                if type(value) is tuple:
                    for one in value:
                        parents[id(one)] = current
                    waiting += value[::-1]
                elif value is not None and type(value) is not Span:
                    parents[id(value)] = current
                    waiting.append(value)
        self._all: Final = found
        self._parents: Final = parents
        self._by_kind: Final = dict(by_kind)

    def of(self, kind: type[N]) -> Sequence[N]:
        """Return all nodes of one kind, as `walk` comes to them."""
        return cast(Sequence[N], self._by_kind.get(kind, ()))

    def of_any(self, *kinds: type[Node]) -> list[Node]:
        """Return all nodes of several kinds, as `walk` comes to them."""
        found = [of_kind for kind in kinds if (of_kind := self._by_kind.get(kind))]
        if len(found) < 2:
            return list(found[0]) if found else []
        wanted = frozenset(kinds)
        return [node for node in self._all if type(node) in wanted]

    def parent_of(self, node: Node) -> Node | None:
        """Return the node that one stands in; None for the root, and for others."""
        return self._parents.get(id(node))
