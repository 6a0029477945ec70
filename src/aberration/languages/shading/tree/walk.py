"""Walks over trees and rewriting that shares what stays the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final, TypeVar, cast

from msgspec.structs import replace

from aberration.languages.shading.tree import KINDS
from aberration.languages.shading.tree.node import Node, Span

N = TypeVar("N", bound=Node)


def _fields_of(kind: type[Node]) -> Callable[[Node], tuple[Any, ...]]:
    if not kind.CHILDREN:
        return lambda node: ()
    get = attrgetter(*kind.CHILDREN)
    return get if len(kind.CHILDREN) > 1 else lambda node: (get(node),)


CHILDREN_OF: Final[Mapping[type[Node], Callable[[Node], tuple[Any, ...]]]] = {
    kind: _fields_of(kind) for kind in KINDS
}
"""What the child fields of each kind hold: a node, None, or a tuple of these."""


BELOW: Final[Mapping[type[Node], Callable[[Node], tuple[Any, ...]]]] = {
    kind: attrgetter(*kind.CHILDREN, *(() if len(kind.CHILDREN) > 1 else ("span",)))
    for kind in KINDS
    if kind.CHILDREN
}
"""The same without the kinds that have no children, and with the span behind an only child, for
walks that pass it over: two fields are read by one call in C, which takes a third of the time.
"""


def children(node: Node) -> list[Node]:
    """Return the children in the order of walks."""
    found: list[Node] = []
    for value in CHILDREN_OF[type(node)](node):
        if type(value) is tuple:
            found += value
        else:
            found.append(value)
    return [child for child in found if child is not None] if None in found else found


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all below it, parents first, children in order."""
    waiting: list[Any] = [node]
    while waiting:
        current = waiting.pop()
        # A field may be empty, and `BELOW` gives the span behind an only child.
        if current is None or type(current) is Span:
            continue
        yield current
        below = BELOW.get(type(current))
        for value in reversed(below(current)) if below is not None else ():
            if type(value) is tuple:
                waiting.extend(value[::-1])
            else:
                waiting.append(value)


def find(node: Node, kind: type[N]) -> Iterator[N]:
    """Yield all nodes of a kind, parents first."""
    for below in walk(node):
        if isinstance(below, kind):
            yield below


def depth(node: Node) -> int:
    """Return how many nodes the longest way down has."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [below for current in level for below in children(current)]
    return deepest


def rewrite(node: N, change: Callable[[Node], Node]) -> N:
    """Return the tree with each node replaced by what `change` makes of it, children first.

    A node whose children stay the same objects is given to `change` as it is; what `change` returns
    unchanged is shared with the old tree. `change` has to keep the kinds that the parent's fields
    ask for.
    """
    return cast(N, change(with_children(node, lambda child: rewrite(child, change))))


def with_children(node: N, change: Callable[[Node], Node]) -> N:
    """Return the node with each child replaced; the very same node where none changes."""
    changes: dict[str, object] = {}
    for field in node.CHILDREN:
        old = getattr(node, field)
        if old is None:
            continue
        new = _changed_items(old, change) if isinstance(old, tuple) else change(old)
        if new is not old:
            changes[field] = new
    return replace(node, **changes) if changes else node


def _changed_items(
    old: tuple[Node | None, ...], change: Callable[[Node], Node]
) -> tuple[Node | None, ...]:
    new = tuple([None if item is None else change(item) for item in old])
    return old if all(map(_same, old, new)) else new


def _same(left: object, right: object) -> bool:
    return left is right
