"""Classes of equal values: whole ids, and parts of composites at any depth.

A *node* is an id (positive) or a part (negative), which stands for "component `index` of node
`whole`". The classes are closed downwards at every moment: parts of equal wholes at equal indices
are equal, as soon as both were named. Upwards (wholes of which all parts are equal) they are closed
by `take_candidates`' caller, who knows how many parts there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

NONE: Final = 0
"""No node."""
PAIRS: Final = 16
"""So many pairs of wholes are remembered for each merge: beyond, equal wholes stay unknown."""


class Synonyms:
    """Union-find over nodes. Ids are never recycled; what is gone stays and has to be filtered by
    the asker.

    Lists of members are live, and their order depends on history.
    """

    __slots__ = ("_candidates", "_children", "_ids", "_parent", "_parts", "_wholes", "ids")

    def __init__(self) -> None:
        self._parent: dict[int, int] = {}
        self._ids: dict[int, list[int]] = {}
        self._parts: dict[int, list[int]] = {}
        self._children: dict[int, dict[int, int]] = {}
        self._wholes: list[tuple[int, int]] = []
        self._candidates: list[tuple[int, int]] = []
        self.ids: list[int] = []
        """Every id that was ever merged with anything, or of which a part was named."""

    # ---- questions

    def knows(self, node: int) -> bool:
        """Say whether anything was ever said of the node."""
        return node in self._parent

    def equal(self, a: int, b: int) -> bool:
        """Say whether two nodes are known to be equal."""
        if a == b:
            return True
        return a in self._parent and b in self._parent and self._root(a) == self._root(b)

    def ids_of(self, node: int) -> list[int]:
        """Return the ids that equal a known node, itself included if it is one."""
        return self._ids.get(self._root(node), [])

    def parts_of(self, node: int) -> list[int]:
        """Return the parts that equal a known node, itself included if it is one."""
        return self._parts.get(self._root(node), [])

    def find(self, node: int, path: Sequence[int]) -> int:
        """Return the node of a part of a node, `NONE` if nobody ever named it or one equal to
        it.
        """
        for index in path:
            if node not in self._parent:
                return NONE
            node = self._children.get(self._root(node), {}).get(index, NONE)
            if node == NONE:
                return NONE
        return node

    def whole(self, part: int) -> tuple[int, int]:
        """Return the node that a part was named as a part of, and its index there."""
        return self._wholes[-part - 1]

    def origin(self, node: int) -> tuple[int, tuple[int, ...]]:
        """Return the id and the path that a node was named by first."""
        path: list[int] = []
        while node < 0:
            node, index = self.whole(node)
            path.append(index)
        return node, tuple(reversed(path))

    def has_candidates(self) -> bool:
        """Say whether `take_candidates` would return any pair."""
        return bool(self._candidates)

    # ---- changes

    def name(self, node: int, path: Sequence[int]) -> int:
        """Return the node of a part of a node; it is made if nobody named it before."""
        self._enter(node)
        for index in path:
            node = self._child(node, index)
        return node

    def merge(self, a: int, b: int) -> None:
        """Make two nodes equal, and all parts of theirs."""
        self._enter(a)
        self._enter(b)
        left = [(a, b)]
        while left:
            a, b = left.pop()
            left.extend(self._join(self._root(a), self._root(b)))

    def take_candidates(self) -> list[tuple[int, int]]:
        """Return pairs of nodes of which one more part became equal since the last time, and
        forget them.
        """
        taken = self._candidates
        self._candidates = []
        return taken

    def copy(self) -> Synonyms:
        """Return an independent copy."""
        other = Synonyms()
        other._parent.update(self._parent)
        other._ids.update({root: list(ids) for root, ids in self._ids.items()})
        other._parts.update({root: list(parts) for root, parts in self._parts.items()})
        other._children.update({root: dict(children) for root, children in self._children.items()})
        other._wholes.extend(self._wholes)
        other._candidates.extend(self._candidates)
        other.ids.extend(self.ids)
        return other

    # ---- inside

    def _enter(self, node: int) -> None:
        if node in self._parent:
            return
        self._parent[node] = node
        if node > 0:
            self._ids[node] = [node]
            self.ids.append(node)
        else:
            self._parts[node] = [node]

    def _child(self, node: int, index: int) -> int:
        children = self._children.setdefault(self._root(node), {})
        known = children.get(index)
        if known is not None:
            return known
        self._wholes.append((node, index))
        # A part's number is its place in the list, made negative.
        part = -len(self._wholes)
        children[index] = part
        self._enter(part)
        return part

    def _root(self, node: int) -> int:
        parent = self._parent
        while parent[node] != node:
            # Path halving: the way up gets shorter with each question.
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def _size(self, root: int) -> int:
        return len(self._ids.get(root, ())) + len(self._parts.get(root, ()))

    def _join(self, root: int, other: int) -> list[tuple[int, int]]:
        """Join two classes, the smaller into the larger; return the pairs of parts that are
        equal from now on.
        """
        if root == other:
            return []
        if self._size(root) < self._size(other):
            # The smaller class moves: each node at most log n times, over all merges.
            root, other = other, root
        self._propose(root, other)
        self._parent[other] = root
        if other in self._ids:
            self._ids.setdefault(root, []).extend(self._ids.pop(other))
        if other in self._parts:
            self._parts.setdefault(root, []).extend(self._parts.pop(other))
        return self._take_children(root, self._children.pop(other, {}))

    def _take_children(self, root: int, children: dict[int, int]) -> list[tuple[int, int]]:
        known = self._children.setdefault(root, {}) if children else {}
        pairs = []
        for index, part in children.items():
            # Both classes had a name for this part: the two names are equal from now on.
            if index in known:
                pairs.append((known[index], part))
            else:
                known[index] = part
        return pairs

    def _propose(self, root: int, other: int) -> None:
        """Remember the wholes that two classes about to be joined have parts in, at the same
        index.
        """
        left = PAIRS
        for part in self._parts.get(other, ()):
            whole, index = self.whole(part)
            for match in self._parts.get(root, ()):
                other_whole, other_index = self.whole(match)
                if other_index == index and left > 0:
                    left -= 1
                    self._candidates.append((whole, other_whole))
